/** A number of tokens in short form, such as 812, 4.1k, 41k or −1.2M. */
export function tokenWords(tokens: number): string {
	const sign = tokens < 0 ? "−" : "";
	const size = Math.abs(tokens);
	if (size < 1000) return `${sign}${Math.round(size)}`;
	// A number that would be rounded up to 1000k is a million.
	return size < 999_500 ? `${sign}${inFew(size / 1000)}k` : `${sign}${inFew(size / 1e6)}M`;
}

/** A share in short form, such as 8%, 0.4% or −2%. */
export function shareWords(part: number, whole: number): string {
	const percent = whole === 0 ? 0 : (100 * part) / whole;
	const sign = percent < 0 ? "−" : "";
	const size = Math.abs(percent);
	return size > 0 && size < 0.95 ? `${sign}${size.toFixed(1)}%` : `${sign}${Math.round(size)}%`;
}

function inFew(size: number): string {
	return size < 9.95 ? size.toFixed(1) : size.toFixed(0);
}
