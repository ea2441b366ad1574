import { rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { piFitting } from "../../src/host/pi/install.ts";
import type { Machine } from "../../src/install/types.ts";
import { testFitting } from "../install-contract.ts";
import { type Request, requestIn, startChat } from "../opencode/model.ts";
import { run } from "../program.ts";
import { makeProject } from "../project.ts";
import { read } from "./calls.ts";
import { commandOf, environmentFor, programFor, settle, type Version } from "./run.ts";
import { says } from "./scenes.ts";

/** Settings as somebody has written them by hand. */
const SETTINGS = `{
   "quietStartup" : true,
  "defaultProjectTrust": "always", "theme":"dark",

	"packages": [ "../../mine",
     {"source": "../../yours", "skills": [ ]} ]
}
`;

for (const version of ["1.5.0", "0.73.1"] as const)
	testFitting(`pi ${version}`, {
		fitting: piFitting,
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
		isStoppedToo: version === "1.5.0",
		session: (machine) => readTwice(version, machine),
	});

async function readTwice(version: Version, { home }: Machine): Promise<string[]> {
	const model = startChat();
	const place = { version, home, project: makeProject(), model, extensions: [] };
	settle(place);
	const clock = says("The clock:", read("src/clock.ts"));
	model.play({ replies: [clock, clock] });
	const [program, ...args] = commandOf(place, "-p", "Read the clock.");
	await run(program, args, { folder: place.project, environment: environmentFor(place), input: [] });
	await model.close();
	rmSync(join(home, ".pi", "agent", "models.json"));
	return resultsIn(model.asked.flatMap((asked) => requestIn(asked) ?? []).at(-1));
}

function resultsIn(request: Request | undefined): string[] {
	return (request?.messages ?? []).flatMap((message) => (v.is(ResultShape, message) ? message.content : []));
}

const ResultShape = v.looseObject({ role: v.literal("tool"), content: v.string() });
