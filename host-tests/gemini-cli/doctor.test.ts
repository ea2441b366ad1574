import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { geminiCliInstaller } from "../../src/host/gemini-cli/install.ts";
import { makePatient } from "../doctor.ts";
import { removeFolders } from "../folders.ts";
import { environmentFor, PROGRAM } from "./run.ts";

afterAll(removeFolders);

const KIT = {
	installer: geminiCliInstaller,
	programs: { gemini: ["node", PROGRAM] },
	environment: (home: string) => environmentFor(home, "http://127.0.0.1:9"),
	files: {},
};

test("the doctor names context-mode, and sees that a project runs no hooks", async () => {
	const patient = await makePatient(KIT);
	const own = join(patient.project, ".gemini", "settings.json");
	patient.put(own, { hooksConfig: { enabled: false } });
	expect(await patient.examine()).toMatchObject({
		code: 1,
		wired: { kind: "half", why: `hooks are turned off in ${own}` },
	});
	patient.put(own, {});
	const settings = join(patient.home, ".gemini", "settings.json");
	const hook = [{ matcher: "", hooks: [{ type: "command", command: "context-mode hook gemini-cli aftertool" }] }];
	patient.put(settings, { hooks: { AfterTool: hook } });
	const { code, wired, others } = await patient.examine();
	expect([code, wired.kind, Object.keys(others)]).toEqual([0, "yes", ["context-mode"]]);
}, 120_000);
