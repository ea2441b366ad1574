import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import * as v from "valibot";

/**
 * Stands between Claude Code and a server of hooks, and has every hook name a spoilt copy of the log: its arguments are
 * what spoils it, the path of the copy, and the server with its own arguments. The host's own log stays as it is.
 */
const [spoil = "", copy = "", command = "", ...args] = process.argv.slice(2);

type Spoil = (log: string, call: string) => void;

const SPOILS: Readonly<Record<string, Spoil>> = {
	"is a folder": () => void mkdirSync(copy, { recursive: true }),
	"ends in the middle of a line": (log, call) => writeFileSync(copy, log.slice(0, log.lastIndexOf(call) - 1)),
	"has lost half a line": (log) => writeFileSync(copy, log.replace(/(?<="type":"tool_result").*\n/, "")),
	"is of an unknown version": rewritten(/"version":"[^"]*"/g, '"version":"99.0.0-next"'),
	"has unknown kinds of lines": rewritten(/"type":"(user|assistant)"/g, '"type":"new-$1"'),
	"has unknown kinds of blocks": rewritten(/"type":"tool_result"/g, '"type":"tool_answer"'),
};

function rewritten(pattern: RegExp, by: string): Spoil {
	return (log) => writeFileSync(copy, log.replaceAll(pattern, by));
}

const HookShape = v.object({
	params: v.object({
		arguments: v.object({ transcript_path: v.string(), tool_use_id: v.optional(v.string(), "") }),
	}),
});

const server = spawn(command, args, { stdio: ["pipe", "inherit", "inherit"] });
server.on("close", (code) => process.exit(code ?? 1));
for await (const line of createInterface({ input: process.stdin })) server.stdin.write(`${await spoilt(line)}\n`);
server.stdin.end();

async function spoilt(line: string): Promise<string> {
	const request = v.safeParse(HookShape, JSON.parse(line));
	if (!request.success) return line;
	const { transcript_path: path, tool_use_id: call } = request.output.params.arguments;
	SPOILS[spoil]?.(await logThatNames(call, path), call);
	return line.replaceAll(JSON.stringify(path), JSON.stringify(copy));
}

/** The host writes its log a little late; the whole log should be damaged. */
async function logThatNames(call: string, path: string): Promise<string> {
	const log = existsSync(path) ? readFileSync(path, "utf8") : "";
	if (log !== "" && log.includes(call)) return log;
	await Bun.sleep(10);
	return logThatNames(call, path);
}
