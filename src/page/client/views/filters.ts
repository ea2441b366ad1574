import { byHost } from "../../../audit/findings.ts";
import { element } from "../dom.ts";
import { pathEnd } from "../model/format.ts";
import type { Filter } from "../model/route.ts";
import type { ViewContext } from "../view-context.ts";

/** The filters: agent, period, project, and whether ibid was active. */
export function filters(context: ViewContext): HTMLElement {
	const { filter } = context.route;
	const { sessions } = context.data;
	const hosts = [...new Map(sessions.map((session) => [session.host, session])).values()].sort(
		byHost(context.data.hosts.map(({ name }) => name)),
	);
	const projects = [...new Set(sessions.map(({ project }) => project))].filter(Boolean).sort();
	const set = (change: Partial<Filter>): void =>
		context.go({ ...context.route, filter: { ...filter, ...change }, page: 1 });
	const form = element(
		"form",
		{ class: "filters", "aria-label": "Filters" },
		selectBox(
			"host",
			"Agent",
			filter.host,
			[ALL_OPTION, ...hosts.map(({ host, hostTitle }) => [host, hostTitle] as const)],
			(value) => set({ host: hosts.find(({ host }) => host === value)?.host }),
		),
		selectBox("days", "Period", filter.days?.toString(), daysOffered(filter.days), (value) =>
			set({ days: value === undefined ? undefined : Number(value) }),
		),
		selectBox(
			"project",
			"Project",
			filter.project,
			[ALL_OPTION, ...projects.map((each) => [each, pathEnd(each)] as const)],
			(value) => set({ project: value }),
		),
		selectBox("ibid", "ibid", filter.isLived === undefined ? undefined : String(filter.isLived), LIVED, (value) =>
			set({ isLived: value === undefined ? undefined : value === "true" }),
		),
	);
	form.addEventListener("submit", (event) => event.preventDefault());
	return form;
}

type FilterOption = readonly [value: string, words: string];

const ALL_OPTION: FilterOption = ["", "all"];
const LIVED: readonly FilterOption[] = [
	["", "active or not"],
	["true", "active (saved)"],
	["false", "not active (could have saved)"],
];

function daysOffered(wanted: number | undefined): readonly FilterOption[] {
	const offered = [1, 7, 30, 90];
	const days = wanted === undefined || offered.includes(wanted) ? offered : [...offered, wanted].sort((a, b) => a - b);
	return [ALL_OPTION, ...days.map((each) => [String(each), each === 1 ? "today" : `last ${each} days`] as const)];
}

function selectBox(
	name: string,
	words: string,
	value: string | undefined,
	options: readonly FilterOption[],
	choose: (value: string | undefined) => void,
): HTMLElement {
	const made = options.map(([each, text]) =>
		element("option", { value: each, selected: each === (value ?? "") }, text),
	);
	const select = element("select", { id: `filter-${name}` }, ...made);
	select.addEventListener("change", () => choose(select.value || undefined));
	return element("label", {}, element("span", {}, words), select);
}
