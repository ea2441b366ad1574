import type { PageData } from "../../data.ts";
import { element, link, span } from "../dom.ts";
import { timeWords } from "../model/format.ts";
import { linkTo, type PageView, type Route } from "../model/route.ts";

/** The frame of every view: skip link, header and footer. */
type PageFrame = { readonly skip: HTMLElement; readonly head: HTMLElement; readonly foot: HTMLElement };

/** Draws the frame of a view. */
export function pageFrame(data: PageData, route: Route, main: HTMLElement): PageFrame {
	return { skip: skipLink(main), head: headerOf(data, route), foot: footOf(data, route) };
}

function skipLink(main: HTMLElement): HTMLElement {
	const made = link(`#${main.id}`, "Skip to the content", { class: "skip" });
	made.addEventListener("click", (event) => {
		// The hash holds the route, so a plain link to an element would change the view.
		event.preventDefault();
		main.focus();
	});
	return made;
}

const VIEWS: readonly (readonly [PageView, string])[] = [
	[{ kind: "overview" }, "Overview"],
	[{ kind: "files" }, "Files and commands"],
	[{ kind: "verification", at: undefined }, "Verification"],
];

function headerOf({ isLive }: PageData, route: Route): HTMLElement {
	const home = route.view.kind === "session" || route.view.kind === "result" ? "overview" : route.view.kind;
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
	const how = link(linkTo({ kind: "verification", at: "figures" }, route), "How they are counted", { id: "how" });
	const where = isLive
		? "This page loads data only from the ibid process on this machine."
		: "This page makes no network requests.";
	return element(
		"footer",
		{},
		element("p", {}, "Tokens are estimates. ", how, "."),
		element("p", {}, `Made ${timeWords(made)} by ibid ${version}. ${where}`),
	);
}
