/** A user's mistake, in one sentence that says what to do. */
export class UserError extends Error {
	override readonly name = "UserError";
}

/** Whether something thrown is one. Each file of the built program has a class of its own, so that the name counts. */
export function isUserError(error: unknown): error is UserError {
	return error instanceof Error && error.name === "UserError";
}

/** The name that was probably meant, if one is near enough. */
export function nearest(name: string, names: readonly string[]): string | undefined {
	const begun = name.length > 1 ? names.filter((each) => each.startsWith(name)) : [];
	if (begun.length === 1) return begun[0];
	const [best] = names
		.map((each) => ({ each, distance: distanceOf(name, each) }))
		.sort((a, b) => a.distance - b.distance);
	return best && best.distance <= Math.max(1, Math.floor(best.each.length / 3)) ? best.each : undefined;
}

/** The question to append to an error about a name; empty if no name is near. */
export function didYouMean(name: string, names: readonly string[]): string {
	const meant = nearest(name, names);
	return meant === undefined ? "" : ` Did you mean ${meant}?`;
}

/** How many letters must be inserted, deleted, replaced or swapped to turn one word into another. */
function distanceOf(a: string, b: string): number {
	const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
			const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			const swapped = isSwap ? rows[i - 2]![j - 2]! + 1 : replaced;
			row.push(Math.min(replaced, swapped, rows[i - 1]![j]! + 1, row[j - 1]! + 1));
		}
		rows.push(row);
	}
	return rows[a.length]![b.length]!;
}
