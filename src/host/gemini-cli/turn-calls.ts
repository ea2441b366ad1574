import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "../../core/lines.ts";
import type { ToolCall } from "../../lens/types.ts";

/**
 * What a call may do while others of its turn run. The host tells hooks only about the current call, and its log has
 * the calls only when all of them have returned.
 */
export type Doing = "looking" | "commanding" | "changing" | "delegating";

/** A call of the current turn. */
export type Noted = {
	readonly doing: Doing;
	/** Its name: made from its tool and arguments. */
	readonly name: string;
	/** How long the log was when it began. */
	readonly size: number;
	/** The arguments, for commands only. */
	readonly input: () => unknown;
};

/**
 * The calls of the current turn, each in a file of its own: hooks of parallel calls are parallel processes, which can
 * create, rename and delete files without waiting for each other.
 */
export type TurnCalls = {
	/** Notes that a call begins. */
	begin(call: ToolCall, size: number): void;
	/** Notes that a call has ended that may have made other calls. */
	end(call: ToolCall): void;
	/** The calls of this turn. Calls that `isOver` knows to be of an earlier turn are forgotten. */
	now(isOver: (size: number) => boolean): readonly Noted[];
};

/** The calls noted in a folder of their own. Throws if the folder cannot be read or written. */
export function openTurnCalls(folder: string): TurnCalls {
	return {
		begin(call, size) {
			mkdirSync(folder, { recursive: true, mode: 0o700 });
			const doing = doingOf(call.tool);
			const told = doing === "commanding" ? JSON.stringify(call.input) : "";
			const file = [size, doing, callKey(call), process.pid].join(".");
			writeFileSync(join(folder, file), told, { mode: 0o600 });
		},
		end(call) {
			if (doingOf(call.tool) !== "delegating") return;
			const open = `.delegating.${callKey(call)}.`;
			const file = readdirSync(folder).find((each) => each.includes(open));
			// What it did is not in the log yet.
			if (file) renameSync(join(folder, file), join(folder, file.replace(open, `.changing.${callKey(call)}.`)));
		},
		now(isOver) {
			return readdirSync(folder).flatMap((file) => {
				const noted = notedIn(folder, file);
				if (!isOver(noted.size)) return [noted];
				rmSync(join(folder, file), { force: true });
				return [];
			});
		},
	};
}

/** Forgets sessions in whose folders nothing has been noted for a day. */
export function forgetOldTurns(folders: string, now: number): void {
	for (const name of existsSync(folders) ? readdirSync(folders) : []) {
		const folder = join(folders, name);
		if (now - statSync(folder).mtimeMs > DAY) rmSync(folder, { recursive: true, force: true });
	}
}

const DAY = 24 * 60 * 60 * 1000;

/** The key of a call, since it has no id. */
export function callKey({ tool, input }: Pick<ToolCall, "tool" | "input">): string {
	const told = JSON.stringify([tool, input]);
	return `${(hashOf(told) >>> 0).toString(36)}-${told.length}`;
}

/** An unknown tool may be an agent, and agents make calls of their own in the same session. */
function doingOf(tool: string): Doing {
	if (tool === "run_shell_command") return "commanding";
	if (LOOKING.has(tool)) return "looking";
	return CHANGING.has(tool) || tool.startsWith("mcp_") ? "changing" : "delegating";
}

const LOOKING: ReadonlySet<string> = new Set([
	"read_file",
	"read_many_files",
	"grep_search",
	"glob",
	"list_directory",
	"google_web_search",
	"web_fetch",
	"get_internal_docs",
	"list_mcp_resources",
	"read_mcp_resource",
	"ask_user",
	"update_topic",
	"write_todos",
]);

const CHANGING: ReadonlySet<string> = new Set(["replace", "write_file", "save_memory"]);

function notedIn(folder: string, file: string): Noted {
	const [size = "", doing = "", name = ""] = file.split(".");
	return {
		// A file that is not ours means that something else is going on, which we do not understand.
		doing: isDoing(doing) ? doing : "delegating",
		name,
		size: Number(size),
		input: () => JSON.parse(readFileSync(join(folder, file), "utf8")),
	};
}

function isDoing(word: string): word is Doing {
	return ["looking", "commanding", "changing", "delegating"].includes(word);
}
