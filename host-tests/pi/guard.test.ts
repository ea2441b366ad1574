import { afterAll } from "bun:test";
import type { RecordLine } from "../../src/store/record-lines.ts";
import { removeFolders } from "../folders.ts";
import { type Act, type GuardStage, testFailedEdit, testLeanGuard, testNoteGuard } from "../guard-contract.ts";
import { type Call, type Request, resultsIn } from "../opencode/model.ts";
import { bash, edit, read, write } from "./calls.ts";
import { buildExtension, makePlace, recordOf } from "./compare.ts";
import { startPi, type Version } from "./run.ts";

afterAll(removeFolders);

function stage(version: Version): GuardStage {
	const place = makePlace(version, []);
	let recorded: readonly RecordLine[] = [];
	return {
		words: /^(?:Nothing|Again nothing) was written/,
		project: () => place.project,
		recorded: () => recorded,
		async play(acts) {
			const pi = await startPi({ ...place, extensions: [await buildExtension()] });
			const replies = acts.map((next) => (request: Request) => ({ calls: [callOf(next(resultsIn(request)))] }));
			const requests = await pi.prompt("Look.", { replies });
			recorded = recordOf(place, (await pi.session()).id);
			await pi.close();
			await place.model.close();
			return resultsIn(requests.at(-1)!);
		},
	};
}

function callOf(act: Act): Call {
	switch (act.kind) {
		case "read":
			return read(act.path);
		case "write":
			return write(act.path, act.text);
		case "edit":
			return edit(act.path, act.old, act.text);
		case "run":
			return bash(act.command);
	}
}

for (const version of ["1.5.0", "0.73.1"] as const) {
	testNoteGuard(`pi ${version}`, () => stage(version));
	testLeanGuard(`pi ${version}`, () => stage(version));
	testFailedEdit(`pi ${version}`, () => stage(version));
}
