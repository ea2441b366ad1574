import type { PageData } from "../data.ts";
import { decodePage } from "../page-codec.ts";
import { element } from "./dom.ts";
import { fetchText, holdPlace, newTextLoader, pollForNewer, watchScrolling } from "./live.ts";
import { indexAnswers } from "./model/answers.ts";
import { formatRoute, parseRoute, type Route } from "./model/route.ts";
import type { DrawnView, ViewContext } from "./view-context.ts";
import { filesView } from "./views/files.ts";
import { pageFrame } from "./views/frame.ts";
import { overviewView } from "./views/overview.ts";
import { resultView } from "./views/result.ts";
import { sessionView } from "./views/session.ts";
import { verificationView } from "./views/verification.ts";

const main = document.querySelector<HTMLElement>("#page");
const source = document.querySelector("#data");
if (main && source) start(main, decodePage(source.textContent ?? ""));

/** Draws the view of the address, now and whenever the address changes. */
function start(page: HTMLElement, first: PageData): void {
	let data = first;
	let answersAt = indexAnswers(data);
	let shown: Route | undefined;
	let width = 0;
	const texts = newTextLoader({ fetch: fetchText, arrived: draw });
	const scrolled = watchScrolling(() => shown && formatRoute(shown));
	page.tabIndex = -1;

	function draw(): void {
		const route = parseRoute(location.hash, data.hosts);
		const isSameView = shown !== undefined && sameView(shown, route);
		width = widthOf(page);
		const context: ViewContext = {
			data,
			route,
			width,
			answersAt,
			textOf: (id) => texts(data, id),
			go,
			replaceRoute: turn,
		};
		drawInto(page, context, isSameView);
		const y = scrolled(formatRoute(route));
		if (shown && !isSameView) arrive(page, route, y);
		else if (!shown) targetOf(route)?.scrollIntoView({ block: "center" });
		else if (shown.page !== route.page) arriveAtTable(page);
		shown = route;
	}

	function go(route: Route): void {
		location.hash = formatRoute(route);
	}

	function turn(route: Route): void {
		history.replaceState(null, "", formatRoute(route));
		draw();
	}

	function take(text: string): void {
		data = decodePage(text);
		answersAt = indexAnswers(data);
		// A result that is already on the screen stays as it is, with everything that was unfolded in it.
		if (!document.querySelector(".side-by-side")) draw();
	}

	addEventListener("hashchange", draw);
	addEventListener("resize", () => {
		// On devices where bars come and go while scrolling, the height changes all the time.
		if (widthOf(page) !== width) draw();
	});
	draw();
	if (data.isLive) pollForNewer({ newer: take, reached: sayReached });
}

function sayReached(isReached: boolean): void {
	document.querySelector("#live")?.replaceChildren(isReached ? "live" : "no longer served");
}

function sameView(a: Route, b: Route): boolean {
	return placeOf(a) === placeOf(b);
}

function placeOf({ view }: Route): string {
	if (view.kind === "session") return `${view.kind} ${view.session} ${view.thread}`;
	return JSON.stringify(view);
}

function widthOf(page: HTMLElement): number {
	const { paddingLeft, paddingRight } = getComputedStyle(page);
	return Math.max(280, Math.floor(page.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)));
}

function drawInto(page: HTMLElement, context: ViewContext, isSameView: boolean): void {
	const restore = isSameView ? holdPlace(page) : undefined;
	const { title, nodes } = drawView(context);
	const { skip, head, foot } = pageFrame(context.data, context.route, page);
	for (const each of document.querySelectorAll("body > .skip, body > header, body > footer")) each.remove();
	page.before(skip, head);
	page.replaceChildren(element("h1", {}, title), ...nodes);
	page.after(foot);
	document.title = `${title} · ibid`;
	for (const each of page.querySelectorAll<HTMLElement>(".scroll")) makeScrollable(each);
	restore?.();
}

function drawView(context: ViewContext): DrawnView {
	const { view } = context.route;
	switch (view.kind) {
		case "overview":
			return overviewView(context);
		case "session":
			return sessionView(context, view);
		case "result":
			return resultView(context, view);
		case "files":
			return filesView(context);
		case "verification":
			return verificationView(context);
	}
}

/** Content that overflows must be reachable by keyboard; content that fits should not be a tab stop. */
function makeScrollable(each: HTMLElement): void {
	if (each.scrollWidth <= each.clientWidth) return;
	each.tabIndex = 0;
	each.setAttribute("role", "region");
}

function arrive(page: HTMLElement, route: Route, y: number | undefined): void {
	page.focus({ preventScroll: true });
	const target = y === undefined ? targetOf(route) : undefined;
	if (target) target.scrollIntoView({ block: "center" });
	else scrollTo(0, y ?? 0);
}

/** On a new page of a table the reader begins at the top. */
function arriveAtTable(page: HTMLElement): void {
	const table = page.querySelector<HTMLElement>(".table");
	if (!table) return;
	table.tabIndex = -1;
	table.focus({ preventScroll: true });
	table.scrollIntoView();
}

/** What the address points at within its view. */
function targetOf({ view }: Route): Element | null {
	if (view.kind === "verification" && view.at !== undefined) return document.getElementById(view.at);
	return view.kind === "result" ? document.querySelector("#marked, mark") : null;
}
