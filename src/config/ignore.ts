import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * Whether a file is one of those that globs name, as git would ignore it: `*` and `?` stay inside a name, `**` goes over
 * folders, a glob with a slash before its end begins at the root, one that ends with a slash names folders, and what
 * lies in a named folder is named too. Brackets are letters like others. Takes time in proportion to the lengths only,
 * since globs may come from strangers.
 */
export function ignoring(globs: readonly string[], root: string): (file: string) => boolean {
	const patterns = globs.map(patternOf);
	return (file) => {
		const absolute = resolve(root, file);
		const inside = segmentsOf(relative(root, absolute));
		const isInside = inside[0] !== ".." && !isAbsolute(inside.join("/"));
		const names = isInside ? inside : segmentsOf(absolute);
		return patterns.some(
			({ ways, isRooted }) => (isInside || !isRooted) && ways.some((way) => fits(way, names, "**", isName)),
		);
	};
}

type Pattern = {
	/** Names and `**`, from the root on; what any of them fits is named. */
	readonly ways: readonly (readonly string[])[];
	/** Whether it can only name what lies below the root. */
	readonly isRooted: boolean;
};

function patternOf(glob: string): Pattern {
	const steps = glob.split("/").filter((step) => step !== "");
	if (steps.length === 0) return { ways: [], isRooted: false };
	const isRooted = glob.startsWith("/") || steps.length > 1;
	const begins = [...(isRooted ? [] : ["**"]), ...steps.map((step) => (/^\*{2,}$/.test(step) ? "**" : step))];
	// "a/**" names what lies in a, not a itself.
	const whole = begins.at(-1) === "**" ? [...begins, "*"] : begins;
	const inFolder = [...whole, "**", "*"];
	return { ways: glob.endsWith("/") ? [inFolder] : [whole, inFolder], isRooted };
}

function segmentsOf(path: string): string[] {
	return path.split(sep).filter((name) => name !== "");
}

function isName(step: string, name: string): boolean {
	return fits(step, name, "*", (letter, other) => letter === "?" || letter === other);
}

/** Whether a list has the order of a pattern, in which `many` stands for any number of items. */
function fits<Item>(
	pattern: ArrayLike<Item>,
	list: ArrayLike<Item>,
	many: Item,
	isFit: (wanted: Item, item: Item) => boolean,
): boolean {
	let [wanted, at] = [0, 0];
	// Only the last `many` need be tried longer: what stands before it has found its place as early as it can.
	let last: { wanted: number; at: number } | undefined;
	while (at < list.length) {
		const next = pattern[wanted];
		if (next === many) last = { wanted: ++wanted, at };
		else if (next !== undefined && isFit(next, list[at]!)) [wanted, at] = [wanted + 1, at + 1];
		else if (last) [wanted, at] = [last.wanted, ++last.at];
		else return false;
	}
	while (pattern[wanted] === many) wanted++;
	return wanted === pattern.length;
}
