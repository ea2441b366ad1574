import type { Random } from "./random.ts";
import { changeLines, codeLines, name, outputLines } from "./texts.ts";
import { cat, edit, readOpenCode, run, type Step, search, sed, write } from "./tools.ts";

/** An agent at work on a project, an endless series of steps, in about the proportions of real sessions. */
export function* work(random: Random): Generator<Step, never> {
	const project: Project = { random, files: new Map(), outputs: new Map() };
	for (let index = 0; index < FILES; index++) {
		const lines = [...LICENCE, ...codeLines(random, random.size(60))];
		project.files.set(`src/${name(random)}${index}.ts`, lines);
	}
	for (const command of COMMANDS) project.outputs.set(command, outputLines(random, random.size(25)));
	while (true) {
		const kind = random.below(100);
		if (kind < 14) yield readWhole(project);
		else if (kind < 34) yield readRange(project);
		else if (kind < 40) yield catOrSed(project);
		else if (kind < 66) yield runAgain(project);
		else if (kind < 80) yield runOnce(project);
		else if (kind < 86) yield searchFiles(project);
		else if (kind < 97) yield editFile(project);
		else yield writeFile(project);
	}
}

/** The initial content of the project's files. */
export const LICENCE: readonly string[] = [
	"/*",
	" * Licensed under the Apache License, Version 2.0 (the License); you may not use this file except",
	" * in compliance with the License. You may obtain a copy of the License at the address below.",
	" * Unless required by applicable law or agreed to in writing, software distributed under it is",
	" * distributed on an AS IS BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND.",
	" */",
	'import { readFile, writeFile } from "node:fs/promises";',
	'import { join, resolve } from "node:path";',
	'import type { Session, Window } from "./types.ts";',
	"",
];

type Project = {
	readonly random: Random;
	readonly files: Map<string, string[]>;
	readonly outputs: Map<string, string[]>;
};

const FILES = 60;
const COMMANDS = [
	"npm test",
	"npm run build",
	"npx tsc --noEmit",
	"git status",
	"git diff --stat",
	"git log --oneline",
	"ls -la src",
	"cargo check",
	"npm run lint",
	"docker ps",
];

function readWhole({ random, files }: Project): Step {
	const path = random.pick([...files.keys()]);
	return readOpenCode(path, files.get(path)!);
}

function readRange({ random, files }: Project): Step {
	const path = random.pick([...files.keys()]);
	const lines = files.get(path)!;
	return readOpenCode(path, lines, someLines(random, lines.length));
}

function catOrSed({ random, files }: Project): Step {
	const path = random.pick([...files.keys()]);
	const lines = files.get(path)!;
	return random.chance(0.5) ? cat(path, lines) : sed(path, lines, someLines(random, lines.length));
}

function someLines(random: Random, count: number): { first: number; count: number } {
	const first = 1 + random.below(count);
	return { first, count: Math.min(random.size(32), count - first + 1) };
}

function runAgain({ random, outputs }: Project): Step {
	const command = random.pick([...outputs.keys()]);
	const lines = changeLines(random, outputs.get(command)!, random.below(5));
	outputs.set(command, lines);
	return run(command, lines);
}

function runOnce({ random }: Project): Step {
	return run(
		`${random.pick(COMMANDS)} -- ${name(random)} --seed ${random.below(1e6)}`,
		outputLines(random, random.size(24)),
	);
}

function searchFiles({ random, files }: Project): Step {
	const hits = Array.from({ length: random.size(15) }, () => {
		const [path, lines] = random.pick([...files]);
		const line = random.below(lines.length);
		return `${path}:${line + 1}:${lines[line]}`;
	});
	return search(name(random), hits);
}

function editFile({ random, files }: Project): Step {
	const path = random.pick([...files.keys()]);
	const lines = files.get(path)!;
	const first = random.below(lines.length);
	const old = lines.slice(first, first + 1 + random.below(5));
	const added = codeLines(random, random.size(6));
	files.set(path, [...lines.slice(0, first), ...added, ...lines.slice(first + old.length)]);
	return edit(path, old.join("\n"), added.join("\n"));
}

function writeFile({ random, files }: Project): Step {
	const path = `src/${name(random)}${files.size}.ts`;
	const lines = [...LICENCE, ...codeLines(random, random.size(40))];
	files.set(path, lines);
	return write(path, lines);
}
