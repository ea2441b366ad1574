/**
 * The way from the outermost value of a JSON text inward: names of properties and, in arrays, indexes.
 */
export type JsonPath = readonly (string | number)[];

/** A JSON text as it was received, and its value. Only `readJson` makes one, so the text is known to be valid. */
export type JsonBytes = { readonly bytes: Uint8Array; readonly value: unknown };

/** Another text for the string at a path. */
export type StringChange = { readonly path: JsonPath; readonly from: string; readonly to: string };

/** A received text with its value; undefined if it is not valid UTF-8, or not valid JSON, or begins with a byte order mark. */
export function readJson(bytes: Uint8Array): JsonBytes | undefined {
	try {
		return { bytes, value: JSON.parse(UTF8.decode(bytes)) };
	} catch {
		return undefined;
	}
}

/** A byte order mark stays in the text, where JSON does not allow it. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The received text with other strings at some places; every other byte stays as it is. Undefined if one of the places
 * is not there or not clear: there is no such string, a key on the way to it comes twice, or a new text cannot be
 * written in UTF-8.
 */
export function changeStrings({ bytes }: JsonBytes, changes: readonly StringChange[]): Uint8Array | undefined {
	const wanted = treeOf(changes);
	const places = wanted && findStrings(bytes, wanted);
	if (places?.length !== changes.length) return undefined;
	if (places.some(({ start, end, change }) => stringAt(bytes, start, end) !== change.from)) return undefined;
	return spliced(bytes, places);
}

/** The paths as a tree: what is wanted of a value, by the keys in it, or the change to make if it is a string. */
type Wanted = { readonly inside: Map<string | number, Wanted>; change?: StringChange };

function treeOf(changes: readonly StringChange[]): Wanted | undefined {
	const root: Wanted = { inside: new Map() };
	for (const change of changes) {
		let node = root;
		for (const key of change.path) {
			const next = node.inside.get(key) ?? { inside: new Map() };
			node.inside.set(key, next);
			node = next;
		}
		if (node.change || LONE_SURROGATE.test(change.to)) return undefined;
		node.change = change;
	}
	return root;
}

/** Half of a character, which UTF-8 cannot express. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A string in a text, quotes included. */
type StringPlace = { readonly start: number; readonly end: number; readonly change: StringChange };

/** What was found so far, and where we are. */
type Scan = {
	readonly bytes: Uint8Array;
	readonly places: StringPlace[];
	/** The open objects and arrays that lead to wanted strings, and how many others are open inside them. */
	readonly levels: Level[];
	aside: number;
	isClear: boolean;
};

/** An object or array on the way to a string: the keys so far, and the key of the value that comes next. */
type Level = { readonly wanted: Wanted; readonly keys: Set<string> | undefined; key: string | number | undefined };

/**
 * The places of the wanted strings, in order; undefined if a key comes twice in an object on the way. The text is known
 * to be valid, so quotes, brackets and commas are all that must be understood.
 */
function findStrings(bytes: Uint8Array, root: Wanted): StringPlace[] | undefined {
	const scan: Scan = { bytes, places: [], levels: [], aside: 0, isClear: true };
	for (let at = 0; at < bytes.length && scan.isClear; at++) {
		switch (bytes[at]) {
			case QUOTE: {
				const end = endOfString(bytes, at);
				if (scan.aside === 0) addString(scan, at, end, root);
				at = end - 1;
				break;
			}
			case BRACE:
			case BRACKET:
				open(scan, root, bytes[at] === BRACE);
				break;
			case CLOSING_BRACE:
			case CLOSING_BRACKET:
				if (scan.aside > 0) scan.aside--;
				else scan.levels.pop();
				break;
			case COMMA:
				goOn(scan);
		}
	}
	return scan.isClear ? scan.places : undefined;
}

/** What is wanted of the value that comes next. */
function wantedNext({ levels }: Scan, root: Wanted): Wanted | undefined {
	const level = levels.at(-1);
	if (!level) return root;
	return level.key === undefined ? undefined : level.wanted.inside.get(level.key);
}

function addString(scan: Scan, start: number, end: number, root: Wanted): void {
	const level = scan.levels.at(-1);
	if (!level?.keys || level.key !== undefined) {
		const change = wantedNext(scan, root)?.change;
		if (change) scan.places.push({ start, end, change });
		return;
	}
	level.key = stringAt(scan.bytes, start, end);
	scan.isClear = !level.keys.has(level.key);
	level.keys.add(level.key);
}

function open(scan: Scan, root: Wanted, isObject: boolean): void {
	const wanted = scan.aside > 0 ? undefined : wantedNext(scan, root);
	if (!wanted || wanted.inside.size === 0) scan.aside++;
	else scan.levels.push(isObject ? { wanted, keys: new Set(), key: undefined } : { wanted, keys: undefined, key: 0 });
}

function goOn({ levels, aside }: Scan): void {
	const level = levels.at(-1);
	if (aside > 0 || !level) return;
	level.key = typeof level.key === "number" ? level.key + 1 : undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Where a string ends, after its closing quote: the next quote with an even number of backslashes before it. */
function endOfString(bytes: Uint8Array, start: number): number {
	for (let quote = bytes.indexOf(QUOTE, start + 1); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) {
		let first = quote;
		while (bytes[first - 1] === BACKSLASH) first--;
		if ((quote - first) % 2 === 0) return quote + 1;
	}
	return bytes.length;
}

function stringAt(bytes: Uint8Array, start: number, end: number): string {
	return String(JSON.parse(UTF8.decode(bytes.subarray(start, end))));
}

function spliced(bytes: Uint8Array, places: readonly StringPlace[]): Uint8Array {
	const encoder = new TextEncoder();
	const pieces: Uint8Array[] = [];
	let done = 0;
	for (const { start, end, change } of places) {
		pieces.push(bytes.subarray(done, start), encoder.encode(JSON.stringify(change.to)));
		done = end;
	}
	pieces.push(bytes.subarray(done));
	const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		whole.set(piece, at);
		at += piece.length;
	}
	return whole;
}
