import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { opencodeInstaller } from "../../src/host/opencode/install.ts";
import { makePatient } from "../doctor.ts";
import { removeFolders } from "../folders.ts";
import { programOf, run } from "../program.ts";
import { environmentIn, kit } from "./home.ts";

afterAll(removeFolders);

const PROGRAM = programOf("opencode-ai", "bin", "opencode.exe");
const KIT = {
	installer: opencodeInstaller,
	programs: { opencode: [PROGRAM] },
	environment: environmentIn,
	files: Object.fromEntries(Object.entries(kit()).map(([name, text]) => [`config/opencode/${name}`, text])),
};

test("the doctor sees rtk, that ibid does nothing beside DCP in a project, and that plugins are switched off", async () => {
	const patient = await makePatient(KIT);
	patient.put(join(patient.home, "config", "opencode", "plugins", "rtk.ts"), "export default async () => ({});\n");
	const beside = await patient.examine();
	expect([beside.code, beside.wired.kind, Object.keys(beside.others)]).toEqual([0, "yes", ["rtk"]]);
	patient.put(join(patient.project, "opencode.json"), { plugin: ["@tarquinen/opencode-dcp@latest"] });
	const { code, wired, others, screen } = await patient.examine();
	expect([code, wired.kind, Object.keys(others)]).toEqual([0, "half", ["DCP", "rtk"]]);
	expect(screen).toMatch(/• OpenCode \S+ +@tarquinen\/opencode-dcp is installed,\s+so\s+ibid\s+does\s+nothing/);
	const pure = { OPENCODE_PURE: "1" };
	expect(await patient.examine(pure)).toMatchObject({
		code: 1,
		wired: { why: expect.stringContaining("OPENCODE_PURE") },
	});
	const environment = { ...patient.environment, ...pure };
	const said = await config(patient);
	expect([said.includes("plugins/rtk.ts"), said.includes("ibid-refresh")]).toEqual([true, true]);
	expect(await config({ ...patient, environment })).not.toContain("ibid-refresh");
}, 120_000);

/** What the host says about its settings, in the home directory, where nothing must be downloaded. */
async function config({
	home,
	environment,
}: {
	home: string;
	environment: Readonly<Record<string, string>>;
}): Promise<string> {
	return (await run(PROGRAM, ["debug", "config"], { folder: home, environment })).output;
}
