import { readFileSync, writeFileSync } from "node:fs";
import { edit, read } from "./calls.ts";
import { meanwhile, prompt, type Step, says } from "./scenes.ts";

/** How much of its end a session keeps when it is summed up, in tokens. */
export const KEPT = 2_000;

const SPOONS = "src/spoons.ts";
const POTS = "src/pots.ts";
const SEEN = says("I have seen it.");

/** Twelve prompts about two files: whole reads and parts, an edit, a change from outside, and a compaction. */
export const STEPS: readonly Step[] = [
	meanwhile((path) => {
		writeFileSync(path(SPOONS), sourceOf("spoon", 60));
		writeFileSync(path(POTS), sourceOf("pot", 40));
	}),
	prompt("Read the spoons and the pots.", says("Both:", read(SPOONS), read(POTS)), SEEN),
	prompt("The spoons again.", says("Here they are:", read(SPOONS)), SEEN),
	prompt("Spoons, lines 50 to 120.", says("Here they are:", read(SPOONS, 50, 71)), SEEN),
	prompt(
		"Let the seventh spoon weigh ten times as much.",
		says("Like this:", edit(SPOONS, "of * 7 + more", "of * 70 + more")),
		says("So it reads:", read(SPOONS)),
		SEEN,
	),
	prompt("Spoons, lines 200 to 260.", says("Here they are:", read(SPOONS, 200, 61)), SEEN),
	prompt("What was changed, lines 40 to 60.", says("Here they are:", read(SPOONS, 40, 21)), SEEN),
	meanwhile((path) => {
		writeFileSync(path(POTS), readFileSync(path(POTS), "utf8").replace("of * 3 + more", "of * 33 + more"));
	}),
	prompt("Somebody has changed a pot.", says("The pots:", read(POTS)), SEEN),
	prompt("Pots, lines 1 to 40.", says("Here they are:", read(POTS, 1, 40)), SEEN),
	prompt("Both once more.", says("Both:", read(SPOONS), read(POTS)), SEEN),
	{ kind: "compact" },
	prompt("The spoons.", says("Here they are:", read(SPOONS)), SEEN),
	prompt("The spoons again.", says("Here they are:", read(SPOONS)), SEEN),
	prompt("Pots, lines 10 to 30.", says("Here they are:", read(POTS, 10, 21)), SEEN),
];

function sourceOf(name: string, count: number): string {
	const functions = Array.from({ length: count }, (_, index) => functionOf(name, index + 1));
	return `// All about each ${name}.\nimport { say } from "./say.ts";\n\n${functions.join("\n")}\n`;
}

function functionOf(name: string, number: number): string {
	return [
		`/** Weighs ${name} number ${number}, with as much of it as there is and some more. */`,
		`export function weigh${number}(of: number, more: number): number {`,
		`\tconst weight = of * ${number} + more;`,
		`\tsay("${name} ${number}", weight);`,
		`\treturn weight > ${number * 10} ? weight - ${number} : weight;`,
		"}",
		"",
	].join("\n");
}
