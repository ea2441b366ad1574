import { expect, test } from "bun:test";
import { handClock, timeOfDay } from "./clock.ts";
import { describeCounter, makeCounter, type State } from "./counter.ts";

const MINUTE = 60_000;

test("a counter is ready before it is started", () => {
	const counter = makeCounter(4 * MINUTE, handClock());
	expect(describeCounter(counter)).toBe("ready: 4m");
});

test("a counter runs down and finishes once", () => {
	const clock = handClock();
	let finished = 0;
	const counter = makeCounter(4 * MINUTE, clock, { finished: () => finished++ });
	counter.start();
	clock.pass(MINUTE);
	expect(describeCounter(counter)).toBe("3m left");
	clock.pass(10 * MINUTE);
	expect([describeCounter(counter), finished, clock.waiting()]).toEqual(["time is up", 1, 0]);
});

test("a paused counter keeps what is left", () => {
	const clock = handClock();
	const counter = makeCounter(4 * MINUTE, clock);
	counter.start();
	clock.pass(MINUTE);
	counter.pause();
	clock.pass(10 * MINUTE);
	expect(describeCounter(counter)).toBe("paused with 3m left");
});

test("a counter that is over can be restarted", () => {
	const clock = handClock();
	const counter = makeCounter(MINUTE, clock);
	counter.start();
	clock.pass(MINUTE);
	counter.restart();
	expect(counter.left()).toBe(MINUTE);
});

test("a listener hears of every change", () => {
	const clock = handClock();
	const heard: State["kind"][] = [];
	const counter = makeCounter(MINUTE, clock, { changed: (state) => heard.push(state.kind) });
	counter.start();
	counter.pause();
	counter.start();
	clock.pass(MINUTE);
	expect(heard).toEqual(["running", "paused", "running", "over"]);
});

test("bells ring in the order in which they are due", () => {
	const clock = handClock();
	const rung: string[] = [];
	clock.after(20, () => rung.push("second"));
	clock.after(10, () => rung.push("first"));
	clock.after(20, () => rung.push("third"));
	clock.pass(30);
	expect(rung).toEqual(["first", "second", "third"]);
});

test("the time of day has two digits everywhere", () => {
	expect(timeOfDay(handClock(((7 * 60 + 5) * 60 + 9) * 1000))).toBe("07:05:09");
});
