import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build } from "../../scripts/build.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { requestIn } from "../opencode/model.ts";
import { environmentOf, run } from "../program.ts";
import { read } from "./calls.ts";
import { makePlace } from "./compare.ts";
import { commandOf, environmentFor, type Place, programFor, settle, type Version } from "./run.ts";
import { says } from "./scenes.ts";

afterAll(removeFolders);

let packed = "";
beforeAll(async () => {
	packed = await pack();
}, 60_000);

const VERSIONS: readonly Version[] = ["1.5.0", "0.73.1"];

test.each(VERSIONS)(
	"pi %s installs the package as it is published, works with it, and removes it",
	async (version) => {
		const place = makePlace(version, []);
		settle(place);
		const before = settingsOf(place);
		const folder = relative(place.project, packed);
		await pi(place, "install", folder);
		expect(await pi(place, "list")).toContain(basename(dirname(packed)));
		expect(await isShortened(place)).toBe(true);
		await pi(place, "remove", folder);
		expect(await pi(place, "list")).not.toContain(basename(dirname(packed)));
		expect(await isShortened(place)).toBe(false);
		expect(settingsOf(place)).toMatchObject(before);
		expect(settingsOf(place)).not.toMatchObject({ packages: [expect.anything()] });
		await place.model.close();
	},
	120_000,
);

const ROOT = join(import.meta.dirname, "..", "..");

/** The folder that a person gets by unpacking what npm would publish. */
async function pack(): Promise<string> {
	const folder = makeFolder("plugin");
	for (const name of ["package.json", "README.md", "LICENSE", "samples", "src", "proof"])
		cpSync(join(ROOT, name), join(folder, name), { recursive: true });
	await build(join(folder, "dist"));
	const start = { folder, environment: environmentOf(folder) };
	const { output } = await run("npm", ["pack", "--ignore-scripts", "--json"], start);
	const [, tarball = ""] = /"filename": "(.*)"/.exec(output) ?? [];
	const to = makeFolder("plugin");
	await run("tar", ["xzf", join(folder, tarball), "-C", to], start);
	expect(existsSync(join(to, "package", "dist", "pi", "extension.js"))).toBe(true);
	return join(to, "package");
}

async function pi(place: Place, ...args: readonly string[]): Promise<string> {
	const [program, ...rest] = programFor(place.version);
	const start = { folder: place.project, environment: environmentFor(place), input: [] };
	const { code, output, errors } = await run(program, [...rest, ...args], start);
	expect([code, errors]).toEqual([0, expect.any(String)]);
	return output + errors;
}

async function isShortened(place: Place): Promise<boolean> {
	const asked = place.model.asked.length;
	const clock = says("The clock:", read("src/clock.ts"));
	place.model.play({ replies: [clock, clock] });
	const [program, ...rest] = commandOf(place, "-p", "Read the clock.");
	await run(program, rest, { folder: place.project, environment: environmentFor(place), input: [] });
	const requests = place.model.asked.slice(asked).flatMap((each) => requestIn(each) ?? []);
	expect(requests).toHaveLength(3);
	return JSON.stringify(requests.at(-1)?.messages.at(-1)).includes("[ibid] lines 1-69 as last shown by read");
}

function settingsOf({ home }: Place): object {
	return JSON.parse(readFileSync(join(home, ".pi", "agent", "settings.json"), "utf8"));
}
