import { spawn } from "node:child_process";
import { join } from "node:path";

/** How a program is started. */
export type Start = {
	readonly folder: string;
	readonly environment: Readonly<Record<string, string>>;
	/** Lines for its standard input: the first at once, then one for each output line that asks for the next. */
	readonly input?: readonly string[];
	readonly callsForNext?: (line: string) => boolean;
};

/** What a program printed, and how it ended; no exit code if it was killed. */
export type Ended = { readonly code: number | undefined; readonly output: string; readonly errors: string };

/** A program that takes longer is killed. */
const MOST_TIME = 90_000;

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], start: Start): Promise<Ended> {
	const child = spawn(program, args, { cwd: start.folder, env: start.environment });
	const waiting = [...(start.input ?? [])];
	const sendNext = (): void => {
		const line = waiting.shift();
		if (line === undefined) child.stdin.end();
		else child.stdin.write(`${line}\n`);
	};
	let [output, errors, seen] = ["", "", 0];
	child.stdin.on("error", () => {});
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		output += text;
		for (let end = output.indexOf("\n", seen); end >= 0; end = output.indexOf("\n", seen)) {
			if (start.callsForNext?.(output.slice(seen, end))) sendNext();
			seen = end + 1;
		}
	});
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		errors += text;
	});
	sendNext();
	const timer = setTimeout(() => child.kill("SIGKILL"), MOST_TIME);
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => {
			clearTimeout(timer);
			resolve({ code: code ?? undefined, output, errors });
		});
	});
}

/** A program from a package in this folder's node_modules. */
export function programOf(...path: readonly string[]): string {
	return join(import.meta.dirname, "node_modules", ...path);
}

/** What every host needs from its environment, and nothing of the user of this machine. */
export function environmentOf(home: string): Record<string, string> {
	return {
		PATH: process.env.PATH ?? "/usr/bin:/bin",
		HOME: home,
		LANG: "C.UTF-8",
		SHELL: "/bin/bash",
		TERM: "dumb",
		NO_PROXY: "127.0.0.1,localhost",
		npm_config_globalconfig: join(home, "npmrc"),
		npm_config_update_notifier: "false",
	};
}
