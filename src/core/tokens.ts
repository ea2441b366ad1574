/**
 * Estimates how many tokens a text costs, from counts of eight classes of bytes: off by 5% at the median
 * against a real tokenizer, at a thousandth of its price. Good for gates; figures for people say that it is an estimate.
 */
export function estimateTokens(text: string, from = 0, to: number = text.length): number {
	let tokens = 0;
	let inWord = false;
	for (let at = from; at < to; at++) {
		const code = text.charCodeAt(at);
		const isUpper = code >= 65 && code <= 90;
		const isLower = code >= 97 && code <= 122;
		if (isUpper || isLower) {
			tokens += (isUpper ? UPPER : LOWER) + (inWord ? 0 : WORD);
			inWord = true;
			continue;
		}
		inWord = false;
		if (code === 32 || code === 9) tokens += SPACE;
		else if (code === 10) tokens += NEWLINE;
		else if (code >= 48 && code <= 57) tokens += DIGIT;
		else if (code < 128) tokens += OTHER;
		else tokens += NON_ASCII_BYTE * bytesOf(code);
	}
	return Math.round(tokens);
}

const UPPER = 0.179;
const LOWER = 0.13;
const WORD = 0.388;
const DIGIT = 1.161;
const SPACE = 0.073;
const NEWLINE = 1.116;
const OTHER = 0.392;
const NON_ASCII_BYTE = 0.201;

/** A code unit's bytes in UTF-8; a surrogate is half of a pair of four. */
function bytesOf(code: number): number {
	if (code < 0x800) return 2;
	return code >= 0xd800 && code <= 0xdfff ? 2 : 3;
}
