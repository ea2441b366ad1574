import { expect, test } from "bun:test";
import { COMMANDS } from "./commands.ts";
import { lastDays, periodAsked } from "./filters.ts";
import { parse } from "./parse.ts";

const now = new Date(2026, 0, 20, 15, 30);
const report = COMMANDS.find(({ name }) => name === "report")!;

test.each([
	[[], undefined],
	[["--since", "2026-01-02"], "since 2026-01-02"],
	[["--until", "2026-01-02"], "up to 2026-01-02"],
	[["--since", "7d", "--until", "2026-01-15"], "from 2026-01-13 to 2026-01-15"],
	[["--since", "2026-01-15", "--until", "2026-01-15"], "from 2026-01-15 to 2026-01-15"],
])("what %j asks for is called %p", (args, words) => {
	expect(periodAsked(parse(report, args), now)?.words).toBe(words as string);
});

test("a first day after the last is a user error", () => {
	const args = parse(report, ["--since", "2026-01-16", "--until", "2026-01-15"]);
	expect(() => periodAsked(args, now)).toThrow("--since 2026-01-16 is after --until 2026-01-15.");
});

test.each([
	[1, "today", new Date(2026, 0, 20)],
	[7, "in the last 7 days", new Date(2026, 0, 14)],
])("the last %d days are called %p and begin in time", (days, words, since) => {
	expect(lastDays(days, now)).toEqual({ since: since.getTime(), until: undefined, words });
});
