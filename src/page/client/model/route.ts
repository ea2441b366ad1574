import type { HostName } from "../../../lens/types.ts";
import type { PageHost } from "../../data.ts";

/** What the address after the "#" says: the view, the filter, and the state of the table. */
export type Route = {
	readonly view: PageView;
	readonly filter: Filter;
	/** The column that a table is sorted by, with "-" before it if descending. */
	readonly sort: string | undefined;
	/** Counted from 1. */
	readonly page: number;
	/** Words that rows must contain. */
	readonly find: string;
};

/** A view of the page. */
export type PageView =
	| { readonly kind: "overview" | "files" }
	/** With the place in it to jump to, if there is one. */
	| { readonly kind: "verification"; readonly at: string | undefined }
	| SessionView
	| ResultView;

/** A session: which agent, which turn or all, and whether only shortened results are listed. */
export type SessionView = {
	readonly kind: "session";
	readonly session: string;
	readonly thread: number;
	readonly turn: number | undefined;
	readonly onlyShortened: boolean;
};

/** A result, or the beginning of its id; with lines to mark, and the result that quotes them. */
export type ResultView = {
	readonly kind: "result";
	readonly result: string;
	readonly marked: { readonly from: number; readonly count: number; readonly by: string } | undefined;
};

/** Which sessions and results count; undefined: all. */
export type Filter = {
	readonly host: HostName | undefined;
	/** How many days back from the time the page was made, today included. */
	readonly days: number | undefined;
	readonly project: string | undefined;
	/** Only sessions with ibid active, or only those without. */
	readonly isLived: boolean | undefined;
};

/** Everything counts. */
export const NO_FILTER: Filter = { host: undefined, days: undefined, project: undefined, isLived: undefined };

/** The route of an address. What it does not understand is ignored, because people edit addresses. */
export function parseRoute(hash: string, hosts: readonly PageHost[]): Route {
	const words = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
	return {
		view: viewFrom(words),
		filter: {
			host: hosts.find(({ name }) => name === words.get("host"))?.name,
			days: wholeNumber(words.get("days")),
			project: words.get("project") ?? undefined,
			isLived: { was: true, would: false }[words.get("ibid") ?? ""],
		},
		sort: words.get("sort") ?? undefined,
		page: wholeNumber(words.get("page")) ?? 1,
		find: words.get("find") ?? "",
	};
}

function viewFrom(words: URLSearchParams): PageView {
	const session = words.get("session");
	if (session) {
		const [thread, turn] = [wholeNumber(words.get("thread")) ?? 1, wholeNumber(words.get("turn"))];
		return { kind: "session", session, thread: thread - 1, turn, onlyShortened: words.get("only") === "shortened" };
	}
	const answer = words.get("result");
	if (answer) return { kind: "result", result: answer, marked: markedBy(words) };
	if (words.has("files")) return { kind: "files" };
	if (words.has("verification")) return { kind: "verification", at: words.get("at") ?? undefined };
	return { kind: "overview" };
}

function markedBy(words: URLSearchParams): ResultView["marked"] {
	const [, first, last] = /^(\d+)-(\d+)$/.exec(words.get("lines") ?? "") ?? [];
	const [from, to] = [wholeNumber(first), wholeNumber(last)];
	if (from === undefined || to === undefined || to < from) return undefined;
	return { from: from - 1, count: to - from + 1, by: words.get("by") ?? "" };
}

/** A whole number above zero. */
function wholeNumber(text: string | null | undefined): number | undefined {
	return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** The address of a route. */
export function formatRoute({ view, filter, sort, page, find }: Route): string {
	const words = [
		...viewWords(view),
		["host", filter.host],
		["days", filter.days],
		["project", filter.project],
		["ibid", filter.isLived === undefined ? undefined : filter.isLived ? "was" : "would"],
		["sort", sort],
		["page", page > 1 ? page : undefined],
		["find", find || undefined],
	] as const;
	const told = words.filter(([, value]) => value !== undefined);
	return `#${told.map(([name, value]) => (value === "" ? name : `${name}=${encodeURIComponent(value ?? "")}`)).join("&")}`;
}

function viewWords(view: PageView): (readonly [string, string | number | undefined])[] {
	switch (view.kind) {
		case "overview":
		case "files":
			return [[view.kind, ""]];
		case "verification":
			return [
				["verification", ""],
				["at", view.at],
			];
		case "session":
			return [
				["session", view.session],
				["thread", view.thread > 0 ? view.thread + 1 : undefined],
				["turn", view.turn],
				["only", view.onlyShortened ? "shortened" : undefined],
			];
		case "result":
			return [
				["result", view.result],
				["lines", view.marked && `${view.marked.from + 1}-${view.marked.from + view.marked.count}`],
				["by", view.marked?.by],
			];
	}
}

/** The address of a view with the same filter, and with tables in their default state. */
export function linkTo(view: PageView, { filter }: Pick<Route, "filter">): string {
	return formatRoute({ view, filter, sort: undefined, page: 1, find: "" });
}

/** The address of a session, at its main agent. */
export function linkToSession(session: string, route: Pick<Route, "filter">): string {
	return linkTo({ kind: "session", session, thread: 0, turn: undefined, onlyShortened: false }, route);
}

/** The address of an answer. */
export function linkToResult(answer: string, route: Pick<Route, "filter">): string {
	return linkTo({ kind: "result", result: answer, marked: undefined }, route);
}
