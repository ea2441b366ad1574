import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../runtime/user-error.ts";
import { mayReach, mustHoldSessions, sessionFiles } from "./session-files.ts";

const root = mkdtempSync(join(tmpdir(), "ibid-session-files-"));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, "folder"));
writeFileSync(join(root, "folder", "a.jsonl"), "");
symlinkSync("loop", join(root, "loop"));

const shown: string[] = [];
const reading = () => ({ interrupt: new AbortController().signal, progress: (line: string) => void shown.push(line) });
const terminal = { home: join(root, "home"), environment: {} };
const at = (name: string): string => join(root, name);

describe("paths that are named", () => {
	test("give the sessions in them, and themselves where they cannot be opened", () => {
		const files = sessionFiles([at("folder"), at("loop"), at("folder/a.jsonl/b")], [], terminal);
		expect(files).toEqual([at("folder/a.jsonl"), at("folder/a.jsonl/b"), at("loop")]);
	});

	test("are a mistake where there is nothing", () => {
		expect(() => sessionFiles([at("folder"), at("gone")], [], terminal)).toThrow(
			new UserError(`${at("gone")} does not exist.`),
		);
	});

	const DENIED = "cannot be read: permission denied";
	const STRANGE = "not a session of an agent that ibid knows";
	test.each<[readonly string[], Readonly<Record<string, string>>, RegExp]>([
		[
			[],
			{},
			/^There is no session in logs and more\. Give a log of Claude Code, .* or Copilot CLI, or a folder of such logs\.$/,
		],
		[["a"], { a: DENIED }, /^a cannot be read: permission denied\. Make it readable for your user, or give another\.$/],
		[["a"], { a: STRANGE }, /^a: not a session of an agent that ibid knows\. Give a log of Claude Code, /],
		[
			["a", "b"],
			{ a: STRANGE, b: DENIED },
			/^None of 2 files can be read, such as a: not a session of an agent that ibid knows\. Give/,
		],
	])("are an error where %j are all files and %j cannot be read", (files, unreadable, sentence) => {
		const list = Object.entries(unreadable).map(([path, why]) => ({ path, why }));
		expect(() => mustHoldSessions(["logs", "more"], files, list, reading())).toThrow(UserError);
		expect(() => mustHoldSessions(["logs", "more"], files, list, reading())).toThrow(sentence);
		expect(() => mustHoldSessions([], files, list, reading())).not.toThrow();
	});

	test("are none where one file can be read", () => {
		const unreadable = [
			{ path: "a.db", why: STRANGE },
			{ path: "a.db", why: STRANGE },
		];
		expect(() => mustHoldSessions(["logs"], ["a.db", "b"], unreadable, reading())).not.toThrow();
	});
});

test("the progress line is cleared before an error, and an interrupted reading reports no error", () => {
	shown.length = 0;
	mustHoldSessions(["logs"], [], [], { ...reading(), interrupt: AbortSignal.abort() });
	expect(shown).toEqual([]);
	expect(() => mustHoldSessions(["logs"], [], [], reading())).toThrow(UserError);
	expect(shown).toEqual([""]);
});

test("a file that cannot be read, and a folder, may hold something of any time", () => {
	expect(mayReach(at("folder/a.jsonl"), Date.now() + 2 * 24 * 60 * 60 * 1000)).toBe(false);
	expect(mayReach(at("folder"), Number.MAX_SAFE_INTEGER)).toBe(true);
	expect(mayReach(at("loop"), Number.MAX_SAFE_INTEGER)).toBe(true);
});
