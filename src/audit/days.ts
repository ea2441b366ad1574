/** The local day of a time, as 2026-11-03. */
export function dayOf(time: number): string {
	const date = new Date(time);
	const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
	return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0")).join("-");
}

/** The Monday on or before a time. */
export function weekOf(time: number): string {
	const date = new Date(time);
	const sinceMonday = (date.getDay() + 6) % 7;
	return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - sinceMonday).getTime());
}

/** The month of a time, as 2026-11. */
export function monthOf(time: number): string {
	return dayOf(time).slice(0, 7);
}
