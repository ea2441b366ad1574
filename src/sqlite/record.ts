import { broken, type Encoding } from "./pages.ts";

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
export function varintAt(bytes: Uint8Array, at: number): number {
	let value = 0;
	for (let i = 0; i < 8; i++) {
		const byte = bytes[at + i] ?? 0;
		value = value * 128 + (byte & 127);
		if (byte < 128) return value;
	}
	return nineBytesAt(bytes, at);
}

/** How many bytes the number there takes. */
export function varintLength(bytes: Uint8Array, at: number): number {
	for (let i = 0; i < 8; i++) if ((bytes[at + i] ?? 0) < 128) return i + 1;
	return 9;
}

/** Eight bytes give seven bits each, a ninth all eight: 64 bits with a sign. */
function nineBytesAt(bytes: Uint8Array, at: number): number {
	let value = 0n;
	for (let i = 0; i < 8; i++) value = (value << 7n) | BigInt((bytes[at + i] ?? 0) & 127);
	return Number(BigInt.asIntN(64, (value << 8n) | BigInt(bytes[at + 8] ?? 0)));
}
