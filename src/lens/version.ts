/** Whether a version comes before another, number by number. One that begins with no number is taken for the newest. */
export function isBefore(version: string, limit: string): boolean {
	const [own, other] = [numbersOf(version), numbersOf(limit)];
	if (own.length === 0) return false;
	const place = other.findIndex((number, index) => number !== (own[index] ?? 0));
	return place >= 0 && (own[place] ?? 0) < other[place]!;
}

function numbersOf(version: string): number[] {
	const numbers = /^v?(\d+(?:\.\d+)*)/.exec(version)?.[1];
	return numbers === undefined ? [] : numbers.split(".").map(Number);
}
