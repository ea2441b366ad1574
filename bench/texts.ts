import type { Random } from "./random.ts";

/**
 * Lines that look like code: a seventh blank, a seventh closing brackets, some that occur everywhere, the rest unique.
 */
export function codeLines(random: Random, count: number): string[] {
	const lines: string[] = [];
	let depth = 0;
	while (lines.length < count) {
		const kind = random.below(14);
		if (kind < 2) lines.push("");
		else if (kind < 4) lines.push(`${"\t".repeat(Math.max(0, --depth))}${random.pick(CLOSINGS)}`);
		else if (kind < 6) lines.push(`${"\t".repeat(depth)}${random.pick(COMMON)}`);
		else if (kind < 8) lines.push(`${"\t".repeat(depth++)}${opening(random)}`);
		else lines.push(`${"\t".repeat(depth)}${statement(random)}`);
		depth = Math.min(4, Math.max(0, depth));
	}
	return lines;
}

/** Lines that look like what a test runner prints. */
export function outputLines(random: Random, count: number): string[] {
	return Array.from({ length: count }, () => {
		if (random.chance(0.1)) return "";
		if (random.chance(0.15)) return `src/${name(random)}/${name(random)}.test.ts:`;
		return ` ✓ ${name(random)} ${random.pick(VERBS)} the ${name(random)} (${random.below(90)} ms)`;
	});
}

/** Lines of which no two are equal. */
export function uniqueLines(random: Random, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${name(random)} ${index}: ${name(random)}`);
}

/** The lines with `count` of them, scattered, replaced. */
export function changeLines(random: Random, lines: readonly string[], count: number): string[] {
	const changed = [...lines];
	const step = lines.length / count;
	for (let index = 0; index < count; index++) {
		const place = Math.floor(index * step) + random.below(Math.max(1, Math.floor(step)));
		changed[place] = `\t${statement(random)} // changed ${index}`;
	}
	return changed;
}

/** The lines with others inserted before line `at`, counted from 0. */
export function insertLines(lines: readonly string[], at: number, added: readonly string[]): string[] {
	return [...lines.slice(0, at), ...added, ...lines.slice(at)];
}

/** The lines in another order. */
export function shuffle(random: Random, lines: readonly string[]): string[] {
	const shuffled = [...lines];
	for (let last = shuffled.length - 1; last > 0; last--) {
		const other = random.below(last + 1);
		[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
	}
	return shuffled;
}

/** A name of two or three words. */
export function name(random: Random): string {
	const words = [random.pick(VERBS), random.pick(NOUNS), ...(random.chance(0.5) ? [random.pick(NOUNS)] : [])];
	return words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join("");
}

function opening(random: Random): string {
	if (random.chance(0.5)) return `if (${name(random)}.${random.pick(NOUNS)} === ${random.below(1000)}) {`;
	return `function ${name(random)}(${random.pick(NOUNS)}: ${random.pick(TYPES)}): ${random.pick(TYPES)} {`;
}

function statement(random: Random): string {
	const call = `${name(random)}.${name(random)}(${random.pick(NOUNS)}, ${random.below(10_000)})`;
	return random.chance(0.6) ? `const ${name(random)} = ${call};` : `${call};`;
}

const CLOSINGS = ["}", "}", "}", "});", "];"];
const COMMON = ["return undefined;", "break;", "continue;", "try {", "} else {", "return;", "/**", " */"];
const VERBS = ["read", "write", "find", "keep", "open", "close", "merge", "split", "count", "order", "send", "draw"];
const NOUNS = ["line", "window", "answer", "token", "column", "buffer", "request", "user", "index", "path", "session"];
const TYPES = ["string", "number", "Session", "Buffer", "readonly string[]", "Promise<void>"];
