import { broken, DatabaseError, type Encoding, type Pages } from "./pages.ts";

/** One row in the tree of its table. */
export type Cell = {
	readonly rowid: number;
	/** The total length of its record in bytes. */
	readonly length: number;
	/** The beginning of its record. */
	readonly local: Buffer;
	/** The page on which the record continues; 0 if it is complete here. */
	readonly overflow: number;
};

/** The rows of the tree under a page, by increasing rowid. No page is read twice, so it ends in any file. */
export function* cellsUnder(pages: Pages, root: number): Generator<Cell> {
	const budget = { left: pages.count };
	let last = Number.NEGATIVE_INFINITY;
	for (const leaf of leavesUnder(pages, root, 1, budget)) {
		for (let i = 0; i < leaf.cells; i++) {
			const cell = cellAt(pages, leaf, i);
			// Large numbers are rounded, so two of them may look equal.
			const rises = cell.rowid > last || (cell.rowid === last && !Number.isSafeInteger(last));
			budget.left -= overflowPages(pages, cell);
			if (!rises || budget.left < 0) throw broken("the rows of a table are entangled");
			last = cell.rowid;
			yield cell;
		}
	}
}

/** The row with that rowid in the tree under a page; rowids beyond 2^53 are not found. */
export function findCell(pages: Pages, root: number, rowid: number): Cell | undefined {
	if (!Number.isSafeInteger(rowid)) return undefined;
	let node = treeNodeAt(pages, root);
	for (let depth = 1; !node.isLeaf; depth++) {
		if (depth > DEEPEST_TREE) throw broken("a table leads round in a circle");
		const inner = node;
		const i = firstWhere(node.cells, (i) => innerCellAt(inner, i).rowid >= rowid);
		node = treeNodeAt(pages, i < node.cells ? innerCellAt(node, i).child : node.rightmost);
	}
	const leaf = node;
	const i = firstWhere(leaf.cells, (i) => rowidAt(leaf, i) >= rowid);
	const cell = i < leaf.cells ? cellAt(pages, leaf, i) : undefined;
	return cell?.rowid === rowid ? cell : undefined;
}

/** The first bytes of a row's record. */
export function contentOf(pages: Pages, cell: Cell, length: number): Buffer {
	if (length <= cell.local.length) return cell.local.subarray(0, length);
	if (length > LONGEST_TEXT) throw new DatabaseError("a database with a text too large to read");
	const content = Buffer.allocUnsafeSlow(length);
	const page = Buffer.allocUnsafeSlow(pages.size);
	let at = cell.local.copy(content);
	for (let next = cell.overflow; at < length; next = page.readUInt32BE(0)) {
		pages.load(next, page);
		at += page.copy(content, at, 4, pages.usable);
	}
	return content;
}

/** Deeper than any tree of the largest database, and the limit of SQLite itself. */
const DEEPEST_TREE = 20;

/** The longest string in the engines that we run on. */
const LONGEST_TEXT = 2 ** 29 - 24;

type TreeNode = {
	readonly bytes: Buffer;
	readonly isLeaf: boolean;
	readonly cells: number;
	readonly rightmost: number;
	/** Where the offsets of the cells are. */
	readonly pointers: number;
};

function* leavesUnder(pages: Pages, root: number, depth: number, budget: { left: number }): Generator<TreeNode> {
	if (depth > DEEPEST_TREE || --budget.left < 0) throw broken("a table leads round in a circle");
	const node = treeNodeAt(pages, root);
	if (node.isLeaf) {
		yield node;
		return;
	}
	for (let i = 0; i < node.cells; i++) yield* leavesUnder(pages, innerCellAt(node, i).child, depth + 1, budget);
	yield* leavesUnder(pages, node.rightmost, depth + 1, budget);
}

const INNER_INDEX = 2;
const INNER_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;

function treeNodeAt(pages: Pages, number: number): TreeNode {
	const bytes = pages.page(number);
	const start = number === 1 ? 100 : 0;
	const type = bytes.readUInt8(start);
	if (type === INNER_INDEX || type === LEAF_INDEX)
		throw new DatabaseError("a database with a table without rowids, which is not read here");
	if (type !== INNER_TABLE && type !== LEAF_TABLE) throw broken(`page ${number} is not of a table`);
	const isLeaf = type === LEAF_TABLE;
	const cells = bytes.readUInt16BE(start + 3);
	const pointers = start + (isLeaf ? 8 : 12);
	if (pointers + 2 * cells > pages.usable) throw broken(`page ${number} has too many rows`);
	return { bytes, isLeaf, cells, rightmost: isLeaf ? 0 : bytes.readUInt32BE(start + 8), pointers };
}

function innerCellAt({ bytes, pointers }: TreeNode, i: number): { child: number; rowid: number } {
	const at = bytes.readUInt16BE(pointers + 2 * i);
	if (at + 4 >= bytes.length) throw broken("a row lies outside its page");
	return { child: bytes.readUInt32BE(at), rowid: varintAt(bytes, at + 4) };
}

function rowidAt({ bytes, pointers }: TreeNode, i: number): number {
	const at = bytes.readUInt16BE(pointers + 2 * i);
	return varintAt(bytes, at + varintLength(bytes, at));
}

