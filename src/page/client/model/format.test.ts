import { expect, test } from "bun:test";
import { dayOf } from "../../../audit/days.ts";
import { counted, dayStart, dayWords, grouped, lastName, pathEnd, percent, rough, timeWords } from "./format.ts";

test.each([
	[0, "0"],
	[-0, "0"],
	[999, "999"],
	[1000, "1k"],
	[41_230, "41.2k"],
	[99_960, "100k"],
	[412_300, "412k"],
	[999_499, "999k"],
	[999_500, "1M"],
	[1_740_000, "1.7M"],
	[-41_230, "−41.2k"],
])("%p is about %p", (value, words) => expect(rough(value)).toBe(words));

test.each([
	[0, 0, "–"],
	[0, 10, "0.0%"],
	[84, 1000, "8.4%"],
	[1, 100_000, "<0.1%"],
	[-1, 100_000, ">−0.1%"],
	[-5, 100, "−5.0%"],
])("%p of %p is %p", (part, whole, words) => expect(percent(part, whole)).toBe(words));

test("numbers have their thousands apart and a true minus", () => {
	expect(grouped(-12_345)).toBe("−12,345");
	expect(counted(1, "session")).toBe("1 session");
	expect(counted(1200, "answer")).toBe("1,200 answers");
});

test("a day is the day where the user is", () => {
	const evening = new Date(2026, 10, 3, 23, 59).getTime();
	expect(dayOf(evening)).toBe("2026-11-03");
	expect(dayStart("2026-11-03")).toBe(new Date(2026, 10, 3).getTime());
	expect(dayWords("2026-11-03")).toBe("3 Nov");
	expect(timeWords(evening)).toBe("3 Nov 2026, 23:59");
	expect(timeWords(undefined)).toBe("–");
});

test("a long path is known by its end", () => {
	expect(pathEnd("/home/someone/code/shop/web")).toBe("…/shop/web");
	expect(pathEnd("C:\\code\\shop\\web")).toBe("…/shop/web");
	expect(pathEnd("/code/shop")).toBe("/code/shop");
	expect(pathEnd("")).toBe("");
	expect(lastName("/home/someone/code/shop/")).toBe("shop");
	expect(lastName("/")).toBe("/");
});
