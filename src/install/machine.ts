import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { FoundHost, Machine, MachineSurroundings, ProgramResult } from "./types.ts";

/**
 * This machine, for a user with this home directory and environment. No program runs longer than so many milliseconds.
 */
export function thisMachine(
	home: string,
	environment: Machine["environment"],
	data: string,
	mostTime: number = MOST_TIME,
): Machine {
	return { home, environment, data, run: run(environment, mostTime), find: find(environment) };
}

function run(own: Machine["environment"], mostTime: number): Machine["run"] {
	return (program, args, { folder, environment, input = "" } = {}) =>
		new Promise<ProgramResult>((resolve) => {
			const env = { ...own, ...environment };
			// Some programs ignore the request to end.
			const end = { timeout: mostTime, killSignal: "SIGKILL" } as const;
			const options = { cwd: folder, env, ...end, maxBuffer: MOST_OUTPUT };
			const child = execFile(program, [...args], options, (error, output, errors) => {
				const code = typeof error?.code === "number" ? error.code : 1;
				resolve({ code: error ? code : 0, output, errors: errors || (error?.message ?? "") });
			});
			// The program gets no answer to its questions, and may ignore its input.
			child.stdin?.on("error", () => {});
			child.stdin?.end(input);
			// A process that it has left behind may keep its output open for ever.
			child.once("exit", () => {
				const timer = setTimeout(() => [child.stdout, child.stderr].map((stream) => stream?.destroy()), LAST_WORDS);
				child.once("close", () => clearTimeout(timer));
			});
		});
}

const MOST_TIME = 60_000;
/** In milliseconds, for output that was printed before the end and is still on its way. */
const LAST_WORDS = 1000;
const MOST_OUTPUT = 16 * 1024 * 1024;

function find({ PATH = "" }: Machine["environment"]): Machine["find"] {
	const endings = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
	return (name) => {
		// Programs in the current folder are not run.
		const folders = PATH.split(delimiter).flatMap((folder) => (folder === "" ? [] : resolve(folder)));
		const places = folders.flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)));
		return places.find(isRunnable);
	};
}

function isRunnable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

/**
 * A host by the name of its program; undefined if there is none, or if it prints no version and so is something else.
 */
export async function findHost(
	machine: Machine,
	name: string,
	version: RegExp,
	around?: MachineSurroundings,
): Promise<FoundHost | undefined> {
	const program = machine.find(name);
	if (program === undefined) return undefined;
	const { output } = await machine.run(program, ["--version"], around);
	const [told] = version.exec(output) ?? [];
	return told === undefined ? undefined : { program, version: told };
}
