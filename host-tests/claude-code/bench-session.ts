import type { Random } from "../../bench/random.ts";
import { changeLines, codeLines, name, outputLines } from "../../bench/texts.ts";

/** A call of Claude Code, and the result of its tool. */
export type Step = {
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	/** The result as hooks see it, and as the model gets it. */
	readonly response: object;
	readonly text: string;
};

/** An agent at work in a project, an endless series of steps: reads, ranges, commands, edits and files of its own. */
export function* work(random: Random, project: string): Generator<Step, never> {
	const files = new Map<string, string[]>();
	for (let index = 0; index < FILES; index++)
		files.set(`${project}/src/part-${index}.ts`, codeLines(random, random.size(80)));
	const outputs = new Map(COMMANDS.map((command) => [command, outputLines(random, random.size(30))]));
	while (true) {
		const [path, lines] = random.pick([...files]);
		const kind = random.below(100);
		if (kind < 20) yield read(path, lines, 1, lines.length);
		else if (kind < 40) yield read(path, lines, 1 + random.below(lines.length), random.size(40));
		else if (kind < 50) yield run(`cat ${path}`, lines);
		else if (kind < 75) yield runAgain(random, outputs);
		else if (kind < 95) yield edit(random, files, path, lines);
		else yield write(random, files, `${project}/src/${name(random)}-${files.size}.ts`);
	}
}

const FILES = 60;
const COMMANDS = ["npm test", "npm run build", "npx tsc --noEmit", "git status", "git log --stat", "npm run lint"];

function read(filePath: string, lines: readonly string[], startLine: number, limit: number): Step {
	const shown = lines.slice(startLine - 1, startLine - 1 + limit);
	const file = { filePath, content: shown.join("\n"), numLines: shown.length, startLine, totalLines: lines.length };
	const isWhole = shown.length === lines.length;
	return {
		tool: "Read",
		input: { file_path: filePath, ...(isWhole ? {} : { offset: startLine, limit }) },
		response: { type: "text", file },
		text: shown.map((line, index) => `${startLine + index}\t${line}`).join("\n"),
	};
}

function run(command: string, lines: readonly string[]): Step {
	const stdout = lines.join("\n").trim();
	return {
		tool: "Bash",
		input: { command },
		response: { stdout, stderr: "", interrupted: false, isImage: false },
		text: stdout,
	};
}

function runAgain(random: Random, outputs: Map<string, string[]>): Step {
	const [command, before] = random.pick([...outputs]);
	const lines = changeLines(random, before, 1 + random.below(4));
	outputs.set(command, lines);
	return run(command, lines);
}

function edit(random: Random, files: Map<string, string[]>, path: string, lines: readonly string[]): Step {
	const first = random.below(lines.length);
	const old = lines.slice(first, first + 1 + random.below(5));
	const added = codeLines(random, random.size(6));
	files.set(path, [...lines.slice(0, first), ...added, ...lines.slice(first + old.length)]);
	const [old_string, new_string] = [old.join("\n"), added.join("\n")];
	return {
		tool: "Edit",
		input: { file_path: path, old_string, new_string },
		response: { filePath: path, oldString: old_string, newString: new_string },
		text: `The file ${path} has been updated successfully.`,
	};
}

function write(random: Random, files: Map<string, string[]>, path: string): Step {
	const lines = codeLines(random, random.size(40));
	files.set(path, lines);
	const content = lines.join("\n");
	return {
		tool: "Write",
		input: { file_path: path, content },
		response: { type: "create", filePath: path, content },
		text: `File created successfully at: ${path}`,
	};
}
