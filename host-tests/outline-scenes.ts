/** What the model calls for, always with the same file: a host has a call for each. */
export type OutlineAct =
	| { readonly kind: "view" }
	| { readonly kind: "lines"; readonly first: number; readonly last: number }
	| { readonly kind: "write"; readonly text: string }
	| { readonly kind: "edit"; readonly old: string; readonly text: string }
	| { readonly kind: "run"; readonly command: string }
	/** A sub-agent views the file until it has seen all of it. */
	| { readonly kind: "agent" };

/** The calls that a host has for these acts. */
export type OutlineCalls<Call> = {
	readonly read: (path: string, from?: number, count?: number) => Call;
	readonly write: (path: string, text: string) => Call;
	readonly edit: (path: string, old: string, text: string) => Call;
	readonly bash: (command: string) => Call;
	/** Absent if the host has no sub-agents. */
	readonly agent?: (errand: string) => Call;
};

/** The call for an act. */
export function callFor<Call>(act: OutlineAct, { read, write, edit, bash, agent }: OutlineCalls<Call>): Call {
	switch (act.kind) {
		case "view":
			return read(FILE);
		case "lines":
			return read(FILE, act.first, act.last - act.first + 1);
		case "write":
			return write(FILE, act.text);
		case "edit":
			return edit(FILE, act.old, act.text);
		case "run":
			return bash(act.command);
		case "agent":
			if (!agent) throw new Error("This host has no sub-agents.");
			return agent(ERRAND);
	}
}

/** An act and how its result comes, in the words of `wordsOf`; or another program changes the file. */
export type OutlineStep =
	| { readonly act: OutlineAct; readonly comes: string }
	| { readonly changes: readonly [from: string, to: string] };

/** The steps of a prompt, and what the host does before it. */
export type OutlinePart = {
	readonly before: "begin" | "compact" | "resume" | "revert";
	readonly prompt?: string;
	readonly steps: readonly OutlineStep[];
};

/** What happens in a session; what the file contains before, and what after, if that is not the same. */
export type OutlineScene = { readonly parts: readonly OutlinePart[]; readonly source?: string; readonly ends?: string };

/** The file, from the project. */
export const FILE = "src/recipes.ts";

/** What a sub-agent is asked for. */
export const ERRAND = "Find out how dishes are made.";

/** What it says in the end: the last line of the file, with its number, if it has seen all. */
export function reportOn(results: readonly string[]): string {
	const hasSeenAll = LINES.every((line) => results.some((text) => text.includes(line)));
	return hasSeenAll ? `It ends so:\n${LINES.length}\t${LINES.at(-1)}` : "I have not seen it.";
}

const DISHES = ["soup", "cake", "stew", "bread"];

/** A file of long functions. No two lines are alike, so that each says where it is from. */
export function linesOf(dishes: readonly string[], height: number): readonly string[] {
	return [
		"/** How dishes are made. */",
		'import { type Pot, stir } from "./stir.ts";',
		"const PINCH = 3;",
		...dishes.flatMap((dish) => [
			`export function ${dish}(pot: Pot): Pot {`,
			...Array.from(
				{ length: height - 1 },
				(_, at) => `\tpot = stir(pot, "${dish}", ${at}, pot.size * ${at * at + 3});`,
			),
			`\treturn pot.with("${dish}");`,
			`} // end of ${dish}`,
		]),
	];
}

const LINES = linesOf(DISHES, 40);

/** What the file contains at first. */
export const SOURCE: string = `${LINES.join("\n")}\n`;

/** How it comes first. */
const OUTLINE = "1-4 [5-44] 45-46 [47-86] 87-88 [89-128] 129-130 [131-170] 171";

const VIEW: OutlineAct = { kind: "view" };
const CAT: OutlineAct = { kind: "run", command: `cat ${FILE}` };
const FIRST: OutlineStep = { act: VIEW, comes: OUTLINE };

/** A line of a body that the model has never seen, and two in its place. */
const UNSEEN = LINES[49]!;
const TWO = `${UNSEEN.replace("3);", "4);")}\n\tpot = stir(pot, "salt", 1, 1);`;
const WITH_SALT = SOURCE.replace(UNSEEN, TWO);

