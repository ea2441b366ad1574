import type { RecordedResult } from "../../src/conversation/types.ts";
import type { Call, View } from "../../src/core/types.ts";

/** Counts what the lens makes of results, tool by tool. */
export type Tally = {
	count(host: string, tool: string, call: Call, view: View, result: RecordedResult): void;
	table(): string;
};

const COLUMNS = ["results", "file", "own", "command", "call", "nothing", "hidden", "failed", "characters"] as const;
type Column = (typeof COLUMNS)[number];
type Row = Record<Column, number>;

/** Nothing counted yet. */
export function newTally(): Tally {
	const rows = new Map<string, Row>();
	return {
		count(host, tool, call, view, { text }) {
			const key = `${host} ${tool}`;
			const row = rows.get(key) ?? (Object.fromEntries(COLUMNS.map((column) => [column, 0])) as Row);
			rows.set(key, row);
			row.results++;
			row.characters += text.length;
			row[columnOf(call, view)]++;
		},
		table() {
			const lines = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, row]) => [key, ...cells(row)]);
			const all = [["", ...COLUMNS, "share"], ...lines];
			const widths = all[0]!.map((_, at) => Math.max(...all.map((line) => line[at]!.length)));
			const padded = all.map(([name, ...rest]) => [
				name!.padEnd(widths[0]!),
				...rest.map((cell, at) => cell.padStart(widths[at + 1]!)),
			]);
			return padded.map((line) => line.join("  ")).join("\n");
		},
	};
}

/** A row in words; its last cell is the share of results with a subject, among those of calls that did not fail. */
function cells(row: Row): string[] {
	const known = row.file + row.own + row.command + row.call + row.nothing;
	const share = row.results === row.failed ? "-" : `${Math.floor((100 * known) / (row.results - row.failed))}%`;
	return [...COLUMNS.map((column) => String(row[column])), share];
}

/** What a result is about: the most specific of its subjects. */
function columnOf(call: Call, view: View): Column {
	if (view.kind === "failed") return "failed";
	if (view.kind === "opaque") return "hidden";
	if (view.kind === "left") return "nothing";
	const kinds = view.parts.map(({ subject }) => subject.kind);
	if (kinds.includes("file")) return "file";
	if (call.own.length > 0) return "own";
	return kinds[0] === "command" ? "command" : kinds[0] === "call" ? "call" : "nothing";
}
