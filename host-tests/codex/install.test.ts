import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askHooks } from "../../src/host/codex/app-server.ts";
import { codexInstaller, trustSteps } from "../../src/host/codex/install.ts";
import { UNTRUSTED } from "../../src/host/codex/wired.ts";
import { applyInstall, extendInstall } from "../../src/install/apply.ts";
import { revertInstall } from "../../src/install/revert.ts";
import type { Machine } from "../../src/install/types.ts";
import { askProgram } from "../../src/wire/ask-program.ts";
import { withoutTables } from "../../src/wire/toml-tables.ts";
import { removeFolders } from "../folders.ts";
import { type Fitted, type Read, testInstaller } from "../install-contract.ts";
import { definedIn, makePackage, makePlace, type Place } from "../install-place.ts";
import { environmentOf, run } from "../program.ts";
import { makeProject } from "../project.ts";
import { CALLS_TOOLS, says, shell } from "./calls.ts";
import { requestIn, resultsIn, startCodexModel } from "./model.ts";
import { ARGUMENTS, PROGRAM } from "./run.ts";

/** Settings without style, with a server, a plugin and a trusted hook of another maker. */
const SETTINGS = `# Mine, all mine.
model   =  "${CALLS_TOOLS}"      # the one that calls tools
check_for_update_on_startup = false

[mcp_servers.theirs]
command="true"
args = [ "a",
   "b" ]
enabled = false
[plugins."theirs@elsewhere"]
enabled = false


[hooks.state."/somewhere/hooks.json:stop:0:0"]
trusted_hash = "sha256:0"
[analytics]
  enabled = false
# The end.
`;

/** A hook of another maker on the same tools. */
const HOOKS = `{"hooks": {"PostToolUse": [ {"matcher": "Bash",
    "hooks": [{"type": "command", "command": "true"}]} ]}}`;

/** What Codex stores about itself and its sessions. */
const WRITES = [
	/^\.codex\/[a-z_]+_\d\.sqlite/,
	/^\.codex\/(\.tmp|log|memories|sessions|skills|shell_snapshots|thread-writer-locks|tmp|cache)(\/|$)/,
	/^\.codex\/(installation_id|\.sandbox_migration|version\.json|history\.jsonl|models_cache\.json|session_index\.jsonl)$/,
];

/** The folders for its plugins. */
const LEAVES = [/^\.codex(\/\.hook-trust)?$/, /^\.codex\/plugins(\/cache)?$/];

const FITTED: Fitted = {
	installer: codexInstaller,
	programs: { codex: [PROGRAM] },
	environment: (home) => ({ ...environmentOf(home), SCRIPTED_KEY: "none" }),
	files: { ".codex/config.toml": SETTINGS, ".codex/hooks.json": HOOKS },
	settings: ".codex/config.toml",
	change: (text) => text.replace("# Mine, all mine.", "# Mine still.\nhide_agent_reasoning   = true"),
	writes: WRITES,
	leaves: LEAVES,
	// The user has not trusted the hooks yet.
	standing: "half",
	session: (machine, reads) => session(machine, reads, ["--dangerously-bypass-hook-trust"]),
};

testInstaller("Codex", FITTED);

