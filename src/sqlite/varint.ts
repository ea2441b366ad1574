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

/** Eight bytes give seven bits each, a ninth all of its own: 64 bits with a sign. */
function nineBytesAt(bytes: Uint8Array, at: number): number {
	let value = 0n;
	for (let i = 0; i < 8; i++) value = (value << 7n) | BigInt((bytes[at + i] ?? 0) & 127);
	return Number(BigInt.asIntN(64, (value << 8n) | BigInt(bytes[at + 8] ?? 0)));
}
