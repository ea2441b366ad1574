import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../../../scripts/build.ts";
import type { PageData } from "../../page/data.ts";
import { decodePage } from "../../page/page-codec.ts";
import { openerFor } from "./open.ts";

setDefaultTimeout(60_000);

const SAMPLES = join(import.meta.dirname, "..", "..", "..", "samples");
const root = mkdtempSync(join(tmpdir(), "ibid-page-"));
const [home, dist] = [join(root, "a home"), join(root, "dist")];
const standard = join(home, ".local", "state", "ibid", "page.html");

beforeAll(async () => {
	writeFileSync(join(root, "package.json"), '{"type":"module"}');
	mkdirSync(home);
	await build(dist);
});
afterAll(() => rmSync(root, { recursive: true }));

function start(...args: readonly string[]): ChildProcess {
	const env = { PATH: process.env.PATH ?? "", HOME: home };
	return spawn("node", [join(dist, "cli.js"), "page", ...args], { cwd: root, env });
}

async function run(...args: readonly string[]): Promise<{ code: number; output: string; errors: string }> {
	const child = start(...args);
	let [output, errors] = ["", ""];
	child.stdout?.setEncoding("utf8").on("data", (text: string) => {
		output += text;
	});
	child.stderr?.setEncoding("utf8").on("data", (text: string) => {
		errors += text;
	});
	const [code] = await once(child, "close");
	return { code, output, errors };
}

function dataIn(file: string): PageData {
	const [, data = ""] =
		/<script type="application\/json" id="data">([^<]*)<\/script>/.exec(readFileSync(file, "utf8")) ?? [];
	return decodePage(data);
}

describe("ibid page", () => {
	test("writes a page that only the user can read, where the record is, and says where", async () => {
		const { code, output, errors } = await run(SAMPLES);
		expect([code, output]).toEqual([0, `${standard}\n`]);
		expect(errors).toMatch(/^Read \d+ logs in \d+\.\d s\n$/);
		expect(statSync(standard).mode & 0o777).toBe(0o600);
		const { sessions, texts } = dataIn(standard);
		expect(sessions.length).toBeGreaterThan(3);
		expect(Object.keys(texts).length).toBeGreaterThan(3);
	});

	test("writes it elsewhere, in place of an older one, and leaves nothing else there", async () => {
		const folder = join(root, "elsewhere");
		mkdirSync(folder);
		writeFileSync(join(folder, "p.html"), "old", { mode: 0o644 });
		await run(SAMPLES, "--out", join(folder, "p.html"), "--host", "codex");
		expect(readdirSync(folder)).toEqual(["p.html"]);
		expect(statSync(join(folder, "p.html")).mode & 0o777).toBe(0o600);
		expect(new Set(dataIn(join(folder, "p.html")).sessions.map(({ host }) => host))).toEqual(new Set(["codex"]));
	});

	test("makes a page where there is no session at all", async () => {
		const { code, output } = await run("--out", join(root, "empty.html"));
		expect([code, output]).toEqual([0, `${join(root, "empty.html")}\n`]);
		expect(dataIn(join(root, "empty.html"))).toMatchObject({ sessions: [], texts: {}, trust: [] });
	});

	test("prints the same data for programs, and makes no page", async () => {
		rmSync(standard, { force: true });
		const { output } = await run(SAMPLES, "--json", "--since", "2000-01-01");
		const data: PageData = JSON.parse(output);
		expect(data).toMatchObject({ schema: 1, isLive: false });
		expect(data.sessions.length).toBeGreaterThan(3);
		expect(existsSync(standard)).toBe(false);
	});

	test.each([
		["--out", "a folder that is not there", ["--out", join(root, "no", "p.html")], "there is no folder"],
		["--out", "a folder", ["--out", root], "is a folder"],
		["--live", "with --json", ["--live", "--json"], "--json cannot be combined with --live"],
		["--live", "with --out", ["--live", "--out", "p.html"], "--out cannot be combined with --live"],
	])("refuses %s %s in one sentence", async (_, __, args, words) => {
		const { code, output, errors } = await run(SAMPLES, ...args);
		expect([code, output]).toEqual([2, ""]);
		expect(errors).toContain(words);
		expect(errors.trimEnd().split("\n")).toHaveLength(1);
	});
});

describe("ibid page --live", () => {
	test("serves clients that have its address until Ctrl-C, and ends with 130", async () => {
		const child = start(SAMPLES, "--live");
		const [line] = await once(child.stdout!.setEncoding("utf8"), "data");
		const address = new URL(String(line).trim());
		expect(address.hostname).toBe("127.0.0.1");
		expect((await fetch(address)).status).toBe(200);
		expect((await fetch(address.origin)).status).toBe(403);
		const data = decodePage(await (await fetch(new URL(`/data${address.search}`, address))).text());
		const answers = data.sessions.flatMap(({ threads }) => threads.flat()).filter((step) => step.kind === "answer");
		const { id } = answers.find(({ form }) => form !== "whole")!;
		const text = await (await fetch(new URL(`/answer${address.search}&id=${id}`, address))).json();
		expect(text).toMatchObject({ id, delivered: expect.stringContaining("[ibid]") });
		child.kill("SIGINT");
		expect(await once(child, "close")).toEqual([130, null]);
		await expect(fetch(address)).rejects.toThrow();
	});
});

describe("the browser", () => {
	test("is opened if the machine has a screen", async () => {
		const bin = join(root, "bin");
		mkdirSync(bin);
		writeFileSync(join(bin, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > '${join(root, "opened")}'\n`);
		chmodSync(join(bin, "xdg-open"), 0o755);
		const env = { PATH: `${bin}:${process.env.PATH}`, HOME: home, DISPLAY: ":0" };
		const command = ["node", join(dist, "cli.js"), "page", SAMPLES];
		const child = Bun.spawn(command, { cwd: root, env, terminal: { cols: 80, rows: 20, data() {} } });
		expect(await child.exited).toBe(0);
		while (!existsSync(join(root, "opened"))) await Bun.sleep(20);
		expect(readFileSync(join(root, "opened"), "utf8")).toBe(standard);
	});

	test.each([
		["darwin", {}, ["open"]],
		["win32", {}, ["cmd", "/c", "start", ""]],
		["linux", { DISPLAY: ":0" }, ["xdg-open"]],
		["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"]],
		["linux", {}, []],
		["darwin", { SSH_CONNECTION: "10.0.0.1 5 10.0.0.2 22" }, []],
	] as const)("is opened on %s with %p by %p", (platform, environment, opener) => {
		expect(openerFor(platform, environment)).toEqual(opener);
	});
});
