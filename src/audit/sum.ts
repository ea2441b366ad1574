import { type HostCatalog, hostIn, underRun } from "../host/definition.ts";
import { LEAN_POLICIES, type LeanSavings } from "../lean/types.ts";
import type { HostName } from "../lens/types.ts";
import type { Limits } from "../limits/limits.ts";
import { type BestSaving, type BestSearch, newBestSearch } from "./best-saving.ts";
import { type AnswerFinding, byHost, type Findings } from "./findings.ts";
import {
	type Figures,
	type GroupFigures,
	type Grouping,
	type Groups,
	newGroups,
	newTally,
	type Tally,
} from "./groups.ts";
import { isUnlimitedPeriod, type LedgerEntry, newLedger, type Period } from "./ledger.ts";
import { newOutlineTally, type OutlineFigures, type OutlineTally } from "./outline-figures.ts";

/** The outcome of an audit; the JSON of `ibid audit`. */
export type Report = {
	readonly schema: 1;
	/** How tokens were counted. */
	readonly tokens: "estimate" | "o200k";
	readonly hosts: readonly HostFigures[];
	readonly compare: readonly RuleFigures[];
	/** By what was shown: a file, a part of one, output of a command, own writing, other. */
	readonly kinds: readonly GroupFigures[];
	/** Only if groups were asked for. */
	readonly by?: Grouping;
	readonly groups?: readonly GroupFigures[];
	/** Only if something was saved. */
	readonly best?: BestSaving;
	/** Shortened texts that were rebuilt; and how many could not be, in any period. */
	readonly rebuilt: number;
	readonly failed: number;
	/** Shortened texts that the record has only as hashes, and that could not be made again from the logs. */
	readonly unchecked: number;
	readonly failures: readonly AuditFailure[];
	/** Calls that put a note of ibid into a file. */
	readonly writtenNotes: readonly AuditFailure[];
	readonly unreadable: readonly UnreadableFile[];
	/** Lines of logs that were not understood. */
	readonly skipped: number;
};

/**
 * The sums of a host's sessions. `logs` are the files, or sessions of a database, that were read: a sub-agent may have
 * its own. `outOfReach` counts results of tools that the host never lets us replace.
 */
export type HostFigures = { readonly host: HostName } & Figures & {
		/** Of what is saved within reach: tokens that each policy of lean text has saved. */
		readonly lean: LeanSavings;
		readonly logs: number;
		readonly outOfReach: number;
		/** Only if asked for. */
		readonly outlines?: OutlineFigures;
	};

/** What a rule of the comparison would have saved in the sessions of a host. */
type RuleFigures = {
	readonly rule: string;
	readonly host: HostName;
	readonly savedTokens: number;
	/** Minus what the rule adds, and minus the cost of the cache that it breaks. */
	readonly netTokens: number;
};

/** A shortened text that cannot be rebuilt: the file, the session, and the call with what is wrong. */
type AuditFailure = { readonly path: string; readonly session: string; readonly what: string };

/** A file that could not be read, and why. */
export type UnreadableFile = { readonly path: string; readonly why: string };

/** What to sum up, and how. */
export type SumOptions = Period & {
	readonly tokens: Report["tokens"];
	readonly rules: readonly string[];
	readonly by: Grouping | undefined;
	/** Whether the findings say what outlines would do. */
	readonly outline?: boolean;
};

/**
 * Sums up findings, session by session. A copy of a result that another session has already shown does not count again,
 * so the order matters: the same order gives the same report.
 */
type AuditSum = {
	add(path: string, findings: Findings): void;
	unreadable(path: string, why: string): void;
	/** Whether nothing has counted yet. */
	isEmpty(): boolean;
	report(): Report;
};

