import { expect, test } from "bun:test";
import { type GuardedHost, testGuard } from "../../../contracts/guard.ts";
import { byDefault } from "../../lean/deliver.ts";
import type { AnswerRecord } from "../../store/record.ts";
import type { HookHandler } from "../hook-handler.ts";
import { newGuard, newHooks } from "./hook.ts";

/** Hooks for a record, in a project where writes are guarded or not. */
type HooksFor = (record: AnswerRecord, isGuarded: boolean) => HookHandler;

const all: HooksFor = (record, isGuarded) =>
	newHooks(record, { now: () => 7, wait: async () => {}, isGuarded: () => isGuarded, prefer: byDefault });
const guardOnly: HooksFor = (record, isGuarded) => newGuard(record, { now: () => 7, isGuarded: () => isGuarded });

/** Codex, which calls hooks for calls of the model and of its scripts. */
function codex(idOf: (id: string) => string, hooksFor = all): GuardedHost {
	return {
		write(path, text) {
			const added = text.trimEnd().replaceAll(/^/gm, "+");
			return {
				tool: "apply_patch",
				input: { command: `*** Begin Patch\n*** Add File: ${path}\n${added}\n*** End Patch` },
			};
		},
		run: (command) => ({ tool: "Bash", input: { command } }),
		async ask({ id, tool, input, directory }, record, isGuarded) {
			const place = { session_id: "s1", transcript_path: "/nowhere/log.jsonl", turn_id: "1", cwd: directory };
			const called = { tool_name: tool, tool_input: input, tool_use_id: idOf(id) };
			const event = { hook_event_name: "PreToolUse", ...place, ...called };
			const { hookSpecificOutput: output } = await hooksFor(record, isGuarded).handle(event);
			const said = output as { permissionDecision: string; permissionDecisionReason: string } | undefined;
			return said?.permissionDecision === "deny" ? said.permissionDecisionReason : undefined;
		},
	};
}

const direct = codex((id) => id);
testGuard("Codex", direct);
testGuard(
	"a script of Codex",
	codex((id) => `exec-${id}`),
);
testGuard(
	"Codex under ibid run",
	codex((id) => id, guardOnly),
);
testGuard(
	"a script of Codex under ibid run",
	codex((id) => `exec-${id}`, guardOnly),
);

test("the sentence has no full stop, since Codex adds one", async () => {
	const note = "[ibid] lines 3-30 unchanged";
	const { hashesOfNote } = await import("../../store/answer-line.ts");
	const nothing = (): ReadonlySet<string> => new Set();
	const noteHashes = (): ReadonlySet<string> => new Set(hashesOfNote(note));
	const record = {
		write() {},
		shortened: nothing,
		orphaned: nothing,
		refused: nothing,
		noteHashes,
		folds: () => new Map(),
	};
	const call = { id: "1", ...direct.write("/nowhere/a.ts", note), directory: "/nowhere" };
	expect(await direct.ask(call, record, true)).toMatch(/\w$/);
});
