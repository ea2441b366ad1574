import { existsSync, readFileSync } from "node:fs";
import { type HostReport, newAuditor } from "../src/audit/report.ts";
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
	const auditor = newAuditor();
	let [passed, failed, rebuilt] = [0, 0, 0];
	for (const path of paths.flatMap(sessionsUnder)) {
		const recording = readTranscript(readFileSync(path, "utf8"));
		const verdict = recording ? verify(recording) : { rebuilt: 0, failures: ["no session that is known"] };
		if (recording) auditor.add(recording);
		rebuilt += verdict.rebuilt;
		passed += verdict.failures.length === 0 ? 1 : 0;
		failed += verdict.failures.length === 0 ? 0 : 1;
		for (const failure of verdict.failures) console.log(`${path}: ${failure}`);
	}
	for (const report of auditor.hosts()) console.log(describe(report));
	console.log(`${rebuilt} shortened texts rebuilt`);
	console.log(`${passed} passed, ${failed} failed`);
	process.exit(failed === 0 ? 0 : 1);
}

function describe({ host, sessions, answers, shortened, resultTokens, savedTokens, boundTokens }: HostReport): string {
	const share = (tokens: number): string => `${((100 * tokens) / resultTokens).toFixed(1)}%`;
	const saved = `${share(savedTokens)} of ${resultTokens} tokens saved, ${share(boundTokens)} at best`;
	return `${host}: ${sessions} sessions, ${shortened} of ${answers} results shortened, ${saved}`;
}

main(process.argv.slice(2));
