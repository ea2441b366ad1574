import type { PageData } from "../../data.ts";
import { element, link, span } from "../dom.ts";
import { timeWords } from "../model/format.ts";
import { linkTo, type Route, type View } from "../model/route.ts";

/** What stands around every view: a way past the head, the head, the foot. */
export type Frame = { readonly skip: HTMLElement; readonly head: HTMLElement; readonly foot: HTMLElement };

/** The frame around a view. */
export function frameOf(data: PageData, route: Route, main: HTMLElement): Frame {
	return { skip: skipLink(main), head: headOf(data, route), foot: footOf(data, route) };
}

function skipLink(main: HTMLElement): HTMLElement {
	const made = link(`#${main.id}`, "Skip to the figures", { class: "skip" });
	made.addEventListener("click", (event) => {
		// The address is the route; it must not become that of an element.
		event.preventDefault();
		main.focus();
	});
	return made;
}

const VIEWS: readonly (readonly [View, string])[] = [
	[{ kind: "overview" }, "Overview"],
	[{ kind: "subjects" }, "Subjects"],
	[{ kind: "trust", at: undefined }, "Trust"],
];

function headOf({ isLive }: PageData, route: Route): HTMLElement {
	const home = route.view.kind === "session" || route.view.kind === "answer" ? "overview" : route.view.kind;
	const links = VIEWS.map(([view, words]) => {
		const current = view.kind !== home ? undefined : route.view.kind === home ? "page" : "true";
		return link(linkTo(view, route), words, { "aria-current": current, id: `view-${view.kind}` });
	});
	return element(
		"header",
		{},
		element("p", { class: "name" }, element("i", {}, "ibid."), span("gloss", " in the same place")),
		element("nav", { "aria-label": "Views" }, ...links),
		isLive ? element("p", { class: "live", id: "live", role: "status" }, "live") : undefined,
	);
}

function footOf({ version, made, isLive }: PageData, route: Route): HTMLElement {
	const how = link(linkTo({ kind: "trust", at: "figures" }, route), "How the figures are made", { id: "how" });
	const where = isLive
		? "This page asks only the program on this machine that serves it."
		: "This page makes no request.";
	return element(
		"footer",
		{},
		element("p", {}, "Tokens are estimates. ", how, "."),
		element("p", {}, `Made ${timeWords(made)} by ibid ${version}. ${where}`),
	);
}
