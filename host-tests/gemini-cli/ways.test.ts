import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { byBun, recordedIn } from "../codex/live.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { compare, expectProved, expectUntouched, shortenedIn, toldBy } from "./compare.ts";
import { byExtension, byServerOfExtension, extensionsIn, removeExtension } from "./extension.ts";
import { byTailCall, type Wiring, withoutServer } from "./live.ts";
import { AGAIN_BY_DEFAULT, AGAIN_IN_YOLO, AGAIN_WITH_RIVAL, AGAIN_WITHOUT_TOOL, KILLED } from "./live-scenes-care.ts";
import { writeSettings } from "./run.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

const NOTES = ["src/clock.ts (2)", "src/duration.ts 10 90"];

/** A server that the host knows by the same name, but that is another program or is spoken of otherwise. */
function otherServer(change: Readonly<Record<string, unknown>>): Wiring {
	const wiring = byTailCall();
	return { ...wiring, isServed: false, servers: { ibid: { ...wiring.servers?.ibid, ...change } } };
}

describe("Gemini CLI's model gets what it would have got", () => {
	const ways: readonly (readonly [string, () => Wiring])[] = [
		["if there is no server", withoutServer],
		["if the user does not trust the server", () => otherServer({ trust: false })],
		["if some of its tools are taken away", () => otherServer({ excludeTools: ["text"] })],
		["if only others of its tools are allowed", () => otherServer({ includeTools: ["other"] })],
		["if no policy allows its tool", () => ({ ...byTailCall(), isServed: false, install: async () => {} })],
		["if settings of the whole machine take it away", () => onMachine({ tools: { exclude: ["mcp_ibid_text"] } })],
		["if the server does not start", () => otherServer({ command: "/nowhere/ibid" })],
		["if the server ends at once", () => otherServer({ command: "false" })],
		["if another server has its name", () => otherServer(byBun(FILES))],
	];

	test.each(ways)(
		"%s",
		async (_, wiringOf) => {
			const wiring = wiringOf();
			expectUntouched(await compare(AGAIN_IN_YOLO, wiring));
			expect(recordedIn(wiring.state)).toEqual([]);
		},
		TIME,
	);

	test.each(Object.entries(AGAIN_WITHOUT_TOOL))(
		"if the tool of the server is taken away: %s",
		async (_, scene) => expectUntouched(await compare(scene, { ...byTailCall(), isServed: false })),
		TIME,
	);

	test(
		"if another hook adds text",
		async () => {
			const compared = await compare(AGAIN_WITH_RIVAL, { ...byTailCall(), isServed: false });
			expectUntouched(compared);
			expect(toldBy(compared, "src/clock.ts", 2).at(-1)).toBe("<hook_context>Mind the egg.</hook_context>");
		},
		TIME,
	);

	test(
		"if the server is the extension's own, where nothing is allowed and everything is",
		async () => {
			expectUntouched(await compare(AGAIN_BY_DEFAULT, byServerOfExtension()));
			expectUntouched(await compare(AGAIN_IN_YOLO, byServerOfExtension()));
		},
		TIME,
	);
});

/** On a machine whose settings stand where the environment says. */
function onMachine(settings: object): Wiring {
	const wiring = byTailCall();
	const file = join(makeFolder("plugin"), "settings.json");
	writeFileSync(file, JSON.stringify(settings));
	const environment = { ...wiring.environment, GEMINI_CLI_SYSTEM_SETTINGS_PATH: file };
	return { ...wiring, environment, isServed: false };
}

const FILES = join(import.meta.dirname, "..", "codex", "files-server.ts");

describe("a server in Gemini CLI", () => {
	test(
		"that is killed in the middle of a session does no harm",
		async () => {
			const compared = await compare(KILLED);
			expectProved(compared);
			expect(shortenedIn(compared)).toEqual(["src/clock.ts (2)"]);
		},
		TIME,
	);
});

describe("the extension for Gemini CLI", () => {
	test(
		"shortens texts once it is installed and its server is in the settings",
		async () => {
			const compared = await compare(AGAIN_IN_YOLO, byExtension());
			expectProved(compared);
			expect(shortenedIn(compared)).toEqual(NOTES);
		},
		TIME,
	);

	test(
		"leaves nothing behind when it is removed, and has changed no settings",
		async () => {
			const [home, { install }] = [makeFolder("home"), byExtension()];
			writeSettings(home);
			const settings = readFileSync(join(home, ".gemini", "settings.json"), "utf8");
			await install?.(home);
			expect(await extensionsIn(home)).toContain("ibid");
			await removeExtension(home);
			expect(await extensionsIn(home)).not.toContain("ibid");
			expect(readFileSync(join(home, ".gemini", "settings.json"), "utf8")).toBe(settings);
		},
		TIME,
	);
});
