import { byHost, TITLES } from "../../../audit/hosts.ts";
import type { Desk } from "../desk.ts";
import { element } from "../dom.ts";
import { endOf } from "../model/format.ts";
import type { Filter } from "../model/route.ts";

/** The choice of what counts. */
export function filters(desk: Desk): HTMLElement {
	const { filter } = desk.route;
	const { sessions } = desk.data;
	const hosts = [...new Map(sessions.map((session) => [session.host, session])).values()].sort(byHost);
	const projects = [...new Set(sessions.map(({ project }) => project))].filter(Boolean).sort();
	const set = (change: Partial<Filter>): void => desk.go({ ...desk.route, filter: { ...filter, ...change }, page: 1 });
	const form = element(
		"form",
		{ class: "filters", "aria-label": "What counts" },
		choice("host", "Host", filter.host, [ALL, ...hosts.map(({ host }) => [host, TITLES[host]] as const)], (value) =>
			set({ host: hosts.find(({ host }) => host === value)?.host }),
		),
		choice("days", "Period", filter.days?.toString(), daysOffered(filter.days), (value) =>
			set({ days: value === undefined ? undefined : Number(value) }),
		),
		choice(
			"project",
			"Project",
			filter.project,
			[ALL, ...projects.map((each) => [each, endOf(each)] as const)],
			(value) => set({ project: value }),
		),
		choice("ibid", "ibid", filter.isLived === undefined ? undefined : String(filter.isLived), LIVED, (value) =>
			set({ isLived: value === undefined ? undefined : value === "true" }),
		),
	);
	form.addEventListener("submit", (event) => event.preventDefault());
	return form;
}

type Option = readonly [value: string, words: string];

const ALL: Option = ["", "all"];
const LIVED: readonly Option[] = [
	["", "at work or not"],
	["true", "at work (was)"],
	["false", "not there (would be)"],
];

function daysOffered(wanted: number | undefined): readonly Option[] {
	const offered = [1, 7, 30, 90];
	const days = wanted === undefined || offered.includes(wanted) ? offered : [...offered, wanted].sort((a, b) => a - b);
	return [ALL, ...days.map((each) => [String(each), each === 1 ? "today" : `last ${each} days`] as const)];
}

function choice(
	name: string,
	words: string,
	value: string | undefined,
	options: readonly Option[],
	choose: (value: string | undefined) => void,
): HTMLElement {
	const made = options.map(([each, text]) =>
		element("option", { value: each, selected: each === (value ?? "") }, text),
	);
	const select = element("select", { id: `filter-${name}` }, ...made);
	select.addEventListener("change", () => choose(select.value || undefined));
	return element("label", {}, element("span", {}, words), select);
}