describe("trust in the hooks of the plugin for Codex", () => {
	let root = "";
	beforeAll(async () => {
		root = await makePackage();
	}, 60_000);
	afterAll(removeFolders, 60_000);
	const settle = async (): Promise<Place & { readonly file: string }> => {
		const place = await makePlace(FITTED, root);
		await putIn(place);
		return { ...place, file: join(place.machine.home, FITTED.settings) };
	};
	const putIn = ({ machine, found, launcher }: Place): Promise<void> =>
		applyInstall(codexInstaller, machine, found, launcher, "0.0.0");
	const trust = async ({ machine, found }: Place): Promise<void> =>
		extendInstall(codexInstaller, machine, await trustSteps(machine, found));

	test(
		"is required before they run",
		async () => {
			const { machine } = await settle();
			expect(codexInstaller.wired(machine)).toEqual({ kind: "half", why: UNTRUSTED });
			expect((await session(machine, TWICE))[2]?.[1]).not.toContain("[ibid]");
		},
		TIME,
	);

	test(
		"is removed to the byte if nothing else was written since",
		async () => {
			const place = await settle();
			await trust(place);
			const left = await revertInstall(codexInstaller, place.machine, place.found);
			expect(left.map(({ state }) => state)).toEqual(["as before"]);
			expect(readFileSync(place.file, "utf8")).toBe(SETTINGS);
		},
		TIME,
	);

	test(
		"ends when the plugin changes",
		async () => {
			const place = await settle();
			await trust(place);
			const args = [...place.launcher.args, "--verbose"];
			await putIn({ ...place, launcher: { ...place.launcher, args } });
			expect(codexInstaller.wired(place.machine)).toEqual({ kind: "half", why: UNTRUSTED });
		},
		TIME,
	);

	test(
		"is enough, survives an upgrade, and is removed with ibid",
		async () => {
			const place = await settle();
			const { machine, found, launcher } = place;
			await trust(place);
			expect(codexInstaller.wired(machine).kind).toBe("yes");
			expect(await codexInstaller.tryOut(machine, found, launcher)).toBeUndefined();
			expect((await session(machine, TWICE))[2]?.[1]).toContain("[ibid]");
			await putIn(place);
			expect(codexInstaller.wired(machine).kind).toBe("yes");
			expect((await session(machine, TWICE))[2]?.[1]).toContain("[ibid]");
			await revertInstall(codexInstaller, machine, found);
			expect(ownIn(place.file)).toBe(SETTINGS);
		},
		TIME,
	);

	test(
		"that was given in Codex itself is removed with ibid, and nothing else is",
		async () => {
			const { machine, found, file } = await settle();
			const edits = (await askHooks(machine, found)).map(({ key, currentHash }) => ({
				keyPath: `hooks.state.${JSON.stringify(key)}`,
				value: { trusted_hash: currentHash },
				mergeStrategy: "upsert",
			}));
			const started = {
				program: PROGRAM,
				args: ["app-server"],
				environment: machine.environment,
				folder: machine.home,
			};
			await askProgram(started, async ({ ask, tell }) => {
				await ask("initialize", { clientInfo: { name: "test", version: "1" } });
				tell("initialized");
				await ask("config/batchWrite", { edits });
			});
			expect(codexInstaller.wired(machine).kind).toBe("yes");
			expect((await session(machine, TWICE))[2]?.[1]).toContain("[ibid]");
			await revertInstall(codexInstaller, machine, found);
			expect(ownIn(file)).toBe(SETTINGS);
		},
		TIME,
	);

	test(
		"in other hooks than these is reported",
		async () => {
			const place = await settle();
			await trust(place);
			writeFileSync(
				place.file,
				readFileSync(place.file, "utf8").replaceAll(/"sha256:[0-9a-f/]{9}/g, '"sha256:000000000'),
			);
			expect(await codexInstaller.tryOut(place.machine, place.found, place.launcher)).toContain(
				"have changed since you trusted them",
			);
		},
		TIME,
	);
});

const TIME = 60_000;
const TWICE: readonly Read[] = Array.from({ length: 2 }, () => ({ path: "src/clock.ts", meanwhile: () => {} }));

/** What the user has set; Codex itself adds that a project is trusted when it runs there. */
function ownIn(file: string): string {
	return withoutTables(readFileSync(file, "utf8"), ([name]) => name === "projects");
}

/** The arguments tell Codex about the model, because its configuration must not be changed. */
async function session(
	{ environment }: Machine,
	reads: readonly Read[],
	args: readonly string[] = [],
): Promise<string[][]> {
	const project = makeProject();
	const replies = reads.map(({ path, meanwhile }) => () => {
		meanwhile();
		return says("One more.", shell(`cat ${path}`));
	});
	const model = startCodexModel({ replies });
	const provider = `{ name = "scripted", base_url = "${model.url}/v1", wire_api = "responses", env_key = "SCRIPTED_KEY", supports_websockets = false }`;
	// Otherwise Codex records that it may work there.
	const trust = `projects={"${project}"={trust_level="trusted"}}`;
	const settings = [
		`model="${CALLS_TOOLS}"`,
		'model_provider="scripted"',
		`model_providers.scripted=${provider}`,
		trust,
	];
	const words = ["exec", ...ARGUMENTS, ...settings.flatMap((each) => ["-c", each]), ...args, "Look at the clock."];
	const ended = await run(PROGRAM, words, { folder: project, environment: definedIn(environment) });
	await model.close();
	if (ended.code !== 0) throw new Error(`Codex ended with ${ended.code}: ${ended.errors}`);
	const requests = model.asked.flatMap((asked) => requestIn(asked) ?? []);
	return requests.map((request) => resultsIn(request).map(({ text }) => text));
}
