import { createHash } from "node:crypto";
import { MARK } from "../core/lines.ts";
import { estimateTokens } from "../core/tokens.ts";
import { toolsOf } from "../lens/hosts.ts";
import type { Host } from "../lens/types.ts";
import { limitsOf } from "../limits/limits.ts";
import type { Recording, Strand } from "../transcript/types.ts";
import { type Bookkeeper, newBookkeeper } from "./money.ts";
import { type Answered, replay, type Terms } from "./replay.ts";

/** What ibid would have done in the sessions of one host. */
export type HostReport = {
	readonly host: Host;
	readonly sessions: number;
	/** What models had before them, from the beginning or a reset up to the next. */
	readonly windows: number;
	readonly answers: number;
	readonly shortened: number;
	/** Tokens of all results; what could be saved of them at best; what the host lets us save, net of notes. */
	readonly resultTokens: number;
	readonly boundTokens: number;
	readonly savedTokens: number;
	/** Tokens of the notes in shortened texts. */
	readonly noteTokens: number;
	/** Share of what the requests cost that would have been spared, where the log tells what they cost. */
	readonly moneyShare: number | undefined;
};

/** Sums up recordings, one after the other. A result that was in another session already is counted once. */
export type Auditor = { add(recording: Recording): void; hosts(): HostReport[] };

/** An auditor who has seen nothing; `count` says how many tokens a text has. */
export function newAuditor(count: (text: string) => number = estimateTokens): Auditor {
	const sums = new Map<Host, Sum>();
	const seen = new Set<string>();
	return {
		add({ host, strands }) {
			const sum = sums.get(host) ?? emptySum();
			sums.set(host, sum);
			sum.sessions++;
			for (const strand of strands) addStrand(sum, host, strand, seen, count);
		},
		hosts: () =>
			[...sums].map(([host, { spent, spared, ...sum }]) => ({
				host,
				...sum,
				moneyShare: spent > 0 ? spared / spent : undefined,
			})),
	};
}

type Sum = { -readonly [Key in keyof Omit<HostReport, "host" | "moneyShare">]: number } & {
	spent: number;
	spared: number;
};

function emptySum(): Sum {
	const tokens = { resultTokens: 0, boundTokens: 0, savedTokens: 0, noteTokens: 0, spent: 0, spared: 0 };
	return { sessions: 0, windows: 0, answers: 0, shortened: 0, ...tokens };
}

function addStrand(sum: Sum, host: Host, strand: Strand, seen: Set<string>, count: (text: string) => number): void {
	const tools: Terms["tools"] = (version) => toolsOf(host, version);
	const bound = replay(strand, { tools, limits: undefined });
	const within = replay(strand, { tools, limits: limitsOf(host) });
	const book = newBookkeeper(host);
	sum.windows += strand.entries.some(({ kind }) => kind === "result") ? 1 : 0;
	for (const step of within) {
		const best = bound.next().value as typeof step;
		if (!("answer" in step)) {
			if (step.kind === "turn") book.request(step.usage);
			if (step.kind === "reset") {
				book.reset();
				sum.windows++;
			}
			continue;
		}
		const key = `${host} ${step.result.id} ${fingerprint(step.result.text)}`;
		if (step.result.kept || seen.has(key)) continue;
		seen.add(key);
		addAnswer(sum, step, best as Answered, count, book);
	}
	const { spent, spared } = book.purse();
	sum.spent += spent;
	sum.spared += spared;
}

/** Ids of calls repeat by chance, texts by forks; both together only where one session holds another. */
function fingerprint(text: string): string {
	return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

function addAnswer(
	sum: Sum,
	{ answer, result }: Answered,
	best: Answered,
	count: (text: string) => number,
	book: Bookkeeper,
): void {
	const tokens = count(result.text);
	const left = (text: string, form: string): number => (form === "whole" ? tokens : count(text));
	const saved = tokens - left(answer.text, answer.form);
	sum.answers++;
	sum.resultTokens += tokens;
	sum.boundTokens += tokens - left(best.answer.text, best.answer.form);
	sum.savedTokens += saved;
	if (answer.form === "whole") return;
	sum.shortened++;
	sum.noteTokens += answer.text
		.split("\n")
		.filter((line) => line.includes(MARK))
		.reduce((all, note) => all + count(note), 0);
	book.spare(saved);
}
