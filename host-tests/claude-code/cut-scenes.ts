import {
	begin,
	FILE,
	lines,
	linesOf,
	type OutlineAct,
	type OutlineScene,
	type OutlineStep,
} from "../outline-scenes.ts";

/** More than Claude Code shows at once. */
const DISHES = Array.from({ length: 30 }, (_, at) => `dish${at + 1}`);
const LINES = linesOf(DISHES, 80);
const SOURCE = `${LINES.join("\n")}\n`;

const VIEW: OutlineAct = { kind: "view" };
const CUT: OutlineStep = {
	act: VIEW,
	comes: [
		"1-1659",
		`[ibid] Lines 1660-2464 of ${FILE} as an outline: read the lines that a mark names to see them.`,
		"1660-1726 [1727-1806] 1807-1808 [1809-1888] 1889-1890 [1891-1970] 1971-1972 [1973-2052] 2053-2054",
		"[2055-2134] 2135-2136 [2137-2216] 2217-2218 [2219-2298] 2299-2300 [2301-2380] 2381-2382 [2383-2462] 2463",
	].join(" "),
};

/** A line of a body that the model has never seen, and two in its place. */
const UNSEEN = LINES[2099]!;
const TWO = `${UNSEEN.replace("pot.size", "1")}\n\tpot = stir(pot, "salt", 1, 1);`;
const [HEADING] = LINES as [string];
const LONGER = `${HEADING}\n/** For eight persons. */`;
const ASKED: OutlineStep = { act: lines(2055, 2134), comes: "2055-2134" };
const HALF = SOURCE.slice(0, SOURCE.indexOf(LINES[1000]!));

/** Scenes by the name of what they show. */
export const CUT_SCENES: Readonly<Record<string, OutlineScene>> = {
	"the rest of a read that the host has cut comes as an outline, and the lines that a mark names when asked for": {
		source: SOURCE,
		parts: [begin(CUT, ASKED, CUT, { act: lines(1650, 1740), comes: "1650-1740" })],
	},
	"lines in marks that the model has edited, or another program moved, come as they are": {
		source: SOURCE,
		parts: [
			begin(
				CUT,
				{ act: { kind: "edit", old: UNSEEN, text: TWO }, comes: "" },
				{ act: lines(2055, 2135), comes: "2055-2135" },
				{ changes: [HEADING, LONGER] },
				{ act: lines(2056, 2136), comes: "2056-2136" },
				{ act: lines(2138, 2217), comes: "2138-2217" },
			),
		],
		ends: SOURCE.replace(UNSEEN, TWO).replace(HEADING, LONGER),
	},
	"a session that is resumed, or compacted, gets the lines that a mark names": {
		source: SOURCE,
		parts: [begin(CUT), { before: "resume", steps: [ASKED] }, { before: "compact", steps: [ASKED] }],
	},
	"nothing comes behind a read that shows all of the file": {
		source: HALF,
		parts: [begin({ act: VIEW, comes: "1-1000" })],
	},
};