const HEADING = "/** How dishes are made. */\n";
const LONGER = `${HEADING}/** For eight persons. */\n/** Or for nine. */\n`;

const ANEW = SOURCE.replaceAll("pot.with(", "pot.hot(");
/** A host may keep the end of a session, if it is short. */
const BEFORE_COMPACTION = begin(FIRST, { act: lines(30, 171), comes: "30-171" });

/** Scenes by the name of what they show. */
export const OUTLINE_SCENES: Readonly<Record<string, OutlineScene>> = {
	"a file comes first as its outline, and the lines that a mark names come when they are asked for": {
		parts: [
			begin(
				FIRST,
				{ act: lines(47, 86), comes: "47-86" },
				{ act: lines(85, 90), comes: "85-90" },
				{ act: VIEW, comes: "1-171" },
			),
		],
	},
	"a file that was folded and is read again comes with its bodies": {
		parts: [begin(FIRST, { act: VIEW, comes: "1-171" })],
	},
	"of a body that was folded and has changed since, all comes": {
		parts: [begin(FIRST, { changes: [UNSEEN, TWO] }, { act: VIEW, comes: "1-172" })],
		ends: WITH_SALT,
	},
	"after a read of some lines and an edit, what was not shown is folded, and comes when it is asked for": {
		parts: [
			begin(
				{ act: lines(1, 50), comes: "1-50" },
				{ act: { kind: "edit", old: UNSEEN, text: TWO }, comes: "" },
				{ act: VIEW, comes: "1-89 [90-129] 130-131 [132-171] 172" },
				{ act: lines(90, 129), comes: "90-129" },
			),
		],
		ends: WITH_SALT,
	},
	"an edit of lines that are folded is made, and the model hears where they are": {
		parts: [
			begin(
				FIRST,
				{
					act: { kind: "edit", old: UNSEEN, text: TWO },
					comes: `[ibid] This changed lines of ${FILE} that you have not seen: read 47-87. The folded lines of ${FILE} are now 5-44, 47-87, 90-129 and 132-171.`,
				},
				{ act: lines(47, 87), comes: "47-87" },
				{ act: VIEW, comes: "1-172" },
			),
		],
		ends: WITH_SALT,
	},
	"after an edit above folds the model hears where they are now": {
		parts: [
			begin(
				FIRST,
				{
					act: { kind: "edit", old: HEADING, text: LONGER },
					comes: `[ibid] The folded lines of ${FILE} are now 7-46, 49-88, 91-130 and 133-172.`,
				},
				{ act: lines(49, 88), comes: "49-88" },
			),
		],
		ends: SOURCE.replace(HEADING, LONGER),
	},
	"a write of the whole file over folds is refused, and is made after they were read": {
		parts: [
			begin(
				FIRST,
				{ act: { kind: "write", text: ANEW }, comes: refusal("5-44, 47-86, 89-128 and 131-170") },
				{ act: VIEW, comes: "1-171" },
				{ act: { kind: "write", text: ANEW }, comes: "" },
				{ act: VIEW, comes: "1-171" },
			),
		],
		ends: ANEW,
	},
	"a write over folds by a command is refused": {
		parts: [
			begin(FIRST, {
				act: { kind: "run", command: `cat > ${FILE} <<'EOF'\n${ANEW}EOF` },
				comes: refusal("5-44, 47-86, 89-128 and 131-170"),
			}),
		],
	},
	"a mark gets into no file": {
		parts: [
			begin(FIRST, {
				act: { kind: "edit", old: HEADING, text: `${HEADING}[ibid] lines 47-86 folded\n` },
				comes:
					'Nothing was written: the line "[ibid] lines 47-86 folded" is a note of ibid that stands for folded lines, not text of a file; read those lines, and write them in its place',
			}),
		],
	},
	"a file that another program has changed is shown as it is, and the model hears that marks may be wrong": {
		parts: [
			begin(
				FIRST,
				{ changes: [HEADING, LONGER] },
				{
					act: lines(47, 86),
					comes: `47-86 [ibid] ${FILE} has changed: its folded lines may have other numbers now. Read the file to see them.`,
				},
				{ act: VIEW, comes: "1-173" },
			),
		],
		ends: SOURCE.replace(HEADING, LONGER),
	},
	"what a search has found stays open": {
		parts: [
			begin(
				{ act: { kind: "run", command: `grep -n '"stew", 7' ${FILE}` }, comes: "96" },
				{ act: VIEW, comes: "1-4 [5-44] 45-46 [47-86] 87-130 [131-170] 171" },
				{ act: { kind: "run", command: `sed -n 47,86p ${FILE}` }, comes: "47-86" },
			),
		],
	},
	"a file that the prompt names is shown as it is": {
		parts: [{ before: "begin", prompt: `Look at ${FILE}.`, steps: [{ act: VIEW, comes: "1-171" }] }],
	},
	"after a compaction nothing from before is quoted": {
		parts: [BEFORE_COMPACTION, { before: "compact", steps: [{ act: lines(47, 86), comes: "47-86" }] }],
	},
	"a session that is resumed knows what is folded": {
		parts: [
			begin(FIRST, { act: lines(47, 86), comes: "47-86" }),
			{
				before: "resume",
				steps: [
					{ act: { kind: "write", text: ANEW }, comes: refusal("5-44, 89-128 and 131-170") },
					{ act: lines(5, 44), comes: "5-44" },
					{ act: VIEW, comes: "1-171" },
				],
			},
		],
	},
};

