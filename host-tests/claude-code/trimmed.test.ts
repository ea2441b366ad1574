import { afterEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolders } from "../folders.ts";
import { compare, expectProved, textsOf } from "./compare.ts";
import type { Version } from "./run.ts";
import { play, type Scene, says } from "./scenes.ts";

afterEach(removeFolders);

const TABLE = Array.from(
	{ length: 61 },
	(_, index) => `\t\tvalue ${index + 1} of the table = ${(index * 7919) % 10007};\n`,
);

const COMMAND = "sed -n '11,30p' table.ts";

/** At the fifth call the host reminds the model of its task tools: for some models after the result. */
function scene(environment: Readonly<Record<string, string>>): Scene {
	return ({ read, bash }) => [
		{
			environment,
			prepare: (project) => writeFileSync(join(project, "table.ts"), TABLE.join("")),
			prompts: ["Look at the table."],
			replies: [
				...[1, 2, 3, 4].map((count) => says("One moment.", bash(`echo ${count}`))),
				says("A part of it:", bash(COMMAND)),
				says("And around it:", read("table.ts", 8, 23)),
				says("All of it:", bash("cat table.ts")),
				says("With numbers:", read("table.ts")),
				says("That is the table."),
			],
		},
	];
}

test.each<[Version, string, boolean, Record<string, string>]>([
	["2.1.325", "claude-haiku-4-5", true, {}],
	["2.1.325", "claude-haiku-4-5", true, { CLAUDE_CODE_ELEGANT_MEADOW: "0" }],
	["2.1.325", "claude-sonnet-4-6", true, {}],
	["2.1.325", "claude-opus-4-8", false, {}],
	["2.1.197", "claude-haiku-4-5", true, {}],
])(
	"Claude Code %s, model %s: a line is quoted as the model got it (trimmed: %p, environment %j)",
	async (version, model, isTrimmed, environment) => {
		const compared = await compare(
			(args) => play(scene(environment), { version, args: ["--model", model, ...args] }),
			version,
		);
		const part = [...textsOf(compared.plain)].find(([place]) => place.includes(COMMAND))?.[1];
		expect(part?.startsWith("value 11")).toBe(isTrimmed);
		expectProved(compared);
		expect(compared.notes.length).toBeGreaterThanOrEqual(2);
	},
	120_000,
);
