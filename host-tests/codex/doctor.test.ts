import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codexInstaller } from "../../src/host/codex/install.ts";
import { UNTRUSTED } from "../../src/host/codex/wired.ts";
import { makePatient, type Patient } from "../doctor.ts";
import { removeFolders } from "../folders.ts";
import { environmentOf, run } from "../program.ts";
import { PROGRAM } from "./run.ts";

afterAll(removeFolders);

const KIT = {
	installer: codexInstaller,
	programs: { codex: [PROGRAM] },
	environment: environmentOf,
	files: { ".codex/config.toml": "check_for_update_on_startup = false\n" },
};

test("the doctor says what to do without trust, names rtk and DRIP, and sees that a project wants no hooks", async () => {
	const patient = await makePatient(KIT);
	const untrusted = await patient.examine();
	expect([untrusted.code, untrusted.wired]).toEqual([1, { kind: "half", why: UNTRUSTED }]);
	expect(untrusted.screen).toMatch(/trust them under\s+\/hooks, or: ibid install codex --trust/);
	expect((await patient.ibid("install", "codex", "--yes", "--trust")).code).toBe(0);
	const folder = join(patient.home, ".codex");
	patient.put(join(folder, "hooks.json"), { hooks: { PreToolUse: [{ hooks: [{ command: "rtk hook codex" }] }] } });
	tell(patient, `\n[mcp_servers.drip]\ncommand = "true"\n\n[projects."${patient.project}"]\ntrust_level = "trusted"\n`);
	const { code, wired, others } = await patient.examine();
	expect([code, wired.kind, Object.keys(others)]).toEqual([0, "yes", ["rtk", "DRIP"]]);
	expect(await feature(patient, "hooks")).toBe("true");
	const configuration = join(patient.project, ".codex", "config.toml");
	patient.put(configuration, "[features]\nhooks = false\n");
	expect(await patient.examine()).toMatchObject({
		code: 1,
		wired: { why: `hooks are switched off in ${configuration}` },
	});
	expect(await feature(patient, "hooks")).toBe("false");
}, 120_000);

function tell({ home, put }: Patient, more: string): void {
	const path = join(home, ".codex", "config.toml");
	put(path, readFileSync(path, "utf8") + more);
}

/** Whether the host has a feature on, in its own words. */
async function feature({ project, environment }: Patient, name: string): Promise<string | undefined> {
	const { output } = await run(PROGRAM, ["features", "list"], { folder: project, environment });
	return new RegExp(`^${name} .* (\\w+)$`, "m").exec(output)?.[1];
}