/** The same for hosts that print all that a command prints, and show the model nothing by themselves. */
export const PLUGIN_SCENES: Readonly<Record<string, OutlineScene>> = {
	"a command shows a file as its outline, too": {
		parts: [begin({ act: CAT, comes: OUTLINE }, { act: CAT, comes: "1-171" })],
	},
	"after a compaction the file is folded again": {
		parts: [BEFORE_COMPACTION, { before: "compact", steps: [FIRST, { act: lines(47, 86), comes: "47-86" }] }],
	},
};

/** For hosts that take back a prompt and all that came of it. */
export const REVERT_SCENES: Readonly<Record<string, OutlineScene>> = {
	"lines that were shown and taken back count as never seen": {
		parts: [
			begin(FIRST),
			{ before: "begin", prompt: "Look again.", steps: [{ act: lines(47, 86), comes: "47-86" }] },
			{
				before: "revert",
				steps: [
					{ act: { kind: "write", text: ANEW }, comes: refusal("5-44, 47-86, 89-128 and 131-170") },
					{ act: VIEW, comes: "1-171" },
				],
			},
		],
	},
};

/** For hosts with sub-agents. */
export const AGENT_SCENES: Readonly<Record<string, OutlineScene>> = {
	"what only a sub-agent has seen stays folded": {
		parts: [
			begin(
				FIRST,
				{ act: { kind: "agent" }, comes: "171" },
				{ act: { kind: "write", text: ANEW }, comes: refusal("5-44, 47-86, 89-128 and 131-170") },
				{ act: VIEW, comes: "1-171" },
			),
		],
	},
};

/** For a host that drops blank lines above the output of a command, and shows after a compaction what was read last. */
export const UNFOLDED_SCENES: Readonly<Record<string, OutlineScene>> = {
	"what a command shows is not folded, because its lines may have other numbers": {
		parts: [begin({ act: CAT, comes: "1-171" })],
	},
	"what the host itself shows again after a compaction is not folded": {
		parts: [BEFORE_COMPACTION, { before: "compact", steps: [{ act: VIEW, comes: "1-171" }] }],
	},
};

/** The first part of a session. */
export function begin(...steps: readonly OutlineStep[]): OutlinePart {
	return { before: "begin", steps };
}

/** A request for lines by their numbers. */
export function lines(first: number, last: number): OutlineAct {
	return { kind: "lines", first, last };
}

function refusal(ranges: string): string {
	return `Nothing was written: lines ${ranges} of ${FILE} are folded, and you have not seen them; read them first, then write the file, or edit it`;
}
