import { expect, test } from "bun:test";
import fc from "fast-check";
import { HOSTS } from "./made-up.test.ts";
import { formatRoute, linkToResult, linkToSession, NO_FILTER, type PageView, parseRoute, type Route } from "./route.ts";

const PLAIN = { filter: NO_FILTER, sort: undefined, page: 1, find: "" };

test.each<[string, Route]>([
	["", { ...PLAIN, view: { kind: "overview" } }],
	["#overview", { ...PLAIN, view: { kind: "overview" } }],
	["#files&find=a%26b", { ...PLAIN, view: { kind: "files" }, find: "a&b" }],
	["#verification&at=figures", { ...PLAIN, view: { kind: "verification", at: "figures" } }],
	[
		"#session=s1&thread=2&turn=7&only=shortened",
		{ ...PLAIN, view: { kind: "session", session: "s1", thread: 1, turn: 7, onlyShortened: true } },
	],
	[
		"#result=a1f3&lines=12-14&by=ffee",
		{ ...PLAIN, view: { kind: "result", result: "a1f3", marked: { from: 11, count: 3, by: "ffee" } } },
	],
	[
		"#overview&host=codex&days=30&ibid=would&sort=-saved&page=2",
		{
			...PLAIN,
			view: { kind: "overview" },
			filter: { host: "codex", days: 30, project: undefined, isLived: false },
			sort: "-saved",
			page: 2,
		},
	],
])("%p is understood, and written the same way again", (hash, route) => {
	expect(parseRoute(hash, HOSTS)).toEqual(route);
	expect(formatRoute(route)).toBe(hash || "#overview");
});

test.each(["#nonsense", "#overview&host=telnet&days=-3&page=0&ibid=maybe", "#session=&days=soon", "#%E0%A4%A"])(
	"what %p says and means nothing is left out",
	(hash) => {
		expect(parseRoute(hash, HOSTS)).toEqual({ ...PLAIN, view: { kind: "overview" } });
	},
);

test("lines that end before they begin mark nothing", () => {
	expect(parseRoute("#result=a&lines=9-3", HOSTS).view).toEqual({ kind: "result", result: "a", marked: undefined });
});

test("every route is found again by its address", () => {
	const word = fc.string({ minLength: 1, unit: "grapheme" });
	const number = fc.integer({ min: 1, max: 9999 });
	const view: fc.Arbitrary<PageView> = fc.oneof(
		fc.constantFrom<PageView>({ kind: "overview" }, { kind: "files" }),
		fc.record({ kind: fc.constant("verification" as const), at: fc.option(word, { nil: undefined }) }),
		fc.record({
			kind: fc.constant("session" as const),
			session: word,
			thread: fc.nat(20),
			turn: fc.option(number, { nil: undefined }),
			onlyShortened: fc.boolean(),
		}),
		fc.record({
			kind: fc.constant("result" as const),
			result: word,
			marked: fc.option(fc.record({ from: fc.nat(5000), count: number, by: word }), { nil: undefined }),
		}),
	);
	const filter = fc.record({
		host: fc.option(fc.constantFrom(...HOSTS.map(({ name }) => name)), { nil: undefined }),
		days: fc.option(number, { nil: undefined }),
		project: fc.option(word, { nil: undefined }),
		isLived: fc.option(fc.boolean(), { nil: undefined }),
	});
	const route = fc.record({ view, filter, sort: fc.option(word, { nil: undefined }), page: number, find: fc.string() });
	fc.assert(fc.property(route, (each) => expect(parseRoute(formatRoute(each), HOSTS)).toEqual(each)));
});

test("links keep the filter and let go of the rest", () => {
	const route = parseRoute("#overview&host=pi&sort=saved&page=3&find=x", HOSTS);
	expect(linkToSession("s/1", route)).toBe("#session=s%2F1&host=pi");
	expect(linkToResult("a1", route)).toBe("#result=a1&host=pi");
});
