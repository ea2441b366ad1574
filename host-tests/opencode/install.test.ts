import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { opencodeInstaller } from "../../src/host/opencode/install.ts";
import type { Machine } from "../../src/install/types.ts";
import { ibidDoes } from "../install-commands.ts";
import { type Fitted, type Read, testInstaller } from "../install-contract.ts";
import { expectAllAsBefore, putIn, takeOut, treeIn } from "../install-fitted.ts";
import { definedIn, makePackage, makePlace } from "../install-place.ts";
import { programOf, run } from "../program.ts";
import { makeProject } from "../project.ts";
import { environmentIn, kit } from "./home.ts";
import { requestIn, resultsIn, startChat } from "./model.ts";

const PROGRAM = programOf("opencode-ai", "bin", "opencode.exe");
const FOLDER = "config/opencode";
const MANNERS = "Weigh the eggs first.";

/** Settings with unusual formatting. */
const SETTINGS = `// What I like.
{   "$schema" : "https://opencode.ai/config.json",
	"autoupdate":false , /* never */ "share": "disabled",
  "plugin": [ "./mine/manners.js" , // how I want to be spoken to
  ], "permission":{"*":"allow"},
      "model": "scripted/scripted","small_model":"scripted/scripted",
  "provider": { "scripted": { "npm": "@ai-sdk/openai-compatible",   "name":"Scripted",
\t\t"options": {"baseURL":"{env:SCRIPTED_URL}/v1","apiKey":"none",},
\t\t"models": {"scripted":{"name":"Scripted","tool_call":true,"limit":{"context":200000,"output":8000}}} } }
}`;

/** A plugin of another maker in the same list. */
const PLUGIN = `export default async () => ({
  "experimental.chat.system.transform": async (_, output) => { output.system.push(${JSON.stringify(MANNERS)}); },
});
`;

const fitted: Fitted = {
	installer: opencodeInstaller,
	programs: { opencode: [PROGRAM] },
	environment: environmentIn,
	files: {
		[`${FOLDER}/opencode.jsonc`]: SETTINGS,
		[`${FOLDER}/mine/manners.js`]: PLUGIN,
		...Object.fromEntries(Object.entries(kit()).map(([name, text]) => [`${FOLDER}/${name}`, text])),
	},
	settings: `${FOLDER}/opencode.jsonc`,
	change: (text) => text.replace('"disabled"', '"manual"'),
	writes: [/^config\/opencode\/\.gitignore$/, /^(data|cache)$/, /^state\/opencode$/],
	session,
};

testInstaller("OpenCode", fitted);

test.each(["opencode.json", "config.json"])(
	"uninstalling from OpenCode restores %s if the list of plugins is there",
	async (name) => {
		const { [fitted.settings]: _, ...others } = fitted.files;
		const kit = { ...fitted, files: { ...others, [`${FOLDER}/${name}`]: SETTINGS } };
		const place = await makePlace(kit, await makePackage());
		const before = treeIn(place, kit);
		await putIn(kit, place);
		expect(readFileSync(join(place.machine.home, FOLDER, name), "utf8")).toContain("/program/dist/opencode/plugin.js");
		expect(await opencodeInstaller.tryOut(place.machine, place.found, place.launcher)).toBeUndefined();
		expectAllAsBefore(await takeOut(kit, place));
		expect(treeIn(place, kit)).toEqual(before);
	},
	60_000,
);

test("OpenCode's settings are restored even if it writes the schema into them while ibid tests it", async () => {
	const bare = '{\n  // mine\n  "model": "x"\n}\n';
	const root = await makePackage();
	const place = await makePlace({ ...fitted, files: { ...fitted.files, [fitted.settings]: bare } }, root);
	const file = join(place.machine.home, fitted.settings);
	ibidDoes(root, place, "install", "opencode", "--yes");
	expect(readFileSync(file, "utf8")).toContain('"$schema"');
	ibidDoes(root, place, "uninstall", "opencode");
	expect(readFileSync(file, "utf8")).toBe(bare);
}, 60_000);

async function session({ environment }: Machine, reads: readonly Read[]): Promise<string[][]> {
	const [model, project] = [startChat(), makeProject()];
	model.play({
		replies: reads.map(({ path, meanwhile }) => ({
			calls: [{ tool: "read", input: { filePath: `${project}/${path}` } }],
			meanwhile,
		})),
	});
	const known = { ...definedIn(environment), SCRIPTED_URL: model.url };
	const ended = await run("opencode", ["run", "Read these."], { folder: project, environment: known, input: [] });
	const requests = model.asked.flatMap((asked) => requestIn(asked) ?? []);
	await model.close();
	expect([ended.code, requests.length]).toEqual([0, reads.length + 1]);
	expect(JSON.stringify(requests[0])).toContain(MANNERS);
	return requests.map(resultsIn);
}
