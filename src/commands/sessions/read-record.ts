import { readdirSync } from "node:fs";
import { UserError } from "../../runtime/user-error.ts";
import { everyLine } from "../../store/every-line.ts";
import { answersIn } from "../../store/record.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { systemCode, systemWords } from "../../wire/system-error.ts";
import { counted } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { pathWords } from "../terminal/text.ts";

/** What readers of the record need from the terminal. */
type RecordReader = Pick<Terminal, "home" | "environment" | "say">;

/** Computes something from the lines of the record. Prints which files could not be read, and throws if none could. */
export async function fromRecord<T>(
	{ home, environment, say }: RecordReader,
	make: (lines: () => Iterable<RecordLine>) => T,
): Promise<T> {
	const unreadable = new Map<string, unknown>();
	let isAnything = false;
	const made = make(function* () {
		const folder = stateFolder(home, environment);
		for (const line of everyLine(folder, undefined, (path, error) => unreadable.set(path, error))) {
			isAnything = true;
			yield line;
		}
	});
	const [first] = unreadable;
	if (!first) return made;
	const why = closedWords(...first, home);
	if (!isAnything) throw new UserError(`${why} Make it readable for your user, or set IBID_STATE to another folder.`);
	say(`${counted(unreadable.size, "file")} of the record left out: ${why}`);
	return made;
}

/** Prints a warning if the record cannot be opened: figures from logs then do not include what ibid did. */
export function sayIfClosed({ home, environment, say }: RecordReader): void {
	const folder = answersIn(stateFolder(home, environment));
	try {
		readdirSync(folder);
	} catch (error) {
		if (systemCode(error) !== "ENOENT") say(`The record is left out: ${closedWords(folder, error, home)}`);
	}
}

function closedWords(path: string, error: unknown, home: string): string {
	return `${pathWords(path, home)} cannot be read: ${systemWords(error) ?? error}.`;
}
