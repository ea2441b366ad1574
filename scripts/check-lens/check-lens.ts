import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { toolsOf } from "../../src/lens/hosts.ts";
import { lookAtCall, lookAtText } from "../../src/lens/look.ts";
import type { ToolCall, Tools } from "../../src/lens/types.ts";
import { readTranscript } from "../../src/transcript/recognise.ts";
import type { Recording, Strand } from "../../src/transcript/types.ts";
import { type Disagreement, newWitness } from "./agreement.ts";
import { newTally, type Tally } from "./tally.ts";

/**
 * Looks at every call and result of recorded sessions: what the lens knows of them, and whether what it claims of one
 * view of a file agrees with every other.
 */
function main(paths: readonly string[]): void {
	if (paths.length === 0) {
		console.error("check:lens needs at least one session or folder of sessions.");
		process.exit(2);
	}
	const tally = newTally();
	const disagreements: string[] = [];
	let [sessions, unreadable, compared] = [0, 0, 0];
	for (const path of paths.flatMap(filesUnder)) {
		const recording = readTranscript(readFileSync(path, "utf8"));
		if (!recording) {
			if (!/\.(tsv|md)$/.test(path)) unreadable++;
			continue;
		}
		sessions++;
		for (const strand of recording.strands) {
			const found = checkStrand(recording, strand, tally);
			compared += found.compared;
			disagreements.push(...found.disagreements.map((each) => describe(path, each)));
		}
	}
	console.log(tally.table());
	for (const each of disagreements) console.log(each);
	console.log(
		`${sessions} sessions, ${unreadable} unreadable; ${compared} lines shown again, ${disagreements.length} disagreements`,
	);
	process.exit(disagreements.length + unreadable === 0 ? 0 : 1);
}

function filesUnder(path: string): string[] {
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesUnder(join(path, name)));
}

function checkStrand(
	{ host }: Recording,
	{ entries }: Strand,
	tally: Tally,
): { compared: number; disagreements: Disagreement[] } {
	const witness = newWitness();
	const calls = new Map<string, { call: ToolCall; tools: Tools }>();
	const disagreements: Disagreement[] = [];
	let compared = 0;
	for (const entry of entries) {
		if (entry.kind === "attached") witness.forget(entry.path);
		if (entry.kind === "call") {
			const tools = toolsOf(host, entry.version);
			calls.set(entry.call.id, { call: entry.call, tools });
			witness.touch(lookAtCall(tools, entry.call));
		}
		if (entry.kind !== "result" || entry.kept) continue;
		const asked = calls.get(entry.id);
		if (!asked) continue;
		const { call, tools } = asked;
		const seen = lookAtCall(tools, call);
		witness.touch(seen);
		const view = lookAtText(tools, call, entry.text, entry.outcome);
		tally.count(host, call.tool, seen, view, entry);
		const found = witness.see(call.id, entry.text, view);
		compared += found.compared;
		disagreements.push(...found.disagreements);
	}
	return { compared, disagreements };
}

function describe(path: string, { path: file, line, before, now }: Disagreement): string {
	const show = ({ text, id }: Disagreement["now"]): string =>
		`${text === undefined ? "(end)" : JSON.stringify(text.slice(0, 100))} in ${id}`;
	return `${path}: ${file}:${line} is ${show(now)}, was ${show(before)}`;
}

main(process.argv.slice(2));
