import { describe, expect, test } from "bun:test";
import type { AnswerText, PageData } from "../data.ts";
import { type LoadedText, newTextLoader } from "./live.ts";
import { page, text } from "./model/made-up.test.ts";

const TEXT = text(["a"], ["a"], []);

test.each(["a1f3", "__proto__", "constructor", ""])("a page without texts has none of %j", (id) => {
	expect(context().texts(page(0, []), id)).toBeUndefined();
});

describe("the texts of a live page", () => {
	test("are fetched once, whatever data follow", async () => {
		const { texts, fetched, reply } = context();
		expect([texts(live(), "a1"), texts(live(), "a1")]).toEqual(["fetching", "fetching"]);
		await reply(TEXT);
		expect([texts(live(), "a1"), texts(live(), "a1")]).toEqual([TEXT, TEXT]);
		expect(fetched).toEqual(["a1"]);
	});

	test("are not asked for again by the same data if they were not to be had", async () => {
		const { texts, fetched, reply } = context();
		const data = live();
		texts(data, "a1");
		await reply(undefined);
		expect(texts(data, "a1")).toBeUndefined();
		expect(fetched).toEqual(["a1"]);
	});

	test("are asked for again by newer data if they were not to be had, without a word until they are there", async () => {
		const { texts, fetched, reply } = context();
		texts(live(), "a1");
		await reply(undefined);
		const newer = live();
		expect(texts(newer, "a1")).toBeUndefined();
		await reply(TEXT);
		expect(texts(newer, "a1")).toEqual(TEXT);
		expect(fetched).toEqual(["a1", "a1"]);
	});

	test("are not requested again for newer data while the last request is pending", async () => {
		const { texts, fetched, reply } = context();
		texts(live(), "a1");
		await reply(undefined);
		const newest = live();
		for (const data of [live(), newest]) texts(data, "a1");
		expect(fetched).toEqual(["a1", "a1"]);
		await reply(undefined);
		texts(newest, "a1");
		expect(fetched).toEqual(["a1", "a1", "a1"]);
	});

	test("report when it is known whether they exist", async () => {
		const { texts, reply, arrivals } = context();
		texts(live(), "a1");
		expect(arrivals()).toBe(0);
		await reply(undefined);
		expect(arrivals()).toBe(1);
	});
});

function live(): PageData {
	return { ...page(0, []), isLive: true };
}

/** Texts, what was fetched for them, and a reply to what was asked last. */
function context(): {
	readonly texts: (data: PageData, id: string) => LoadedText;
	readonly fetched: readonly string[];
	readonly reply: (got: AnswerText | undefined) => Promise<void>;
	readonly arrivals: () => number;
} {
	const fetched: string[] = [];
	let arrivals = 0;
	let last = Promise.withResolvers<AnswerText | undefined>();
	const texts = newTextLoader({
		fetch(id) {
			fetched.push(id);
			last = Promise.withResolvers();
			return last.promise;
		},
		arrived: () => arrivals++,
	});
	const reply = async (got: AnswerText | undefined): Promise<void> => {
		last.resolve(got);
		await last.promise;
	};
	return { texts, fetched, reply, arrivals: () => arrivals };
}
