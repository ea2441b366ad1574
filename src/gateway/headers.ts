/** Header fields as they came, in their order and case: name, value, name, value. */
export type RawHeaders = readonly string[];

/**
 * The fields to pass on. Those that concern one connection are left out (RFC 9110, 7.6.1), but for what is as true of the
 * next connection: whether and how long it stays open, since both open and close together, the framing of the body, and
 * that trailers are welcome. Without `chunked`, the body is not framed in chunks and has no trailers.
 */
export function passedOn(raw: RawHeaders, { chunked }: { readonly chunked: boolean }): string[] {
	const named = new Set(valuesOf(raw, "connection").flatMap(tokens));
	const isFramed = chunked && valuesOf(raw, "transfer-encoding").length > 0;
	return changed(raw, (name, value) => {
		if (name === "connection") return tokensOf(value, SAME_HERE).join(", ") || undefined;
		if (name === "te") return tokens(value).includes("trailers") ? "trailers" : undefined;
		if (name === "transfer-encoding" || name === "trailer") return isFramed ? value : undefined;
		if (name === "keep-alive") return value;
		return named.has(name) || OF_ONE_CONNECTION.has(name) ? undefined : value;
	});
}

const SAME_HERE: ReadonlySet<string> = new Set(["close", "keep-alive", "te"]);
const OF_ONE_CONNECTION: ReadonlySet<string> = new Set(["proxy-authorization", "proxy-connection", "upgrade"]);

/** The fields with other values; `change` gets the name in lower case, and leaves a field out by returning undefined. */
export function changed(raw: RawHeaders, change: (name: string, value: string) => string | undefined): string[] {
	return pairsOf(raw).flatMap(([name, value]) => {
		const other = change(name.toLowerCase(), value);
		return other === undefined ? [] : [name, other];
	});
}

/** The same fields as pairs. */
export function pairsOf(raw: RawHeaders): [string, string][] {
	const values = raw.filter((_, at) => at % 2 === 1);
	return values.map((value, at) => [raw[at * 2] ?? "", value]);
}

function valuesOf(raw: RawHeaders, wanted: string): string[] {
	return pairsOf(raw).flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
}

function tokensOf(value: string, wanted: ReadonlySet<string>): string[] {
	return value.split(",").flatMap((token) => (wanted.has(token.trim().toLowerCase()) ? [token.trim()] : []));
}

function tokens(value: string): string[] {
	return value.split(",").map((token) => token.trim().toLowerCase());
}
