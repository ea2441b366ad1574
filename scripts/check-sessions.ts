import { existsSync } from "node:fs";
import { TITLES } from "../src/audit/hosts.ts";
import { filesUnder, ordered } from "../src/audit/places.ts";
import { newSum, type Report } from "../src/audit/sum.ts";
import type { Task } from "../src/audit/task.ts";
import { howTo, wordsOn } from "../src/audit/worker.ts";

const TASK: Task = { exact: false, compare: false, proof: true, hosts: [], project: undefined };

/** Proves every text that ibid would have shortened in recorded sessions. */
async function main(paths: readonly string[]): Promise<void> {
	const missing = paths.find((path) => !existsSync(path));
	if (paths.length === 0 || missing !== undefined) {
		console.error(
			missing === undefined ? "check:sessions needs a session, or a folder of them." : `${missing} does not exist.`,
		);
		process.exit(2);
	}
	const how = await howTo(TASK);
	const sum = newSum({ tokens: "estimate", rules: [], by: undefined, since: undefined, until: undefined });
	let [passed, failed] = [0, 0];
	for (const path of ordered(paths.flatMap(filesUnder)))
		for (const word of wordsOn(path, TASK, how)) {
			const isGood = word.kind === "found" && word.findings.failures.length === 0;
			[passed, failed] = isGood ? [passed + 1, failed] : [passed, failed + 1];
			if (word.kind === "found") sum.add(path, word.findings);
			if (word.kind === "unreadable") sum.unreadable(path, word.why);
		}
	const { hosts, failures, unreadable, rebuilt } = sum.report();
	for (const { path, what } of failures) console.log(`${path}: ${what}`);
	for (const { path, why } of unreadable) console.log(`${path}: ${why}`);
	for (const figures of hosts) console.log(describe(figures));
	console.log(`${rebuilt} shortened texts rebuilt`);
	console.log(`${passed} passed, ${failed} failed`);
	process.exit(failed === 0 ? 0 : 1);
}

function describe(figures: Report["hosts"][number]): string {
	const { host, sessions, answers, shortened, resultTokens, savedTokens, boundTokens } = figures;
	const share = (tokens: number): string => `${((100 * tokens) / resultTokens).toFixed(1)}%`;
	const saved = `${share(savedTokens)} of ${resultTokens} tokens saved, ${share(boundTokens)} at best`;
	return `${TITLES[host]}: ${sessions} sessions, ${shortened} of ${answers} results shortened, ${saved}`;
}

await main(process.argv.slice(2));
