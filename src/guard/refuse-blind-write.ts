import { hashOf } from "../core/lines.ts";
import type { Range } from "../core/types.ts";
import { lookAtCall } from "../lens/look.ts";
import type { ToolCall } from "../lens/types.ts";
import { rangesWords } from "../outline/fold-news.ts";
import { writeIfPossible } from "../store/record.ts";
import { readIf } from "../wire/system-error.ts";
import { type Guarded, refuseCopy } from "./refuse-copy.ts";

/** Why a call must not run: it would write a note into a file, or a whole file of which the model has seen a part. */
export function refuseWrite(call: ToolCall, guarded: Guarded): string | undefined {
	return refuseCopy(call, guarded) ?? refuseBlindWrite(call, guarded);
}

/** The same for a write over lines that an outline has withheld, and that the model has not read since. */
function refuseBlindWrite(call: ToolCall, guarded: Guarded): string | undefined {
	const { tools, record, now, host, session, agent } = guarded;
	const foldsOf = guarded.foldsOf ?? ((file: string) => record.folds(session, agent).get(file));
	try {
		for (const { kind, subject } of lookAtCall(tools, call).own) {
			const folds = kind === "write" ? foldsOf(subject.name) : undefined;
			if (!folds || folds.length === 0 || readIf(subject.name) === "") continue;
			const write = (hashOf(JSON.stringify(["folds", subject.name])) >>> 0).toString(36);
			const line = { kind: "refusal", schema: 1, time: now(), host, session, agent, tool: call.tool, write } as const;
			writeIfPossible(record, { ...line, isBlind: true });
			return wordsFor(subject.label, folds);
		}
	} catch {
		// In doubt the call runs.
	}
	return undefined;
}

function wordsFor(file: string, folds: readonly Range[]): string {
	return `Nothing was written: lines ${rangesWords(folds)} of ${file} are folded, and you have not seen them; read them first, then write the file, or edit it`;
}
