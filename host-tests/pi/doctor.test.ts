import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { piInstaller } from "../../src/host/pi/install.ts";
import { makePatient } from "../doctor.ts";
import { removeFolders } from "../folders.ts";
import { run } from "../program.ts";
import { environmentFor, programFor } from "./run.ts";

afterAll(removeFolders);

const KIT = {
	installer: piInstaller,
	programs: { pi: programFor("1.5.0") },
	environment: (home: string) => environmentFor({ home }),
	files: {},
};

test("the doctor names pi-readcache, and sees a project that does not want ibid", async () => {
	const patient = await makePatient(KIT);
	const extension = join(patient.home, ".pi", "agent", "extensions", "pi-readcache.ts");
	patient.put(extension, "export default function () {}\n");
	const { code, wired, others, screen } = await patient.examine();
	expect([code, wired.kind, Object.keys(others)]).toEqual([0, "yes", ["pi-readcache"]]);
	expect(screen).toContain("    with pi-readcache (~/.pi/agent/extensions/pi-readcache.ts): it answers");
	const settings = join(patient.project, ".pi", "settings.json");
	const [source] = JSON.parse(readFileSync(join(patient.home, ".pi", "agent", "settings.json"), "utf8")).packages;
	const whole = join(patient.home, ".pi", "agent", source);
	expect(await commands(patient)).toContain("ibid");
	patient.put(settings, { packages: [{ source: whole, extensions: [] }] });
	expect(await patient.examine()).toMatchObject({
		code: 1,
		wired: { kind: "half", why: `its extension is turned off in ${settings}` },
	});
	expect(await commands(patient)).not.toContain("ibid");
}, 120_000);

/** The commands that pi knows in a project that is trusted. */
async function commands(place: {
	readonly project: string;
	readonly environment: Readonly<Record<string, string>>;
}): Promise<string> {
	const { project: folder, environment } = place;
	const [program, ...args] = programFor("1.5.0");
	const words = [...args, "--mode", "rpc", "--no-session", "--offline", "--approve"];
	const input = [JSON.stringify({ id: "1", type: "get_commands" })];
	const callsForNext = (line: string): boolean => line.includes("get_commands");
	const { output } = await run(program, words, { folder, environment, input, callsForNext });
	return output;
}
