import { expect } from "bun:test";
import { drawCase, type EvidenceCase, scriptOf } from "../sim/evidence/cases.ts";
import { KNOWN_COMMANDS } from "../sim/evidence/commands.ts";
import { EVIDENCE_HOSTS, type EvidenceHostName, type HostCall } from "../sim/evidence/hosts.ts";
import { faultsIn } from "../sim/evidence/judge.ts";
import { commitOnly, putFiles, runCommand } from "../sim/evidence/repository.ts";
import type { Exchange } from "./rebuild.ts";

/** The first of the generated cases that hosts play. */
export const FIRST_SEED: number = Number(process.env.IBID_SEED ?? 1000);

/** How many of them each host plays. */
export const GENERATED: number = Number(process.env.IBID_CASES ?? 40);

/** How many cases one session has: few enough that a host does not compact. */
export function knownCases(host: EvidenceHostName): EvidenceCase[][] {
	return inSessions(KNOWN_COMMANDS.map((command, at) => drawCase(at + 1, { host, command, ...KNOWN_SIDES })));
}

const KNOWN_SIDES = { change: "seven lines", files: "lines that are all different", isChangedBack: true } as const;

/** Cases as their seeds draw them, except for the host. */
export function generatedCases(host: EvidenceHostName): EvidenceCase[][] {
	return inSessions(Array.from({ length: GENERATED }, (_, at) => drawCase(FIRST_SEED + at, { host })));
}

function inSessions(cases: readonly EvidenceCase[]): EvidenceCase[][] {
	const sessions = Math.ceil(cases.length / CASES_IN_A_SESSION);
	return Array.from({ length: sessions }, (_, at) => {
		return cases.slice(at * CASES_IN_A_SESSION, (at + 1) * CASES_IN_A_SESSION);
	});
}

const CASES_IN_A_SESSION = 17;

/** A reply with one call, and a change of the project before the host gets the reply. */
export type EvidenceReply = {
	readonly text: string;
	readonly calls: readonly Pick<HostCall, "tool" | "input">[];
	readonly meanwhile: () => void;
};

/** The replies that play cases in a project, and the results that the host has for their calls. */
export type EvidencePlay = { readonly replies: readonly EvidenceReply[]; readonly originals: readonly string[] };

/** Cases run one at a time in the project. Each command runs once more, to know what it prints. */
export function playFor(cases: readonly EvidenceCase[], project: string): EvidencePlay {
	const originals: string[] = [];
	const replies = cases.flatMap((each, at): EvidenceReply[] => {
		const host = EVIDENCE_HOSTS[each.host];
		const { files, name, after, words } = scriptOf(each, `w${at + 1}`);
		const says = (prepare: () => void, call: HostCall, originalOf = (): string => call.text): EvidenceReply => ({
			text: "Let me see.",
			calls: [{ tool: call.tool, input: call.input }],
			meanwhile: () => {
				prepare();
				originals.push(originalOf());
			},
		});
		const view = (how: string, path: string, lines: readonly string[]): HostCall =>
			host.view(how, { path, directory: project, lines });
		const firstViews = Object.entries(files).map(([path, lines], index) =>
			says(() => index === 0 && commitOnly(project, files), view(each.firstView, path, lines)),
		);
		const change = (): void => putFiles(project, { [name]: after });
		const changeBack = (): void => (each.isChangedBack ? putFiles(project, files) : undefined);
		return [
			...firstViews,
			says(change, host.run(words, { output: "", code: 0 }), () => host.run(words, runCommand(words, project)).text),
			says(changeBack, view(each.lastView, name, each.isChangedBack ? files[name]! : after)),
		];
	});
	return { replies, originals };
}

/**
 * The words of every note in a request lead a reader to the original. At least two thirds of the cases have a note at
 * their end; otherwise sending everything in full would pass.
 */
export function expectFollowed(
	{ replies, originals }: EvidencePlay,
	exchanges: readonly Exchange[],
	isShortened: (exchange: Exchange) => boolean,
	cases: number,
): void {
	expect(exchanges.map(({ call }) => call.input)).toEqual(replies.map(({ calls }) => calls[0]!.input));
	const delivered = exchanges.map((exchange, at) => {
		const { call, text } = exchange;
		const shortened = isShortened(exchange);
		// What a host puts around a text that was sent in full does not concern us.
		return { call: { ...call, text, shortened }, original: shortened ? originals[at]! : text };
	});
	expect(faultsIn(delivered)).toEqual([]);
	expect(delivered.filter(({ call }) => call.shortened).length).toBeGreaterThanOrEqual((cases * 2) / 3);
}
