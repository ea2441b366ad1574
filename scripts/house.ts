import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type House, measureHouse } from "./house-figures.ts";

/** The figures of a folder of sources in readable form. */
export function houseLines(house: House): string[] {
	const { fileLines, functionLines, oneImporter, longestChain: chain } = house;
	const rows: readonly (readonly [string, string])[] = [
		["files", number(house.files)],
		["lines", number(house.lines)],
		["lines of core", number(house.coreLines)],
		["file, lines", `median ${fileLines.median}, longest ${fileLines.longest.lines} (${fileLines.longest.name})`],
		["functions", number(house.functions)],
		[
			"function, lines",
			`median ${functionLines.median}, p90 ${functionLines.p90}, longest ${functionLines.longest.lines} (${functionLines.longest.name})`,
		],
		["one importer", `${number(oneImporter.all)} files: ${pairs(oneImporter.folders)}`],
		["repeated types", repetitions(house.repeatedTypes, Number.POSITIVE_INFINITY)],
		["repeated functions", repetitions(house.repeatedFunctions, 20)],
		["longest imports", `${chain.length} files: ${chain.join(" → ")}`],
		["cycles", number(house.cycles)],
		["comments", `${house.commentShare.toFixed(1)}% of lines`],
		["any", number(house.any)],
		...Object.entries(house.words).map(([word, { src, tests, rest }]) => {
			return [`"${word}"`, `${src} in sources, ${tests} in their tests, ${rest} elsewhere`] as const;
		}),
	];
	return rows.map(([name, text]) => `${name.padEnd(20)}${text}`);
}

function repetitions(names: Readonly<Record<string, number>>, most: number): string {
	const all = Object.entries(names);
	if (all.length === 0) return "0";
	const more = all.length > most ? `, and ${all.length - most} more` : "";
	return `${number(all.length)}: ${pairs(Object.fromEntries(all.slice(0, most)))}${more}`;
}

function pairs(counts: Readonly<Record<string, number>>): string {
	return Object.entries(counts)
		.map(([name, times]) => `${name} ${times}`)
		.join(", ");
}

function number(value: number): string {
	return value.toLocaleString("en-US");
}

if (import.meta.main) {
	const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
	const house = await measureHouse(positionals[0] ?? fileURLToPath(new URL("../src", import.meta.url)));
	console.log(values.json ? JSON.stringify(house, null, "\t") : houseLines(house).join("\n"));
}
