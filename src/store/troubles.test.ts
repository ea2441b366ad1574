import { afterAll, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastTroubles } from "./every-line.ts";
import { openRecord } from "./record.ts";
import type { FailureLine } from "./record-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-troubles-"));
afterAll(() => rmSync(folder, { recursive: true }));

const failure = (host: string, time: number, what: string): FailureLine => {
	return { kind: "failure", schema: 1, time, host, session: `${time}`, what };
};

test("the last problem of each host counts, from any process, and damaged lines do not", () => {
	expect(lastTroubles(join(folder, "nowhere"))).toEqual(new Map());
	const [one, other] = [openRecord(folder, "1"), openRecord(folder, "2")];
	one.write(failure("codex", 5, "first"));
	other.write(failure("codex", 9, "last"));
	one.write(failure("codex", 7, "between"));
	one.write(failure("pi", 1, "alone"));
	const aside = { kind: "aside", schema: 1, time: 3, host: "opencode", session: "", why: "another is there" } as const;
	other.write(aside);
	appendFileSync(join(folder, "answers", "5.1.jsonl"), '{"kind":"failure","schema":1,"time":99,"host":"pi"');
	expect([...lastTroubles(folder)].sort()).toEqual([
		["codex", failure("codex", 9, "last")],
		["opencode", aside],
		["pi", failure("pi", 1, "alone")],
	]);
});
