/** Round numbers from zero up to the first that is not below `most`, about `count` of them; never none. */
export function ticks(most: number, count: number): number[] {
	if (!(most > 0)) return [0, 1];
	const rough = most / Math.max(1, count);
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
	const whole = Math.max(1, step);
	const last = Math.ceil(most / whole);
	return Array.from({ length: last + 1 }, (_, at) => at * whole);
}

const STEPS = [1, 2, 5, 10];

/** Where a value stands on a line of this length, if `most` is at its end. */
export function place(value: number, most: number, length: number): number {
	return most > 0 ? Math.round((value / most) * length * 100) / 100 : 0;
}

/** Which of so many labels to write if only some fit: evenly spaced, the first among them. */
export function labelled(count: number, fitting: number): number[] {
	const step = Math.max(1, Math.ceil(count / Math.max(1, fitting)));
	return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}
