import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { CATALOG, READERS } from "../../../contracts/hosts.ts";
import { auditSession } from "../../audit/audit-session.ts";
import type { InspectedAnswer, InspectedQuote } from "../../audit/inspect.ts";
import { estimateTokens } from "../../core/tokens.ts";
import { recordingsIn } from "../../transcript/files.ts";
import { filesUnder } from "../sessions/session-files.ts";
import { shownBlocks } from "./show-lines.ts";

const SAMPLES = join(import.meta.dirname, "..", "..", "..", "samples");
const HOW = {
	hosts: CATALOG,
	count: estimateTokens,
	rules: [],
	proof: false,
	inspect: { kind: "best", count: 1000 },
} as const;

function quote(note: number, from: number, count: number): InspectedQuote {
	return { note, from, count, source: { call: "c1", turn: 1, by: "result", line: 0, number: 1 } };
}

function inspected(
	form: InspectedAnswer["form"],
	original: string,
	delivered: string,
	quotes: InspectedQuote[],
): InspectedAnswer {
	return { id: "a", turn: 2, original, delivered, really: "sent", form, reason: undefined, quotes, faults: [] };
}

describe("both texts of an answer, beside each other", () => {
	test("have each note next to the lines that it replaces", () => {
		const original = "head\na\nb\nc\nnew\nd\ne";
		const delivered = "head\n[ibid] abc\nnew\n[ibid] de";
		expect(
			shownBlocks(inspected("quoted", original, delivered, [quote(1, 1, 2), quote(1, 3, 1), quote(3, 5, 2)])),
		).toEqual([
			{ kind: "fresh", left: ["head"], right: ["head"] },
			{ kind: "quoted", left: ["a", "b", "c"], right: ["[ibid] abc"] },
			{ kind: "fresh", left: ["new"], right: ["new"] },
			{ kind: "quoted", left: ["d", "e"], right: ["[ibid] de"] },
		]);
	});

	test("are one block where nothing was left out", () => {
		expect(shownBlocks(inspected("whole", "a\nb", "a\nb", []))).toEqual([
			{ kind: "fresh", left: ["a", "b"], right: ["a", "b"] },
		]);
	});

	test("have all their lines, fresh ones twice, in every sample", () => {
		const all = filesUnder(SAMPLES).flatMap((file) =>
			[...recordingsIn(file, READERS)].flatMap((recorded) =>
				recorded.kind === "recording" ? auditSession(recorded.recording, HOW).inspected : [],
			),
		);
		expect(all.length).toBeGreaterThan(20);
		for (const each of all) {
			const blocks = shownBlocks(each);
			expect(blocks.flatMap(({ left }) => left).join("\n")).toBe(each.original);
			expect(blocks.flatMap(({ right }) => right).join("\n")).toBe(each.delivered);
			const bare = (line: string): string => line.replace(/^ *\d+(?:\t|: )/, "");
			for (const { kind, left, right } of blocks)
				if (kind === "fresh" && each.form === "quoted") expect(left.map(bare)).toEqual(right.map(bare));
		}
	});
});
