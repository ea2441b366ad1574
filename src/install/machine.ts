import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Ended, Machine } from "./types.ts";

/** This machine, for a user with this home and environment. */
export function thisMachine(home: string, environment: Machine["environment"], data: string): Machine {
	return { home, environment, data, run: run(environment), find: find(environment) };
}

function run(own: Machine["environment"]): Machine["run"] {
	return (program, args, { folder, environment, input = "" } = {}) =>
		new Promise<Ended>((resolve) => {
			const env = { ...own, ...environment };
			const options = { cwd: folder, env, timeout: MOST_TIME, maxBuffer: MOST_OUTPUT };
			const child = execFile(program, [...args], options, (error, output, errors) => {
				const code = typeof error?.code === "number" ? error.code : 1;
				resolve({ code: error ? code : 0, output, errors: errors || (error?.message ?? "") });
			});
			// Nobody is there to answer what a program may ask, nor does it have to read what it is told.
			child.stdin?.on("error", () => {});
			child.stdin?.end(input);
		});
}

const MOST_TIME = 60_000;
const MOST_OUTPUT = 16 * 1024 * 1024;

function find({ PATH = "" }: Machine["environment"]): Machine["find"] {
	const endings = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
	return (name) => {
		const folders = PATH.split(delimiter).filter((folder) => folder !== "");
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
