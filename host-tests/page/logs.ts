import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A file that a session reads in one turn, and what the tool answers. */
export type Reading = { readonly path: string; readonly text: string };

/** What is told of a session. */
export type Told = { readonly session: string; readonly project: string; readonly start: number };

/** Lines of a log of Claude Code in which a model reads one file after the other, beginning with turn `from`. */
export function turnsOf({ session, project, start }: Told, readings: readonly Reading[], from = 0): string {
	const place = { isSidechain: false, sessionId: session, cwd: project, version: "2.1.325" };
	const lines = readings.flatMap(({ path, text }, index) => {
		const at = from + index;
		const when = { ...place, timestamp: new Date(start + at * 60_000).toISOString() };
		const [call, result] = [`call-${session}-${at}`, `result-${session}-${at}`];
		const use = { type: "tool_use", id: callOf(session, at), name: "Read", input: { file_path: path } };
		const usage = {
			input_tokens: 100,
			cache_creation_input_tokens: 800,
			cache_read_input_tokens: 9000 + at * 900,
			output_tokens: 40,
		};
		const message = { id: `m-${session}-${at}`, role: "assistant", model: "claude-opus", content: [use], usage };
		const content = [{ type: "tool_result", tool_use_id: callOf(session, at), content: text }];
		const parentUuid = at === 0 ? null : `result-${session}-${at - 1}`;
		return [
			{ ...when, type: "assistant", uuid: call, parentUuid, message },
			{
				...when,
				type: "user",
				uuid: result,
				parentUuid: call,
				sourceToolAssistantUUID: call,
				message: { role: "user", content },
			},
		];
	});
	return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The id of a call in such a log. */
export function callOf(session: string, turn: number): string {
	return `toolu_${session}_${turn}`;
}

/** Lines of a file as Claude Code shows them. */
export function fileText(name: string, count: number): string {
	const lines = Array.from(
		{ length: count },
		(_, at) => `${at + 1}\texport const ${name}${at + 1} = measure(${at * 7919}, "${name}");`,
	);
	return lines.join("\n");
}

/** Writes a file, with the folders that it lies in. */
export function put(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}
