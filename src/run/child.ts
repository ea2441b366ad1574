import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { EnvironmentVariables } from "../config/types.ts";

/** A program to start, with its own terminal and streams. */
export type ChildProgram = {
	readonly program: string;
	readonly args: readonly string[];
	readonly environment: EnvironmentVariables;
};

/** Runs a program as if it had been started without us. Resolves to the exit code that a shell would see. */
export function runChild({ program, args, environment }: ChildProgram): Promise<number> {
	const child = spawn(program, args, { stdio: "inherit", env: environment });
	// The terminal sends Ctrl-C to the whole group: the child decides what it means. Other signals are for us alone.
	const pass = SIGNALS.map((name) => {
		const listener = (): void => void (TERMINAL.has(name) && process.stdin.isTTY ? 0 : child.kill(name));
		process.on(name, listener);
		return () => process.off(name, listener);
	});
	return new Promise<number>((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
	}).finally(() => {
		for (const stop of pass) stop();
	});
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH"] as const;
const TERMINAL: ReadonlySet<string> = new Set(["SIGINT", "SIGQUIT", "SIGWINCH"]);
