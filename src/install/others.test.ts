import { describe, expect, test } from "bun:test";
import { hookTraces, keysOn, nameTraces, othersIn } from "./others.ts";

const WHERE = "/home/you/settings.json";

describe("a command of a hook shows", () => {
	test.each([
		["rtk", "rtk hook claude"],
		["rtk", "/opt/bin/rtk hook codex"],
		["rtk", '"C:\\Program Files\\rtk.exe" hook gemini'],
		["rtk", "/home/you/.claude/hooks/rtk-rewrite.sh"],
		["rtk", "bash ~/.gemini/hooks/rtk-hook-gemini.sh"],
		["context-mode", "context-mode hook claude-code pretooluse"],
		["context-mode", "npx -y context-mode@latest hook gemini-cli aftertool"],
		["context-mode", 'node "/x/context-mode/hooks/pretooluse.mjs"'],
		["DRIP", "/home/you/.cargo/bin/drip hook claude"],
		["DRIP", "'/home/you/my tools/drip' hook claude-grep"],
	])("%s: %s", (name, command) => {
		expect(othersIn(hookTraces(WHERE, { PreToolUse: [{ hooks: [{ command }] }] }))).toMatchObject([
			{ name, where: WHERE },
		]);
	});

	test.each([
		"ibid hook gemini",
		"my-drip hook claude",
		"drip-feed hook x",
		"echo rtk",
		"art-rewrite.sh",
		"context-modes hook x",
	])("no other tool: %s", (command) => expect(othersIn(hookTraces(WHERE, [{ command }]))).toEqual([]));

	test("also if the words are separate arguments", () => {
		expect(othersIn(hookTraces(WHERE, [{ command: "rtk", args: ["hook", "claude"] }]))).toMatchObject([
			{ name: "rtk" },
		]);
	});
});

describe("a name shows", () => {
	test.each([
		["DCP", "@tarquinen/opencode-dcp@latest"],
		["DCP", "file:///x/node_modules/@tarquinen/opencode-dcp/dist/index.js"],
		["pi-readcache", "npm:pi-readcache"],
		["pi-readcache", "npm:pi-readcache@0.2.0"],
		["pi-readcache", "git:https://github.com/someone/pi-readcache.git"],
		["pi-readcache", "../pi-readcache"],
		["rtk", "rtk.ts"],
		["rtk", "rtk-codex@market"],
		["context-mode", "context-mode@context-mode"],
		["DRIP", "drip"],
	])("%s: %s", (name, words) => {
		expect(othersIn(nameTraces(WHERE, [words]))).toMatchObject([{ name }]);
	});

	test.each(["pi-readcache-like", "my-rtk.ts", "drips", "context-mode-x@y", "ibid@ibid", ""])(
		"no other tool: %s",
		(words) => {
			expect(othersIn(nameTraces(WHERE, [words]))).toEqual([]);
		},
	);
});

test("a tool with many traces is named once, by the first trace", () => {
	const traces = [
		...nameTraces("first", ["context-mode"]),
		...hookTraces("second", { command: "context-mode hook x y" }),
	];
	expect(othersIn(traces)).toMatchObject([{ name: "context-mode", where: "first" }]);
});

test("what DRIP means depends on how it was installed", () => {
	const [hooked] = othersIn(hookTraces(WHERE, { command: "drip hook claude" }));
	const [served] = othersIn(nameTraces(WHERE, ["drip"]));
	expect(hooked?.means).toContain("before ibid can");
	expect(served?.means).toContain("its own reading tool");
});

test("a tool that is switched off leaves no trace", () => {
	const settings = { a: true, b: false, c: { enabled: false }, d: { disabled: true }, e: {}, f: { enabled: true } };
	expect(keysOn(settings)).toEqual(["a", "e", "f"]);
	expect(keysOn(["a"])).toEqual([]);
});
