import { expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { piInstaller } from "../../src/host/pi/install.ts";
import { applyInstall } from "../../src/install/apply.ts";
import { revertInstall } from "../../src/install/revert.ts";
import type { Machine } from "../../src/install/types.ts";
import { change } from "../files.ts";
import { type Fitted, type Read, testInstaller } from "../install-contract.ts";
import { definedIn, makePackage, makePlace } from "../install-place.ts";
import { requestIn, resultsIn, startChat } from "../opencode/model.ts";
import { run } from "../program.ts";
import { makeProject } from "../project.ts";
import { read } from "./calls.ts";
import { commandOf, environmentFor, programFor, settle, type Version } from "./run.ts";
import { says } from "./scenes.ts";

/** Settings as a person has written them by hand. */
const SETTINGS = `{
   "quietStartup" : true,
  "defaultProjectTrust": "always", "theme":"dark",

	"packages": [ "../../mine",
     {"source": "../../yours", "skills": [ ]} ]
}
`;

const VERSIONS: readonly Version[] = ["1.5.0", "0.73.1"];

for (const version of VERSIONS) testInstaller(`pi ${version}`, fittedTo(version));

function fittedTo(version: Version): Fitted {
	return {
		installer: piInstaller,
		programs: { pi: programFor(version) },
		environment: (home) => environmentFor({ home }),
		files: {
			".pi/agent/settings.json": SETTINGS,
			"mine/package.json": `{"name": "mine", "pi": {"extensions": ["./mine.js"]}}`,
			"mine/mine.js": "export default () => {};\n",
			"yours/package.json": `{"name": "yours", "pi": {"skills": []}}`,
		},
		settings: ".pi/agent/settings.json",
		change: (text) => text.replace(`"theme":"dark"`, `"theme":  "light"`),
		writes: [/^\.pi\/agent\/(auth\.json|models-store\.json|sessions)$/],
		session: (machine, reads) => session(version, machine, reads),
	};
}

test.each(VERSIONS)(
	"pi %s loads ibid again only if the user who turned it off says so",
	async (version) => {
		const { machine, found, launcher } = await makePlace(fittedTo(version), await makePackage());
		await applyInstall(piInstaller, machine, found, launcher, "1.0.0");
		const file = join(machine.home, ".pi", "agent", "settings.json");
		const entry = /"[^"]*\/program"/.exec(readFileSync(file, "utf8"))?.[0] ?? "nothing";
		change(file, entry, `{"source": ${entry}, "extensions": []}`);
		const turnedOff = { kind: "half", why: expect.stringContaining("turned off") } as const;
		expect(piInstaller.wired(machine)).toEqual(turnedOff);
		await applyInstall(piInstaller, machine, found, launcher, "2.0.0");
		expect(piInstaller.wired(machine)).toEqual(turnedOff);
		expect(await piInstaller.tryOut(machine, found, launcher)).toContain("turned off");
		await revertInstall(piInstaller, machine, found);
		expect(readFileSync(file, "utf8")).toBe(SETTINGS);
	},
	60_000,
);

test.each(VERSIONS)(
	"pi %s does not get ibid through settings that it cannot read, whatever they contain",
	async (version) => {
		const settings = `{ // mine\n}\n`;
		const files = { ".pi/agent/settings.json": settings };
		const { machine, found, launcher } = await makePlace({ ...fittedTo(version), files }, await makePackage());
		const refused = await applyInstall(piInstaller, machine, found, launcher, "1.0.0").catch(String);
		expect(refused).toContain("settings.json, which pi cannot read");
		expect(piInstaller.wired(machine)).toEqual({ kind: "no" });
		expect(readFileSync(join(machine.home, ".pi", "agent", "settings.json"), "utf8")).toBe(settings);
	},
	60_000,
);

async function session(version: Version, { home, environment }: Machine, reads: readonly Read[]): Promise<string[][]> {
	const model = startChat();
	const place = { version, home, project: makeProject(), model, extensions: [] };
	settle(place);
	model.play({ replies: reads.map(({ path, meanwhile }) => ({ ...says("One more:", read(path)), meanwhile })) });
	const [program, ...args] = commandOf(place, "-p", "Read these.");
	await run(program, args, { folder: place.project, environment: definedIn(environment), input: [] });
	await model.close();
	rmSync(join(home, ".pi", "agent", "models.json"));
	return model.asked.flatMap((asked) => requestIn(asked) ?? []).map(resultsIn);
}
