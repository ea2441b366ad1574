import { drawCase, type EvidenceCase, playCase } from "./cases.ts";
import { CHANGES } from "./changes.ts";
import { COMMANDS } from "./commands.ts";
import { faultsIn } from "./judge.ts";
import { newRepositories } from "./repository.ts";

/** The results of many cases. */
export type EvidenceReport = {
	readonly seed: number;
	readonly cases: number;
	/** Cases in which the last view was shortened, and how many results were shortened in all. */
	readonly answered: number;
	readonly shortened: number;
	readonly failed: readonly FailedCase[];
};

export type FailedCase = { readonly case: EvidenceCase; readonly faults: readonly string[] };

/** Runs so many cases from a seed on. */
export function playCases(cases: number, seed: number): EvidenceReport {
	const repositories = newRepositories();
	const failed: FailedCase[] = [];
	let [answered, shortened] = [0, 0];
	for (let at = 0; at < cases; at++) {
		const each = drawCase(seed + at);
		const delivered = playCase(each, repositories);
		const faults = faultsIn(delivered);
		if (faults.length > 0) failed.push({ case: each, faults });
		if (delivered.at(-1)?.call.shortened) answered++;
		shortened += delivered.filter(({ call }) => call.shortened).length;
	}
	repositories.remove();
	return { seed, cases, answered, shortened, failed };
}

/** The report in readable form, with the first few cases that failed. */
export function wordReport({ seed, cases, answered, shortened, failed }: EvidenceReport): string {
	const examples = failed.slice(0, 5).flatMap(({ case: each, faults }) => {
		const { command, change, host, firstView, lastView, isChangedBack, files } = each;
		const how = `${host}: ${firstView}, ${lastView}; ${change}${isChangedBack ? ", changed back" : ""}; ${files}`;
		return [`seed ${each.seed}: ${command.words} (${how})`, ...faults.map((fault) => `  ${fault}`)];
	});
	return [
		`${cases} cases from seed ${seed} on: ${COMMANDS.length} commands, ${CHANGES.length} kinds of change`,
		`${shortened} texts came shortened, ${answered} of them the last view of a case`,
		`${failed.length} cases in which the words of a note lead a reader to other lines, or nowhere`,
		...tableOf("by kind of command", failed, ({ command }) => command.kind),
		...tableOf("by kind of change", failed, ({ change }) => change),
		...examples,
	].join("\n");
}

function tableOf(title: string, failed: readonly FailedCase[], kindOf: (each: EvidenceCase) => string): string[] {
	const counts = new Map<string, number>();
	for (const each of failed) counts.set(kindOf(each.case), (counts.get(kindOf(each.case)) ?? 0) + 1);
	const rows = [...counts].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
	return rows.length === 0 ? [] : [`${title}: ${rows.join(", ")}`];
}
