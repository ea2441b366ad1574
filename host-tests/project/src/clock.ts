import type { Duration } from "./duration.ts";

/** Where the time comes from. */
export type Clock = {
	/** Milliseconds since some fixed moment. */
	readonly now: () => number;
	/** Calls back once the duration is over; the function returned calls it off. */
	readonly after: (duration: Duration, ring: () => void) => () => void;
};

/** The clock on the wall. */
export const wallClock: Clock = {
	now: () => Date.now(),
	after: (duration, ring) => {
		const timer = setTimeout(ring, duration);
		return () => clearTimeout(timer);
	},
};

/** A clock that stands still until it is told to move on. */
export type HandClock = Clock & {
	/** Lets time pass and rings every bell that is due, in order. */
	readonly pass: (duration: Duration) => void;
	/** How many bells have not rung yet. */
	readonly waiting: () => number;
};

type Bell = { readonly due: number; readonly number: number; readonly ring: () => void };

/** Makes a clock for tests; it begins at the moment given. */
export function handClock(start = 0): HandClock {
	let time = start;
	let count = 0;
	let bells: Bell[] = [];

	function after(duration: Duration, ring: () => void): () => void {
		const bell = { due: time + duration, number: count++, ring };
		bells.push(bell);
		return () => {
			bells = bells.filter((each) => each !== bell);
		};
	}

	function pass(duration: Duration): void {
		const end = time + duration;
		for (let bell = nextBell(bells, end); bell; bell = nextBell(bells, end)) {
			const rung = bell;
			bells = bells.filter((each) => each !== rung);
			time = rung.due;
			rung.ring();
		}
		time = end;
	}

	return { now: () => time, after, pass, waiting: () => bells.length };
}

/** The bell that is due first, and of several the one that was set first. */
function nextBell(bells: readonly Bell[], end: number): Bell | undefined {
	const due = bells.filter((bell) => bell.due <= end);
	return due.sort((a, b) => a.due - b.due || a.number - b.number)[0];
}

/** Reads a clock as hours, minutes and seconds of the day. */
export function timeOfDay(clock: Clock): string {
	const seconds = Math.floor(clock.now() / 1000) % 86_400;
	const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
