import { existsSync, readFileSync } from "node:fs";
import { READERS, toolsOf } from "../../contracts/hosts.ts";
import { filesUnder } from "../../src/commands/sessions/session-files.ts";
import type { AgentThread, Recording } from "../../src/conversation/types.ts";
import { lookAtCall, lookAtText } from "../../src/lens/look.ts";
import type { ToolCall, Tools } from "../../src/lens/types.ts";
import { readTranscript } from "../../src/transcript/files.ts";
import { type Disagreement, newWitness } from "./agreement.ts";
import { miscounts } from "./cuts.ts";
import { newTally, type Tally } from "./tally.ts";

/**
 * Looks at every call and result of recorded sessions: what the lens knows of them, whether its views of a file agree
 * with each other, and whether it recognises a text that was cut. Every disagreement is a fault.
 */
function main(paths: readonly string[]): void {
	if (paths.length === 0) refuse("check:lens needs at least one session, or a folder of them.");
	const missing = paths.find((path) => !existsSync(path));
	if (missing !== undefined) refuse(`${missing} does not exist.`);
	const tally = newTally();
	const [apart, faults]: [string[], string[]] = [[], []];
	let [passed, failed, compared] = [0, 0, 0];
	for (const path of paths.flatMap(filesUnder)) {
		const recording = readTranscript(readFileSync(path, "utf8"), READERS);
		const before = faults.length;
		if (!recording) faults.push(`${path}: no session that is known`);
		for (const thread of recording?.threads ?? []) {
			const found = checkThread(recording!, thread, tally);
			compared += found.compared;
			faults.push(...found.miscounted.map((each) => `${path}: ${each}`));
			for (const each of found.disagreements) (isApart(each) ? apart : faults).push(`${path}: ${describe(each)}`);
		}
		if (faults.length === before) passed++;
		else failed++;
	}
	console.log(tally.table());
	print("Views that differ, but long after each other, while others may have written", apart);
	print("Faults", faults);
	console.log(`\n${compared} lines of files shown again, ${apart.length} views long apart that differ`);
	console.log(`${passed} passed, ${failed} failed`);
	process.exit(failed === 0 ? 0 : 1);
}

function refuse(sentence: string): never {
	console.error(sentence);
	process.exit(2);
}

function print(heading: string, lines: readonly string[]): void {
	if (lines.length > 0) console.log(`\n${heading}:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

type Found = { compared: number; disagreements: Disagreement[]; miscounted: string[] };

function checkThread({ host }: Recording, { entries }: AgentThread, tally: Tally): Found {
	const witness = newWitness();
	const calls = new Map<string, { call: ToolCall; tools: Tools }>();
	const found: Found = { compared: 0, disagreements: [], miscounted: [] };
	for (const entry of entries) {
		if (entry.kind === "hidden") witness.forget(entry.path);
		if (entry.kind === "call") {
			const tools = toolsOf(host, entry.version);
			calls.set(entry.call.id, { call: entry.call, tools });
			witness.touch(lookAtCall(tools, entry.call));
		}
		if (entry.kind !== "result" || entry.kept) continue;
		const { call, tools } = calls.get(entry.id)!;
		const asked = lookAtCall(tools, call);
		const view = lookAtText(tools, call, entry.text, entry.outcome);
		const miscounted = miscounts(entry.text, tools.unwrap(entry.text.split("\n"), call.tool));
		if (miscounted) found.miscounted.push(`${entry.id} is ${miscounted}`);
		tally.count(host, call.tool, asked, view, entry);
		witness.touch(asked);
		const seen = witness.see(entry, view);
		found.compared += seen.compared;
		found.disagreements.push(...seen.disagreements);
	}
	return found;
}

/** So far apart that a user, another agent or an editor had time to write. */
function isApart({ before, now }: Disagreement): boolean {
	return (now.time ?? 0) - (before.time ?? 0) > 5 * 60_000;
}

function describe({ path, line, before, now, lines }: Disagreement): string {
	const minutes = Math.round(((now.time ?? 0) - (before.time ?? 0)) / 60_000);
	const show = (text: string | undefined): string =>
		text === undefined ? "its end" : JSON.stringify(text.slice(0, 60));
	return `${path}: ${lines} lines differ after ${minutes} minutes; line ${line} was ${show(before.text)}, is ${show(now.text)}`;
}

main(process.argv.slice(2));
