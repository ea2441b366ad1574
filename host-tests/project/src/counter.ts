import type { Clock } from "./clock.ts";
import { type Duration, formatDuration } from "./duration.ts";

/** What a counter is doing. */
export type State =
	| { readonly kind: "ready"; readonly left: Duration }
	| { readonly kind: "running"; readonly until: number }
	| { readonly kind: "paused"; readonly left: Duration }
	| { readonly kind: "over" };

/** Counts a duration down. */
export type Counter = {
	readonly state: () => State;
	readonly left: () => Duration;
	readonly start: () => void;
	readonly pause: () => void;
	readonly restart: () => void;
};

/** What a counter tells the world. */
export type Listener = {
	readonly changed?: (state: State) => void;
	readonly finished?: () => void;
};

/** Makes a counter that stands at the duration given. */
export function makeCounter(duration: Duration, clock: Clock, listener: Listener = {}): Counter {
	let state: State = { kind: "ready", left: duration };
	let callOff = (): void => {};

	function become(next: State): void {
		state = next;
		listener.changed?.(next);
	}

	function left(): Duration {
		switch (state.kind) {
			case "ready":
			case "paused":
				return state.left;
			case "running":
				return Math.max(0, state.until - clock.now());
			case "over":
				return 0;
		}
	}

	function start(): void {
		if (state.kind === "running" || state.kind === "over") return;
		const rest = left();
		callOff = clock.after(rest, finish);
		become({ kind: "running", until: clock.now() + rest });
	}

	function pause(): void {
		if (state.kind !== "running") return;
		callOff();
		become({ kind: "paused", left: left() });
	}

	function restart(): void {
		callOff();
		become({ kind: "ready", left: duration });
	}

	function finish(): void {
		become({ kind: "over" });
		listener.finished?.();
	}

	return { state: () => state, left, start, pause, restart };
}

/** One line for a screen. */
export function describeCounter(counter: Counter): string {
	const state = counter.state();
	switch (state.kind) {
		case "ready":
			return `ready: ${formatDuration(counter.left())}`;
		case "running":
			return `${formatDuration(counter.left())} left`;
		case "paused":
			return `paused with ${formatDuration(counter.left())} left`;
		case "over":
			return "time is up";
	}
}
