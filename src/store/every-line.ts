import { join } from "node:path";
import { readIf } from "../wire/read-if.ts";
import { answersIn, filesIn, lineIn, type RecordLine } from "./record.ts";

/** All lines of the record in a folder, file by file; nothing is read before it is asked for. */
export function* everyLine(
	folder: string,
	isWanted: (text: string) => boolean = () => true,
): Generator<RecordLine, void, undefined> {
	const place = answersIn(folder);
	for (const name of filesIn(place).sort())
		for (const text of readIf(join(place, name)).split("\n")) if (isWanted(text)) yield* lineIn(text);
}

/** The session that a file of the record is about, as names of files have it. */
export function sessionOf(name: string): string {
	return name.split(".")[0] ?? name;
}
