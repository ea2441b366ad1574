import type { Host } from "../lens/types.ts";
import { limitsOf } from "../limits/limits.ts";
import { type Best, type BestSearch, newBestSearch } from "./best.ts";
import type { AnswerFound, Findings } from "./findings.ts";
import { type Group, type Grouping, type Groups, newGroups } from "./groups.ts";
import { byHost } from "./hosts.ts";
import { type Entered, isTimeless, newLedger, type Period } from "./ledger.ts";
import { type Figures, newTally, type Tally } from "./tally.ts";

/** What an audit has to say; the JSON of `ibid audit`. */
export type Report = {
	readonly schema: 1;
	/** How tokens were counted. */
	readonly tokens: "estimate" | "o200k";
	readonly hosts: readonly HostFigures[];
	readonly compare: readonly Compared[];
	/** By what was shown: a file, a part of one, output of a command, own writing, other. */
	readonly kinds: readonly Group[];
	/** Only if groups were asked for. */
	readonly by?: Grouping;
	readonly groups?: readonly Group[];
	/** Only if something was saved. */
	readonly best?: Best;
	/** Shortened texts that were rebuilt; and how many could not be, in the period or not. */
	readonly rebuilt: number;
	readonly failed: number;
	readonly failures: readonly Failure[];
	/** Calls that put a note of ibid into a file. */
	readonly writtenNotes: readonly Failure[];
	readonly unreadable: readonly Unreadable[];
	/** Lines of logs that were not understood. */
	readonly skipped: number;
};

/**
 * What the sessions of a host come to. `logs` are the files, or sessions of a database, that were read: a sub-agent may
 * have its own. `outOfReach` counts results of tools that the host never lets us replace.
 */
export type HostFigures = { readonly host: Host } & Figures & { readonly logs: number; readonly outOfReach: number };

/** What a rule of the comparison would have spared in the sessions of a host. */
export type Compared = {
	readonly rule: string;
	readonly host: Host;
	readonly savedTokens: number;
	/** Net of what the rule puts in and of the cache that it breaks. */
	readonly netTokens: number;
};

/** A shortened text that cannot be rebuilt: the file, the session, and the call with what is wrong. */
export type Failure = { readonly path: string; readonly session: string; readonly what: string };

/** A file that could not be read, and why. */
export type Unreadable = { readonly path: string; readonly why: string };

/** What to sum up, and how. */
export type Wanted = Period & {
	readonly tokens: Report["tokens"];
	readonly rules: readonly string[];
	readonly by: Grouping | undefined;
};

/**
 * Sums up findings, one session after the other. Copies of results that another session has already shown count once,
 * so the order matters: the same order gives the same report.
 */
export type Sum = {
	add(path: string, findings: Findings): void;
	unreadable(path: string, why: string): void;
	/** Whether nothing has counted yet. */
	isEmpty(): boolean;
	report(): Report;
};

/** A sum of nothing. */
export function newSum(wanted: Wanted): Sum {
	const hosts = new Map<Host, HostSum>();
	const groups = wanted.by && newGroups(wanted.by);
	const kinds = newGroups("kind");
	const ledger = newLedger(wanted);
	const search = newBestSearch();
	const [failures, writtenNotes, unreadable]: [Failure[], Failure[], Unreadable[]] = [[], [], []];
	let skipped = 0;
	return {
		add(path, findings) {
			const host = hosts.get(findings.host) ?? newHostSum(wanted.rules);
			const counted = ledger
				.enter(findings)
				.map((strand) => addStrand(strand, { findings, host, groups, kinds, search }));
			const isCounted = counted.includes(true) || isTimeless(wanted);
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
				hosts: [...hosts].map(([host, sum]) => figuresOf(host, sum)).sort(byHost),
				compare: compared(hosts, wanted.rules),
				kinds: kinds.list(),
				...(wanted.by && groups ? { by: wanted.by, groups: groups.list() } : {}),
				...(best && { best }),
				rebuilt: [...hosts.values()].reduce((sum, host) => sum + host.rebuilt, 0),
				failed: failures.length,
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
	logs: number;
	outOfReach: number;
	rebuilt: number;
};

function newHostSum(rules: readonly string[]): HostSum {
	return { tally: newTally(), spared: rules.map(() => ({ saved: 0, net: 0 })), logs: 0, outOfReach: 0, rebuilt: 0 };
}

function figuresOf(host: Host, { tally, logs, outOfReach }: HostSum): HostFigures {
	return { host, ...tally.figures(), logs, outOfReach };
}

type Place = {
	readonly findings: Findings;
	readonly host: HostSum;
	readonly groups: Groups | undefined;
	readonly kinds: Groups;
	readonly search: BestSearch;
};

/** Whether anything in the strand counted. */
function addStrand(strand: readonly Entered[], place: Place): boolean {
	const { findings, host, groups } = place;
	let [isCounted, isWindowCounted] = [false, false];
	for (const { finding, time, counts, purse } of strand) {
		if (finding.kind === "reset") isWindowCounted = false;
		if (!counts) continue;
		const tallies = [host.tally, groups?.at(findings, time)].filter((tally) => tally !== undefined);
		for (const tally of tallies) {
			tally.session(findings.session);
			if (!isWindowCounted) tally.window();
			if (finding.kind === "orphans") tally.orphans(finding.count);
			if (purse) tally.request(purse);
		}
		if (finding.kind === "answer") addAnswer(finding, time, place);
		[isCounted, isWindowCounted] = [true, true];
	}
	return isCounted;
}

function addAnswer(answer: AnswerFound, time: number | undefined, place: Place): void {
	const { findings, host, groups, kinds, search } = place;
	host.tally.answer(answer);
	search.add(findings, answer);
	host.outOfReach += limitsOf(findings.host).replaces(answer.tool) ? 0 : 1;
	host.rebuilt += answer.isProved ? 1 : 0;
	groups?.of(findings, time, answer).answer(answer);
	kinds.of(findings, time, answer).answer(answer);
	for (const [at, spared] of host.spared.entries()) {
		spared.saved += answer.spared[at]?.saved ?? 0;
		spared.net += answer.spared[at]?.net ?? 0;
	}
}

function compared(hosts: ReadonlyMap<Host, HostSum>, rules: readonly string[]): Compared[] {
	const rows = [...hosts].flatMap(([host, { spared }]) =>
		spared.map(({ saved, net }, at) => ({ rule: rules[at]!, host, savedTokens: saved, netTokens: net })),
	);
	return rows.sort((a, b) => rules.indexOf(a.rule) - rules.indexOf(b.rule) || byHost(a, b));
}
