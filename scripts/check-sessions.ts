import { existsSync, readFileSync } from "node:fs";
import { verify } from "../src/audit/verify.ts";
import { readTranscript } from "../src/transcript/recognise.ts";
import { sessionsUnder } from "./sessions-under.ts";

/** Proves every text that ibid would have shortened in recorded sessions. */
function main(paths: readonly string[]): void {
	const missing = paths.find((path) => !existsSync(path));
	if (paths.length === 0 || missing !== undefined) {
		console.error(
			missing === undefined ? "check:sessions needs a session, or a folder of them." : `${missing} does not exist.`,
		);
		process.exit(2);
	}
	let [passed, failed, rebuilt] = [0, 0, 0];
	for (const path of paths.flatMap(sessionsUnder)) {
		const recording = readTranscript(readFileSync(path, "utf8"));
		const verdict = recording ? verify(recording) : { rebuilt: 0, failures: ["no session that is known"] };
		rebuilt += verdict.rebuilt;
		passed += verdict.failures.length === 0 ? 1 : 0;
		failed += verdict.failures.length === 0 ? 0 : 1;
		for (const failure of verdict.failures) console.log(`${path}: ${failure}`);
	}
	console.log(`${rebuilt} shortened texts rebuilt`);
	console.log(`${passed} passed, ${failed} failed`);
	process.exit(failed === 0 ? 0 : 1);
}

main(process.argv.slice(2));
