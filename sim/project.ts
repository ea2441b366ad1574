import type { Random } from "./random.ts";
import { drawLines, drawOddLine } from "./words.ts";

/** A file as it is on disk. */
export type Disk = { readonly lines: readonly string[]; readonly crlf: boolean; readonly final: boolean };

/** What the model works on: files with their older versions, and what each command has printed so far. */
export type Project = {
	readonly files: Map<string, Disk>;
	readonly older: Map<string, readonly Disk[]>;
	readonly outputs: Map<string, readonly (readonly string[])[]>;
	/** Lines that several files share. */
	readonly blocks: readonly (readonly string[])[];
};

export const EMPTY: Disk = { lines: [], crlf: false, final: false };

/** A small project of two to four files. */
export function drawProject(random: Random): Project {
	const blocks = Array.from({ length: 3 }, () => drawLines(random, random.int(5, 16)));
	const rare = random.chance(0.12) ? [random.pick(["/w/AGENTS.md", "/w/.env"])] : [];
	const paths = random.shuffle(PATHS).slice(0, random.int(2, 4) - rare.length);
	const files = new Map([...paths, ...rare].map((path) => [path, drawFile(random, blocks)]));
	return { files, older: new Map(), outputs: new Map(), blocks };
}

/** Two of the names look alike from their own folders, and one needs quotes. */
const PATHS = ["/w/src/a.ts", "/w/lib/a.ts", "/w/src/b.ts", "/w/lib/c.ts", "/w/lib/my notes.md"];

/** The bytes of a file. */
export function diskText({ lines, crlf, final }: Disk): string {
	const end = crlf ? "\r\n" : "\n";
	return lines.length === 0 ? "" : lines.join(end) + (final ? end : "");
}

/** A file with these bytes; if line ends are mixed, carriage returns belong to the lines. */
export function diskOf(text: string): Disk {
	if (text === "") return EMPTY;
	const crlf = text.includes("\r\n") && !/(^|[^\r])\n/.test(text);
	const final = text.endsWith("\n");
	const lines = (final ? text.slice(0, crlf ? -2 : -1) : text).split(crlf ? "\r\n" : "\n");
	return { lines, crlf, final };
}

/** The content of a file as hosts see it, with equal line ends. */
export function plainText({ lines, final }: Disk): string {
	return lines.length === 0 ? "" : lines.join("\n") + (final ? "\n" : "");
}

/** Writes a new version of a file to disk and keeps the older one. */
export function save(project: Project, path: string, disk: Disk): void {
	const before = project.files.get(path);
	if (before) project.older.set(path, [...(project.older.get(path) ?? []), before]);
	project.files.set(path, disk);
}

/** New content, drawn from lines of its own and from lines that other files also have. */
export function drawFile(random: Random, blocks: Project["blocks"]): Disk {
	if (random.chance(0.05)) return random.chance(0.5) ? EMPTY : { lines: [""], crlf: false, final: true };
	const lines: string[] = [];
	for (let sections = random.int(1, 4); sections > 0; sections--) {
		lines.push(...(random.chance(0.45) ? random.pick(blocks) : drawLines(random, random.int(2, 22))));
	}
	for (let odd = random.chance(0.2) ? random.int(1, 2) : 0; odd > 0; odd--) {
		lines.splice(random.int(0, lines.length), 0, drawOddLine(random));
	}
	return { lines: lines.slice(0, 80), crlf: random.chance(0.07), final: random.chance(0.85) };
}

/** Changes a file without telling the model, and says what changed. `answers` are texts that ibid has delivered. */
export function changeOutside(random: Random, project: Project, path: string, answers: readonly string[]): string {
	const disk = project.files.get(path) ?? EMPTY;
	const older = project.older.get(path) ?? [];
	if (older.length > 0 && random.chance(0.4)) {
		save(project, path, random.chance(0.7) ? older.at(-1)! : random.pick(older));
		return `${path} goes back to an older version`;
	}
	if (random.chance(0.08)) {
		save(project, path, { ...disk, ...random.pick([{ crlf: !disk.crlf }, { final: !disk.final }]) });
		return `${path} gets other line ends`;
	}
	const lines = changeLines(random, disk.lines, [...project.blocks, ...answers.map((text) => text.split("\n"))]);
	save(project, path, { ...disk, lines });
	return `${path} is changed`;
}

/** Lines with a small change: some replaced, added, removed, moved, or copied from elsewhere. */
export function changeLines(
	random: Random,
	lines: readonly string[],
	elsewhere: readonly (readonly string[])[],
): readonly string[] {
	const at = random.int(0, lines.length);
	const count = Math.min(random.int(1, 4), lines.length - at);
	switch (random.int(0, 9)) {
		case 0:
		case 1:
		case 2:
			return lines.toSpliced(at, count, ...drawLines(random, count));
		case 3:
		case 4:
			return lines.toSpliced(at, 0, ...drawLines(random, random.int(1, 4)));
		case 5:
			return lines.toSpliced(at, count);
		case 6:
			return lines.toSpliced(at, 0, random.chance(0.5) ? "" : drawOddLine(random));
		case 7:
			return lines.toSpliced(at, 0, ...random.pick(elsewhere).slice(0, 40)).slice(0, 100);
		case 8:
			return [...lines.toSpliced(at, count), ...lines.slice(at, at + count)];
		default:
			return random.chance(0.2) ? [] : lines.slice(0, Math.max(at, lines.length - 8));
	}
}

/** What a command prints this time: often the same, or the same except for a few lines, or what it printed first. */
export function nextOutput(random: Random, project: Project, key: string): readonly string[] {
	const versions = project.outputs.get(key) ?? [];
	const output = drawOutput(random, project, versions);
	project.outputs.set(key, [...versions, output]);
	return output;
}

function drawOutput(random: Random, project: Project, versions: readonly (readonly string[])[]): readonly string[] {
	const last = versions.at(-1);
	if (last && random.chance(0.4)) return last;
	if (last && random.chance(0.75)) return changeLines(random, last, project.blocks);
	if (last && random.chance(0.7)) return random.pick(versions);
	const others = [...project.outputs.values()].flat();
	const source = random.int(0, 9);
	if (source < 3) return random.pick([...project.files.values()]).lines;
	if (source < 6 && others.length > 0) return changeLines(random, random.pick(others), project.blocks);
	return drawLines(random, random.int(6, 40));
}
