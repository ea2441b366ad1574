/**
 * Estimates how many tokens a text costs, from counts of eight classes of bytes: off by 5% at the median
 * against a real tokenizer, at a thousandth of its price. Good for gates; figures for people say that it is an estimate.
 */
export function estimateTokens(text: string, from = 0, to: number = text.length): number {
	let tokens = 0;
	let inWord = false;
	for (let at = from; at < to; at++) {
		const code = text.charCodeAt(at);
		const isLetter = code < 128 && LETTER[code] === 1;
		if (isLetter && !inWord) tokens += START_OF_WORD;
		inWord = isLetter;
		tokens += code < 128 ? PRICE[code]! : NON_ASCII_BYTE * (code < 0x800 || code >> 11 === SURROGATE ? 2 : 3);
	}
	return Math.round(tokens);
}

const START_OF_WORD = 0.388;
const NON_ASCII_BYTE = 0.201;
/** Half of a pair that is four bytes in UTF-8. */
const SURROGATE = 0xd800 >> 11;
const LETTER = Uint8Array.from({ length: 128 }, (_, code) => Number(/[A-Za-z]/.test(String.fromCharCode(code))));
const PRICE = Float64Array.from({ length: 128 }, (_, code) => {
	const character = String.fromCharCode(code);
	const classes = [/[A-Z]/, /[a-z]/, /\d/, /[ \t]/, /\n/, /./s];
	return [0.179, 0.13, 1.161, 0.073, 1.116, 0.392][classes.findIndex((each) => each.test(character))]!;
});
