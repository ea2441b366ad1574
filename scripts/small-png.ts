import { crc32, deflateSync, inflateSync } from "node:zlib";

/** A PNG with at most 256 colours, from one as Chromium writes it (8 bits per channel): screens of text shrink to a third. */
export function smallPng(png: Buffer): Buffer {
	const { width, height, channels, data } = headerOf(png);
	const pixels = unfiltered(inflateSync(data), width * channels, height, channels);
	const { palette, indexOf } = paletteOf(pixels, channels);
	const rows = Buffer.alloc((width + 1) * height);
	for (let y = 0, at = 0; y < height; y++) {
		// The first byte of a row names its filter: none.
		const row = y * (width + 1) + 1;
		for (let x = 0; x < width; x++, at += channels) rows[row + x] = indexOf(colourAt(pixels, at));
	}
	const header = Buffer.from(png.subarray(16, 29));
	header[9] = INDEXED;
	const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
	const body = deflateSync(rows, { level: 9 });
	return Buffer.concat([png.subarray(0, 8), chunk("IHDR", header), chunk("PLTE", table), chunk("IDAT", body), END]);
}

const INDEXED = 3;

function headerOf(png: Buffer): { width: number; height: number; channels: number; data: Buffer } {
	const channels = png[25] === 6 ? 4 : 3;
	const parts: Buffer[] = [];
	for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
		const length = png.readUInt32BE(at);
		if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
	}
	return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), channels, data: Buffer.concat(parts) };
}

/** The plain bytes of all rows; each row is stored as differences to the pixel at its left and to the row above. */
function unfiltered(rows: Buffer, length: number, height: number, channels: number): Buffer {
	const plain = Buffer.alloc(length * height);
	for (let y = 0; y < height; y++) {
		const filter = rows[y * (length + 1)] ?? 0;
		for (let x = 0; x < length; x++) {
			const at = y * length + x;
			const left = x < channels ? 0 : (plain[at - channels] ?? 0);
			const above = y === 0 ? 0 : (plain[at - length] ?? 0);
			const corner = x < channels || y === 0 ? 0 : (plain[at - length - channels] ?? 0);
			const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
			plain[at] = (rows[y * (length + 1) + 1 + x] ?? 0) + guess;
		}
	}
	return plain;
}

function paeth(left: number, above: number, corner: number): number {
	const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
	return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** The most frequent colour of each shade, so that small coloured signs keep their colour; others become the nearest. */
function paletteOf(
	pixels: Buffer,
	channels: number,
): { readonly palette: readonly number[]; readonly indexOf: (colour: number) => number } {
	const counts = new Map<number, number>();
	for (let at = 0; at < pixels.length; at += channels) {
		const colour = colourAt(pixels, at);
		counts.set(colour, (counts.get(colour) ?? 0) + 1);
	}
	const byShade = new Map<number, number>();
	for (const [colour] of [...counts].sort(([, a], [, b]) => b - a)) {
		const shade = colour & 0xf0f0f0;
		if (byShade.size < 256 && !byShade.has(shade)) byShade.set(shade, colour);
	}
	const palette = [...byShade.values()];
	const known = new Map(palette.map((colour, index) => [colour, index]));
	const indexOf = (colour: number): number => {
		const index = known.get(colour) ?? nearest(palette, colour);
		known.set(colour, index);
		return index;
	};
	return { palette, indexOf };
}

function colourAt(pixels: Buffer, at: number): number {
	return pixels.readUIntBE(at, 3);
}

function nearest(palette: readonly number[], colour: number): number {
	const distances = palette.map((each) => {
		return [16, 8, 0].reduce((sum, shift) => sum + (((each >> shift) & 255) - ((colour >> shift) & 255)) ** 2, 0);
	});
	return distances.indexOf(Math.min(...distances));
}

function chunk(name: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, sum]);
}

const END = chunk("IEND", Buffer.alloc(0));
