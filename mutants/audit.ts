import type { Mutant } from "./mutant.ts";

/** Rules of what reports afterwards: `src/audit`, `src/page`, `src/store`. */
export const AUDIT: readonly Mutant[] = [
	{
		name: "audit-pass-over-a-lost-text",
		broken: "A text that ibid has shortened and that the log does not bear out is no failure.",
		file: "src/audit/find.ts",
		find: "if (step.result.isLost)",
		replace: "if (step.result.isLost && verdict)",
	},
	{
		name: "count-a-copy-again",
		broken: "A result that another session has already shown counts once more.",
		file: "src/audit/ledger.ts",
		find: "seen.has(nameOf(finding))",
		replace: "false",
	},
	{
		name: "count-an-erased-note-as-orphan",
		broken: "A note that the host takes away itself counts as one that has lost its passage.",
		file: "src/audit/orphans.ts",
		find: "standing = standing.filter(({ call }) => !ids.includes(call.id));",
		replace: "",
		also: [
			{
				file: "src/audit/orphans.ts",
				find: "const before = standing.length;",
				replace: "const before = standing.length; standing = standing.filter(({ call }) => !ids.includes(call.id));",
			},
		],
	},
	{
		name: "count-an-orphan-twice",
		broken: "A note that has lost its passage counts again with the next erasure.",
		file: "src/audit/orphans.ts",
		find: "standing = standing.filter((answered) => wouldRead(answered, ids, terms));",
		replace: "",
		also: [
			{
				file: "src/audit/orphans.ts",
				find: "return before - standing.length;",
				replace: "return before - standing.filter((answered) => wouldRead(answered, ids, terms)).length;",
			},
		],
	},
	{
		name: "count-the-requests-of-a-copy",
		broken: "Requests count again that a session has from the one that it was forked from.",
		file: "src/audit/ledger.ts",
		find: "let isCopy = first !== undefined && seen.has(nameOf(first));",
		replace: "let isCopy = false;",
	},
	{
		name: "count-what-was-not-taken",
		broken: "What the host did not take counts as saved.",
		file: "src/audit/lived.ts",
		find: "isTaken(line, result, untaken) ? taken(line) : untakenOf(line)",
		replace: "taken(line)",
	},
	{
		name: "declare-tools-for-nothing",
		broken: "The tools that ibid brings with it cost nothing.",
		file: "src/audit/money.ts",
		find: "prompt] = [-declares, 0, 0]",
		replace: "prompt] = [0, 0, 0]",
		also: [
			{ file: "src/audit/money.ts", find: "[added, carried] = [0, -declares]", replace: "[added, carried] = [0, 0]" },
		],
	},
	{
		name: "forget-what-is-going-on",
		broken: "The record of a session is forgotten while it goes on.",
		file: "src/store/forget.ts",
		find: "if (!kept.has(session)) rmSync(",
		replace: "rmSync(",
	},
	{
		name: "remember-notes-beyond-a-reset",
		broken: "A note from before a reset still counts as one that can lose its passage.",
		file: "src/audit/orphans.ts",
		find: "standing = [];",
		replace: "standing = standing.slice();",
	},
	{
		name: "restore-what-the-record-does-not-know",
		broken: "A text that ibid has sent is taken for rebuilt though the record knows another original.",
		file: "src/audit/restore.ts",
		find: "original !== undefined && isOriginal(original)",
		replace: "original !== undefined",
	},
	{
		name: "show-secrets-on-the-page",
		broken: "Texts that may hold secrets stand on the page.",
		file: "src/page/texts.ts",
		find: "!answer || answer.isSensitive",
		replace: "!answer",
	},
];