/** An empty sum. */
export function newAuditSum(wanted: SumOptions, known: HostCatalog): AuditSum {
	const hosts = new Map<HostName, HostSum>();
	const groups = wanted.by && newGroups(wanted.by);
	const kinds = newGroups("kind");
	const ledger = newLedger(wanted, known);
	const search = newBestSearch();
	const [failures, writtenNotes, unreadable]: [AuditFailure[], AuditFailure[], UnreadableFile[]] = [[], [], []];
	let skipped = 0;
	return {
		add(path, findings) {
			const host = hosts.get(findings.host) ?? newHostSum(wanted.rules);
			const own = hostIn(known, findings.host);
			const { limits } = findings.withoutHooks ? underRun(own) : own;
			const counted = ledger
				.enter(findings)
				.map((thread) => addThread(thread, { findings, host, limits, groups, kinds, search }));
			const isCounted = counted.includes(true) || isUnlimitedPeriod(wanted);
			if (isCounted) {
				host.tally.session(findings.session);
				host.logs++;
				hosts.set(findings.host, host);
			}
			skipped += findings.skipped;
			const { session } = findings;
			failures.push(...findings.failures.map((what) => ({ path, session, what })));
			writtenNotes.push(...findings.writtenNotes.map((what) => ({ path, session, what })));
		},
		unreadable: (path, why) => void unreadable.push({ path, why }),
		isEmpty: () => hosts.size === 0,
		report() {
			const best = search.best();
			return {
				schema: 1,
				tokens: wanted.tokens,
				hosts: [...hosts].map(([host, sum]) => figuresOf(host, sum, wanted.outline)).sort(byHost([...known.keys()])),
				compare: ruleFigures(hosts, wanted.rules, known),
				kinds: kinds.list(),
				...(wanted.by && groups ? { by: wanted.by, groups: groups.list() } : {}),
				...(best && { best }),
				rebuilt: [...hosts.values()].reduce((sum, host) => sum + host.rebuilt, 0),
				failed: failures.length,
				unchecked: [...hosts.values()].reduce((sum, host) => sum + host.unchecked, 0),
				failures,
				writtenNotes,
				unreadable,
				skipped,
			};
		},
	};
}

type HostSum = {
	readonly tally: Tally;
	readonly spared: { saved: number; net: number }[];
	readonly lean: { -readonly [Policy in keyof LeanSavings]: LeanSavings[Policy] };
	logs: number;
	outOfReach: number;
	rebuilt: number;
	unchecked: number;
	readonly outlines: OutlineTally;
};

function newHostSum(rules: readonly string[]): HostSum {
	const spared = rules.map(() => ({ saved: 0, net: 0 }));
	return {
		tally: newTally(),
		spared,
		lean: {},
		logs: 0,
		outOfReach: 0,
		rebuilt: 0,
		unchecked: 0,
		outlines: newOutlineTally(),
	};
}

function figuresOf(
	host: HostName,
	{ tally, lean, logs, outOfReach, outlines }: HostSum,
	isWithOutlines = false,
): HostFigures {
	return { host, ...tally.figures(), lean, logs, outOfReach, ...(isWithOutlines && { outlines: outlines.figures() }) };
}

type SumTargets = {
	readonly findings: Findings;
	readonly host: HostSum;
	readonly limits: Limits;
	readonly groups: Groups | undefined;
	readonly kinds: Groups;
	readonly search: BestSearch;
};

/** Whether anything in the thread counted. */
function addThread(thread: readonly LedgerEntry[], place: SumTargets): boolean {
	const { findings, host, groups } = place;
	let [isCounted, isWindowCounted] = [false, false];
	for (const { finding, time, counts, cost } of thread) {
		if (finding.kind === "reset") isWindowCounted = false;
		if (!counts) continue;
		const tallies = [host.tally, groups?.at(findings, time)].filter((tally) => tally !== undefined);
		for (const tally of tallies) {
			tally.session(findings.session);
			if (!isWindowCounted) tally.window();
			if (finding.kind === "orphans") tally.orphans(finding.count);
			if (cost) tally.request(cost);
		}
		if (cost) host.outlines.request(cost.spent, cost.outlines);
		if (finding.kind === "answer") addAnswerFinding(finding, time, place);
		[isCounted, isWindowCounted] = [true, true];
	}
	return isCounted;
}

function addAnswerFinding(answer: AnswerFinding, time: number | undefined, place: SumTargets): void {
	const { findings, host, groups, kinds, search } = place;
	host.tally.answer(answer);
	if (answer.outline) host.outlines.answer(answer.outline);
	search.add(findings, answer);
	for (const policy of LEAN_POLICIES) {
		const saved = answer.lean?.[policy];
		if (saved !== undefined) host.lean[policy] = (host.lean[policy] ?? 0) + saved;
	}
	host.outOfReach += place.limits.replaces(answer.tool) ? 0 : 1;
	host.rebuilt += answer.isProved ? 1 : 0;
	host.unchecked += answer.isUnchecked ? 1 : 0;
	groups?.of(findings, time, answer).answer(answer);
	kinds.of(findings, time, answer).answer(answer);
	for (const [at, spared] of host.spared.entries()) {
		spared.saved += answer.spared[at]?.saved ?? 0;
		spared.net += answer.spared[at]?.net ?? 0;
	}
}

function ruleFigures(
	hosts: ReadonlyMap<HostName, HostSum>,
	rules: readonly string[],
	known: HostCatalog,
): RuleFigures[] {
	const rows = [...hosts].flatMap(([host, { spared }]) =>
		spared.map(({ saved, net }, at) => ({ rule: rules[at]!, host, savedTokens: saved, netTokens: net })),
	);
	return rows.sort((a, b) => rules.indexOf(a.rule) - rules.indexOf(b.rule) || byHost([...known.keys()])(a, b));
}
