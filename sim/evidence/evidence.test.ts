import { afterAll, expect, test } from "bun:test";
import { drawCase, playCase } from "./cases.ts";
import { COMMANDS, KNOWN_COMMANDS } from "./commands.ts";
import { EVIDENCE_HOSTS, type EvidenceHostName } from "./hosts.ts";
import { faultsIn } from "./judge.ts";
import { playCases, wordReport } from "./many.ts";
import { newRepositories } from "./repository.ts";

const LONGEST = 600_000;
const CASES = Number(process.env.IBID_CASES ?? 300);
const SEED = Number(process.env.IBID_SEED ?? 1);

test("knows 51 ways to show a change that were found first, and more than 160 in all", () => {
	expect(KNOWN_COMMANDS).toHaveLength(51);
	expect(new Set(COMMANDS.map(({ words }) => words)).size).toBe(COMMANDS.length);
	expect(COMMANDS.length).toBeGreaterThan(160);
});

const ROWS = Object.entries(EVIDENCE_HOSTS).flatMap(([host, { views }]) =>
	views.flatMap((view) =>
		["one line", "seven lines"].map((change) => [host as EvidenceHostName, view, change] as const),
	),
);

// What a command prints is the same for every host and every view.
const repositories = newRepositories();
afterAll(repositories.remove);

test.each(ROWS)(
	"in %s, by %s, with %s changed and changed back, the words of every note lead to its lines after each known way",
	(host, view, change) => {
		const sides = { host, change, firstView: view, lastView: view, files: "lines that are all different" };
		const failed = KNOWN_COMMANDS.flatMap((command) => {
			const delivered = playCase(drawCase(7, { ...sides, command, isChangedBack: true }), repositories);
			return faultsIn(delivered).map((fault) => [command.words, fault]);
		});
		expect(failed).toEqual([]);
	},
	LONGEST,
);

test(
	"in generated cases the words of every note lead to its lines, and most last views are shortened",
	() => {
		const report = playCases(CASES, SEED);
		if (report.failed.length > 0) console.log(wordReport(report));
		expect(report.failed.map((failed) => failed.case.seed)).toEqual([]);
		expect(report.answered).toBeGreaterThan(CASES / 2);
	},
	LONGEST,
);