function cellAt(pages: Pages, { bytes, pointers }: TreeNode, i: number): Cell {
	const at = bytes.readUInt16BE(pointers + 2 * i);
	const length = varintAt(bytes, at);
	const afterLength = at + varintLength(bytes, at);
	const from = afterLength + varintLength(bytes, afterLength);
	const here = localLength(pages.usable, length);
	const end = from + here + (here < length ? 4 : 0);
	if (length < 0 || end > pages.usable) throw broken("a row lies outside its page");
	const overflow = here < length ? bytes.readUInt32BE(from + here) : 0;
	return { rowid: varintAt(bytes, afterLength), length, local: bytes.subarray(from, from + here), overflow };
}

/** How much of a record stays on the page of its row: as much as leaves the last overflow page full, if that fits. */
function localLength(usable: number, length: number): number {
	const most = usable - 35;
	if (length <= most) return length;
	const least = Math.floor(((usable - 12) * 32) / 255) - 23;
	const fitting = least + ((length - least) % (usable - 4));
	return fitting <= most ? fitting : least;
}

function overflowPages(pages: Pages, { length, local }: Cell): number {
	return Math.ceil((length - local.length) / (pages.usable - 4));
}

/** The first number for which the answer is yes, if it is yes for all later ones; `end` if there is none. */
function firstWhere(end: number, is: (i: number) => boolean): number {
	let [from, to] = [0, end];
	while (from < to) {
		const middle = (from + to) >> 1;
		if (is(middle)) to = middle;
		else from = middle + 1;
	}
	return from;
}

/** A value as the database has it; whole numbers beyond 2^53 are rounded. */
export type SqlValue = null | number | string | Uint8Array;

/** A record: its length, and as much of its beginning as is needed. */
type RecordContent = { readonly length: number; readonly first: (length: number) => Buffer };

/** The values of a record in the given places; null if an old record is shorter. */
export function recordValues(record: RecordContent, places: readonly number[], encoding: Encoding): SqlValue[] {
	const fields = fieldsOf(record, 1 + Math.max(-1, ...places));
	const wanted = places.map((place) => fields[place]);
	const end = Math.max(0, ...wanted.map((field) => (field?.length ? field.at + field.length : 0)));
	if (end > record.length) throw broken("a record ends early");
	const bytes = record.first(end);
	return wanted.map((field) => (field ? valueIn(field, bytes, encoding) : null));
}

type Field = { readonly type: number; readonly at: number; readonly length: number };

const LONGEST_VARINT = 9;

function fieldsOf({ length, first }: RecordContent, count: number): Field[] {
	const most = Math.min(length, LONGEST_VARINT * (count + 1));
	const header = first(most);
	const end = varintAt(header, 0);
	if (end < 1 || end > length) throw broken("a record has no header");
	const fields: Field[] = [];
	let at = end;
	for (let i = varintLength(header, 0); i < end && fields.length < count; i += varintLength(header, i)) {
		const type = varintAt(header, i);
		const field = { type, at, length: valueLength(type) };
		fields.push(field);
		at += field.length;
	}
	return fields;
}

/** The sizes of the small types; the two missing ones do not occur in files. */
const LENGTHS: readonly (number | undefined)[] = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function valueLength(type: number): number {
	const length = type >= 12 ? Math.floor((type - 12) / 2) : LENGTHS[type];
	if (length === undefined) throw broken(`there is no value of type ${type}`);
	return length;
}

function valueIn({ type, at, length }: Field, bytes: Buffer, encoding: Encoding): SqlValue {
	if (type === 0) return null;
	if (type === 8 || type === 9) return type - 8;
	if (type === 7) return bytes.readDoubleBE(at);
	if (type === 6) return Number(bytes.readBigInt64BE(at));
	if (type < 6) return bytes.readIntBE(at, length);
	const content = bytes.subarray(at, at + length);
	return type % 2 === 0 ? Uint8Array.from(content) : decodedText(content, encoding);
}

function decodedText(content: Buffer, encoding: Encoding): string {
	if (encoding !== "utf16be") return content.toString(encoding);
	return Buffer.from(content.subarray(0, content.length & ~1))
		.swap16()
		.toString("utf16le");
}

/** A whole number of one to nine bytes; beyond 2^53 it is rounded. Bytes past the end count as 0. */
function varintAt(bytes: Uint8Array, at: number): number {
	let value = 0;
	for (let i = 0; i < 8; i++) {
		const byte = bytes[at + i] ?? 0;
		value = value * 128 + (byte & 127);
		if (byte < 128) return value;
	}
	return nineBytesAt(bytes, at);
}

/** How many bytes the number there takes. */
function varintLength(bytes: Uint8Array, at: number): number {
	for (let i = 0; i < 8; i++) if ((bytes[at + i] ?? 0) < 128) return i + 1;
	return 9;
}

/** Eight bytes give seven bits each, a ninth all eight: 64 bits with a sign. */
function nineBytesAt(bytes: Uint8Array, at: number): number {
	let value = 0n;
	for (let i = 0; i < 8; i++) value = (value << 7n) | BigInt((bytes[at + i] ?? 0) & 127);
	return Number(BigInt.asIntN(64, (value << 8n) | BigInt(bytes[at + 8] ?? 0)));
}
