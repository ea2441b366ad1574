import { describe, expect, test } from "bun:test";
import { nearest, UserError } from "../../runtime/user-error.ts";
import { COMMANDS } from "./commands.ts";
import { endOfDay, startOfDay } from "./filters.ts";
import { parse } from "./parse.ts";

const audit = COMMANDS.find(({ name }) => name === "audit")!;

describe("the arguments of a command", () => {
	test("are options and the words between them", () => {
		const args = parse(audit, ["a", "--json", "--by", "day", "--host=pi", "b", "--host", "codex", "--jobs", "3"]);
		expect(args.positionals).toEqual(["a", "b"]);
		expect([args.flag("json"), args.flag("exact")]).toEqual([true, false]);
		expect([args.text("by"), args.text("since")]).toEqual(["day", undefined]);
		expect(args.texts("host")).toEqual(["pi", "codex"]);
		expect([args.number("jobs"), args.number("top")]).toEqual([3, 20]);
	});

	test("after -- are no options", () => {
		expect(parse(audit, ["--", "--json"]).positionals).toEqual(["--json"]);
	});

	test("without an option of that name have no default of it", () => {
		const verify = COMMANDS.find(({ name }) => name === "verify")!;
		expect([parse(verify, []).number("top"), parse(verify, []).text("project")]).toEqual([undefined, undefined]);
	});

	test("know short names", () => {
		expect(parse(audit, ["-h"]).flag("help")).toBe(true);
	});

	test.each([
		[["--jsn"], "ibid audit has no option --jsn. Did you mean --json?"],
		[["--frobnicate"], "ibid audit has no option --frobnicate. See ibid help audit."],
		[["-x"], "ibid audit has no option -x. See ibid help audit."],
		[["--version"], "ibid audit has no option --version. See ibid help audit."],
		[["--json=yes"], "--json takes no value."],
		[["--since"], "--since needs a value: --since WHEN."],
		[["--since", "--json"], "--since needs a value: --since WHEN."],
		[["--since="], "--since needs a value: --since WHEN."],
		[["--jobs", "0"], "--jobs needs a whole number above 0, not 0."],
		[["--jobs", "1.5"], "--jobs needs a whole number above 0, not 1.5."],
		[["--jobs=-1"], "--jobs needs a whole number above 0, not -1."],
		[["--host", "claude"], "--host cannot be claude. Did you mean claude-code?"],
		[["--host", "opncode"], "--host cannot be opncode. Did you mean opencode?"],
		[["--host", "x"], "--host cannot be x. It can be claude-code, codex, opencode, pi, gemini-cli, copilot-cli."],
		[["--by", "dya"], "--by cannot be dya. Did you mean day?"],
	])("%j are a mistake", (args, sentence) => {
		expect(() => parse(audit, args)).toThrow(new UserError(sentence));
	});
});

describe("the nearest name", () => {
	test.each([
		["audti", "audit"],
		["verif", "verify"],
		["hlep", "help"],
		["aud", "audit"],
		["install", undefined],
		["", undefined],
	])("to %j is %j", (name, meant) => {
		expect(nearest(name, ["audit", "verify", "help"])).toBe(meant);
	});
});

describe("a day", () => {
	const now = new Date(2026, 2, 3, 15, 30);

	test.each([
		["2026-01-31", new Date(2026, 0, 31)],
		["2024-02-29", new Date(2024, 1, 29)],
		["0d", new Date(2026, 2, 3)],
		["7d", new Date(2026, 1, 24)],
		["4w", new Date(2026, 1, 3)],
	])("%s begins at midnight, where the user is", (when, day) => {
		expect(startOfDay("since", when, now)).toBe(day.getTime());
	});

	test("ends when the next one begins, however long it is", () => {
		expect(endOfDay("until", "2026-03-29", now)).toBe(new Date(2026, 2, 30).getTime());
	});

	test.each(["2026-02-30", "2026-13-01", "2026-1-1", "yesterday", "7", "7m", "-7d", ""])("is not %j", (when) => {
		const sentence = `--since cannot be ${when}: give a day like 2026-01-31, or 7d or 4w for so long ago.`;
		expect(() => startOfDay("since", when, now)).toThrow(new UserError(sentence));
	});
});
