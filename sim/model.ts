import { changeLines, drawFile, EMPTY, type Project, plainText } from "./project.ts";
import type { Random } from "./random.ts";
import { isHarmless, type Named, type Ranged, type Request } from "./request.ts";
import { drawLines } from "./words.ts";

/** Where the model is when it makes a call: mostly in the same folder, and mostly working on the same file. */
export type Habit = {
	readonly favourite: string;
	readonly command: string;
	readonly directories: readonly string[];
	readonly undo: Undo[];
};

/** Edits that the model may take back. */
type Undo = { readonly path: string; readonly old: string; readonly text: string };

/** What the model asks for next. */
export function drawRequest(random: Random, project: Project, habit: Habit, directory: string): Request {
	const paths = [...project.files.keys()];
	const path = random.chance(0.65) ? habit.favourite : random.pick(paths);
	const named = { path, label: drawLabel(random, directory, path) };
	const kind = random.int(0, 99);
	if (kind < 54) return drawView(random, project, named);
	if (kind < 60) return drawMany(random, project, directory, named);
	if (kind < 74) return drawEdit(random, project, habit, named);
	if (kind < 80) return drawWrite(random, project, named);
	return drawRun(random, habit, path);
}

/** Something to look at again and again. */
export function drawWatched(random: Random, habit: Habit): Request {
	const { favourite, command } = habit;
	if (random.chance(0.3)) return { kind: "run", tool: "Bash", words: command, changes: undefined };
	const tool = random.pick(favourite.includes(" ") ? (["read"] as const) : (["read", "cat", "cat"] as const));
	return { kind: "view", tool, path: favourite, label: favourite, first: 1, count: undefined };
}

/** The model's habits. */
export function drawHabit(random: Random, project: Project): Habit {
	return {
		favourite: random.pick([...project.files.keys()]),
		command: random.pick(COMMANDS),
		directories: random.chance(0.7) ? ["/w"] : ["/w", "/w/src", "/w/lib"],
		undo: [],
	};
}

/** An absolute or a relative path, at random. */
function drawLabel(random: Random, directory: string, path: string): string {
	if (random.chance(0.35)) return path;
	if (path.startsWith(`${directory}/`)) return path.slice(directory.length + 1);
	return path.replace("/w/", "../");
}

function drawView(random: Random, project: Project, named: Named): Request {
	const isPlain = !named.label.includes(" ");
	const tool = random.pick(
		isPlain
			? (["Read", "Read", "Read", "read", "read", "read", "cat", "cat", "cat", "sed"] as const)
			: (["Read", "read"] as const),
	);
	const range = drawRange(random, project, named.path);
	if (tool === "cat") return { kind: "view", tool, ...named, first: 1, count: undefined };
	return { kind: "view", tool, ...named, ...range };
}

function drawMany(random: Random, project: Project, directory: string, named: Named): Request {
	const paths = random.chance(0.4) ? [] : [random.pick([...project.files.keys()])];
	const others = paths.map((path) => ({ path, label: drawLabel(random, directory, path) }));
	const views = [named, ...others].map((each): Ranged => ({ ...each, ...drawRange(random, project, each.path) }));
	return { kind: "many", tool: random.pick(["signed", "numbered"]), views };
}

function drawRange(random: Random, project: Project, path: string): Pick<Ranged, "first" | "count"> {
	if (random.chance(0.6)) return { first: 1, count: undefined };
	const length = project.files.get(path)?.lines.length ?? 0;
	const first = random.chance(0.3) ? 1 : random.int(1, length + 2);
	return { first, count: random.chance(0.2) ? undefined : random.int(1, length + 3) };
}

function drawEdit(random: Random, project: Project, habit: Habit, named: Named): Request {
	const disk = project.files.get(named.path) ?? EMPTY;
	const undo = habit.undo.findLast(({ path }) => path === named.path);
	const change =
		undo && random.chance(0.2) ? { old: undo.text, text: undo.old } : drawChange(random, disk.lines, project);
	const all = random.chance(0.15);
	habit.undo.push({ path: named.path, ...change });
	// Claude Code's edit also removes a newline if the new text is empty; its lens knows that and has tests of its own.
	const tool = change.text === "" ? "edit" : random.pick(["Edit", "edit"] as const);
	return { kind: "edit", tool, ...named, ...change, all };
}

/** Old text that is in the lines, and new text that replaces it. */
function drawChange(random: Random, lines: readonly string[], { blocks }: Project): { old: string; text: string } {
	if (lines.length === 0) return { old: "", text: drawLines(random, random.int(1, 12)).join("\n") };
	const at = random.int(0, lines.length - 1);
	const line = lines[at]!;
	const old = lines.slice(at, at + random.int(1, 4)).join("\n");
	const added = (random.chance(0.8) ? random.pick(blocks) : drawLines(random, random.int(1, 9))).join("\n");
	switch (random.int(0, 9)) {
		case 0:
		case 1:
			return { old, text: added };
		case 2:
		case 3:
		case 4:
			return { old: line, text: random.chance(0.5) ? `${line}\n${added}` : `${added}\n${line}` };
		case 5:
			return { old: random.chance(0.5) ? `${old}\n` : old, text: "" };
		case 6:
			return { old: line.slice(line.length >> 2, line.length >> 1), text: random.chance(0.6) ? "renamed" : added };
		case 7:
			return { old: `${old}\n`, text: `${added}\n` };
		case 8:
			return { old: `${line.slice(line.length >> 1)}\n${lines[at + 1]?.slice(0, 4) ?? ""}`, text: added };
		default:
			return { old: old.trim(), text: added };
	}
}

function drawWrite(random: Random, project: Project, named: Named): Request {
	const disk = project.files.get(named.path) ?? EMPTY;
	const source = random.chance(0.4) ? random.pick([...project.files.values()]) : disk;
	const lines = random.chance(0.8) ? changeLines(random, source.lines, project.blocks) : source.lines;
	const content = random.chance(0.15) ? drawFile(random, project.blocks) : { ...source, lines };
	return { kind: "write", tool: random.pick(["Write", "write"]), ...named, text: plainText(content) };
}

function drawRun(random: Random, { command }: Habit, path: string): Request {
	if (random.chance(0.25)) {
		return { kind: "run", tool: "search", words: random.pick(["handleKind", "options scale"]), changes: undefined };
	}
	const mayChange = random.chance(0.2);
	const words = random.chance(0.6) ? command : random.pick(COMMANDS);
	const changes = mayChange && !isHarmless(words) ? path : undefined;
	return { kind: "run", tool: random.pick(["Bash", "bash"]), words, changes };
}

const COMMANDS = [
	"npm test",
	"git show HEAD:src/a.ts",
	"npm run build -- --mode production --sourcemap --out-dir=dist/very/long/path/for/one",
	"npm run build -- --mode production --sourcemap --out-dir=dist/very/long/path/for/two",
];
