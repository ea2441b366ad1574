import { isRecord } from "../../dialect/foreign.ts";

/** The end of a log, as far as the last results stand there. */
export type Recent = {
	/** Every name in the results stands somewhere in it. */
	readonly text: string;
	/** Whether the host has put another history in the place of what there was. */
	readonly isChanged: boolean;
	/** What its lines say, with the one that says whose log it is. */
	readonly read: () => RecentValues;
};

/** The values of lines, and whether results stand above them. */
export type RecentValues = { readonly values: readonly unknown[]; readonly isCut: boolean };

/** What a log has of late: its last results, about as many tokens of them as asked for. Older hosts wrote one document. */
export function recentIn(log: string, tokens: number): Recent {
	if (/^\{\s*\n/.test(log))
		return { text: log, isChanged: true, read: () => ({ values: [JSON.parse(log)], isCut: false }) };
	let left = tokens * MOST_CHARACTERS;
	let end = log.length;
	while (end > 0) {
		const from = log.lastIndexOf("\n", end - 2) + 1;
		const label = log.slice(from, from + LABEL);
		if (label.startsWith('{"$rewindTo"')) break;
		if (label.startsWith('{"$set":{"messages"')) return fromHistory(log, from, end, left);
		if (label.includes('"type":"user"')) {
			// Behind it begins a reply, and with that all that belongs to it.
			if (left <= 0) return fromLine(log, end);
			left -= end - from;
		}
		end = from;
	}
	return fromLine(log, 0);
}

/** A token is hardly ever more characters than this. */
const MOST_CHARACTERS = 4;

/** Within so many characters a line says what it is. */
const LABEL = 200;

function fromLine(log: string, from: number): Recent {
	const text = log.slice(from);
	const head = headOf(log, from);
	// What calls answered is told with them, and then again.
	const read = (): RecentValues => {
		const lines = [...linesIn(head), ...linesIn(text).filter((line) => !TOLD_AGAIN.test(line))];
		return { values: lines.map(parsed), isCut: head.length < from };
	};
	return { text: belowGreeting(text), isChanged: false, read };
}

/** The two first lines say whose log it is, and where the model works. */
function headOf(log: string, end: number): string {
	return log.slice(0, Math.min(end, log.indexOf("\n", log.indexOf("\n") + 1) + 1));
}

const TOLD_AGAIN = /^.{0,150}"type":"user","content":\[\{"functionResponse":/;

/** A history that takes the place of all before tells it all; of a long one the end is enough. */
function fromHistory(log: string, from: number, end: number, left: number): Recent {
	const read = (): RecentValues => {
		const head = linesIn(headOf(log, from)).map(parsed);
		const { values, isCut } = lastMessages(parsed(log.slice(from, end)), left);
		return { values: [...head, ...values, ...linesIn(log.slice(end)).map(parsed)], isCut };
	};
	return { text: belowGreeting(log.slice(from)), isChanged: log.lastIndexOf("\n", from - 2) > 0, read };
}

/** What the host says first lists the files of a project, and shows none of them. */
function belowGreeting(text: string): string {
	return text.slice(Math.max(0, text.indexOf("</session_context>")));
}

/** The messages of a history as if they had come one by one: the first, which says where the model works, and the last. */
function lastMessages(history: unknown, left: number): RecentValues {
	if (!isRecord(history) || !isRecord(history.$set) || !Array.isArray(history.$set.messages))
		return { values: [history], isCut: false };
	const [first, ...messages] = history.$set.messages;
	let budget = left;
	const isUsers = (message: unknown): boolean => isRecord(message) && message.type === "user";
	const from = messages.findLastIndex((message, index) => {
		if (!isUsers(message)) return false;
		// What was resumed has each result twice in a row, and both belong to the reply before them.
		const isEnough = budget <= 0 && !isUsers(messages[index + 1]);
		budget -= JSON.stringify(message).length;
		return isEnough;
	});
	return { values: [first, ...messages.slice(from + 1)], isCut: from >= 0 };
}

function linesIn(text: string): string[] {
	return text.split("\n").filter((line) => line !== "");
}

/** Throws where a line is none: then nobody knows what it told. */
function parsed(line: string): unknown {
	return JSON.parse(line);
}
