import { existsSync } from "node:fs";
import { CATALOG } from "../contracts/hosts.ts";
import { RULES } from "../src/audit/compare/rules.ts";
import { type HostFigures, newAuditSum, type Report } from "../src/audit/sum.ts";
import { type AuditTask, PLAIN_TASK } from "../src/audit/task.ts";
import { auditOptions, messagesFor } from "../src/audit/worker.ts";
import { filesUnder, ordered } from "../src/commands/sessions/session-files.ts";
import { titleOf } from "../src/hosts.ts";
import { loadedFolds } from "../src/symbol/outliner.ts";
import { installedGrammar } from "./grammars.ts";
import { withinMagnitude } from "./magnitude.ts";

const TASK: AuditTask = { ...PLAIN_TASK, exact: true, compare: true, proof: true, outline: true };

/**
 * Rebuilds and proves every result that ibid would have shortened in recorded sessions, also with outlines of first views,
 * and compares its figures with other rules.
 */
async function main(paths: readonly string[]): Promise<void> {
	const missing = paths.find((path) => !existsSync(path));
	if (paths.length === 0 || missing !== undefined) {
		console.error(
			missing === undefined ? "check:sessions needs a session, or a folder of them." : `${missing} does not exist.`,
		);
		process.exit(2);
	}
	const { report, proved } = await auditAll(paths);
	for (const { path, what } of report.failures) console.log(`${path}: ${what}`);
	for (const { path, why } of report.unreadable) console.log(`${path}: ${why}`);
	for (const figures of report.hosts) console.log(describe(figures, report));
	const comparisons = report.hosts.filter(isTelling).flatMap((figures) => compare(figures, report));
	for (const fault of comparisons) if (fault !== undefined) console.log(fault);
	console.log(`${report.rebuilt} shortened results rebuilt and checked twice`);
	const checks = [...proved, ...comparisons.map((fault) => fault === undefined)];
	const failed = checks.filter((isGood) => !isGood).length;
	console.log(`${checks.length - failed} passed, ${failed} failed`);
	process.exit(failed === 0 ? 0 : 1);
}

/** The report, and for each log whether we could read it and prove all of it. */
async function auditAll(paths: readonly string[]): Promise<{ report: Report; proved: readonly boolean[] }> {
	const how = await auditOptions(TASK, CATALOG, () => loadedFolds(installedGrammar));
	const rules = RULES.map(({ name }) => name);
	const sum = newAuditSum({ tokens: "o200k", rules, by: undefined, since: undefined, until: undefined }, CATALOG);
	const proved: boolean[] = [];
	for (const path of ordered(paths.flatMap(filesUnder)))
		for await (const word of messagesFor(path, TASK, how)) {
			proved.push(word.kind === "found" && word.findings.failures.length === 0);
			if (word.kind === "found") sum.add(path, word.findings);
			if (word.kind === "unreadable") sum.unreadable(path, word.why);
		}
	return { report: sum.report(), proved };
}

/** Shares of few results mean nothing. */
function isTelling({ answers }: HostFigures): boolean {
	return answers >= 500;
}

/** What is wrong with the result of each rule, compared with what we know about it and with ibid at best. */
function compare({ host, resultTokens, boundTokens }: HostFigures, { compare: rows }: Report): (string | undefined)[] {
	return rows
		.filter((row) => row.host === host)
		.flatMap(({ rule, netTokens }) => {
			const name = `${titleOf(host)}, ${rule}: ${percent(netTokens / resultTokens)}`;
			return [
				withinMagnitude(rule, host, netTokens / resultTokens) ? undefined : `${name} is not of the size that is known`,
				netTokens < boundTokens ? undefined : `${name} is more than ibid saves at best`,
			];
		});
}

function describe(figures: HostFigures, { compare: rows }: Report): string {
	const { host, logs, answers, shortened, resultTokens, savedTokens, boundTokens } = figures;
	const others = rows.filter((row) => row.host === host).map(({ netTokens }) => netTokens);
	const best = `best other rule ${percent(Math.max(...others) / resultTokens)}`;
	const saved = `${percent(savedTokens / resultTokens)} saved, ${percent(boundTokens / resultTokens)} at best, ${best}`;
	return `${titleOf(host)}: ${logs} logs, ${shortened} of ${answers} results shortened, of ${resultTokens} tokens ${saved}`;
}

function percent(share: number): string {
	return `${(100 * share).toFixed(2)}%`;
}

await main(process.argv.slice(2));
