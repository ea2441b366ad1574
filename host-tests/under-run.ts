import { join } from "node:path";

/** A program with its arguments. */
export type Started = { readonly program: string; readonly args: readonly string[] };

/** The same program, started by `ibid run` from its sources; Bun ignores files of the project. */
export function underRun({ program, args }: Started, options: readonly string[] = ["--unmanaged"]): Started {
	const cli = join(import.meta.dirname, "..", "src", "cli.ts");
	const ibid = ["--config=/dev/null", "--no-env-file", cli, "run", ...options, "--"];
	return { program: process.execPath, args: [...ibid, program, ...args] };
}

/** The folder of ibid's state under `ibid run`, and the file that gets the requests. */
export type RunFiles = { readonly state: string; readonly record: string };

/** A program as it is, or under `ibid run`. */
export function startedBy(
	files: RunFiles | undefined,
	plain: Started,
): Started & { readonly environment: Record<string, string> } {
	if (!files) return { ...plain, environment: {} };
	return { ...underRun(plain, ["--record", files.record]), environment: { IBID_STATE: files.state } };
}
