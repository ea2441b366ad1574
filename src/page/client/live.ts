import type { AnswerText, PageData } from "../data.ts";

/** How often the page asks for newer data while it is visible. */
const EVERY = 2000;

/** What a live page can receive. */
type PollListener = {
	/** Newer data, as encoded text. */
	newer(text: string): void;
	/** Whether the server of the page still answers. */
	reached(isReached: boolean): void;
};

/** Asks for newer data repeatedly while the page is visible. */
export function pollForNewer({ newer, reached }: PollListener): void {
	let tag: string | undefined;
	const ask = async (): Promise<void> => {
		if (document.hidden) return;
		try {
			const headers = tag === undefined ? {} : { "if-none-match": tag };
			const response = await fetch(`data${location.search}`, { headers });
			reached(response.ok || response.status === 304);
			if (!response.ok) return;
			tag = response.headers.get("etag") ?? undefined;
			newer(await response.text());
		} catch {
			// The server was stopped, or the machine slept; the next request will show.
			reached(false);
		}
	};
	const next = (): void => void setTimeout(() => void ask().finally(next), EVERY);
	document.addEventListener("visibilitychange", () => void ask());
	next();
}

/** Both texts of a result from the server of the page; undefined if it has none. */
export async function fetchText(id: string): Promise<AnswerText | undefined> {
	const words = new URLSearchParams(location.search);
	words.set("id", id);
	try {
		const response = await fetch(`answer?${words}`);
		// The data comes from the program that made this page, so it is not checked again.
		return response.ok ? ((await response.json()) as AnswerText) : undefined;
	} catch {
		return undefined;
	}
}

/** Remembers the state of a view, and returns a function that restores it after the view is drawn again. */
export function holdPlace(page: HTMLElement): () => void {
	const [id, caret, y] = [document.activeElement?.id, caretOf(document.activeElement), scrollY];
	const open = [...page.querySelectorAll("details")].map((each) => each.open);
	const turn = page.querySelector<HTMLInputElement>("#turn")?.value;
	return () => {
		for (const [at, each] of page.querySelectorAll("details").entries()) each.open = open[at] ?? false;
		const slider = page.querySelector<HTMLInputElement>("#turn");
		if (slider && turn !== undefined && Number(turn) <= Number(slider.max)) setSlider(slider, turn);
		const found = id ? document.getElementById(id) : undefined;
		found?.focus({ preventScroll: true });
		if (found instanceof HTMLInputElement && caret !== null) found.setSelectionRange(caret, caret);
		scrollTo(0, y);
	};
}

function caretOf(active: Element | null): number | null {
	return active instanceof HTMLInputElement && active.type === "search" ? active.selectionStart : null;
}

function setSlider(slider: HTMLInputElement, value: string): void {
	slider.value = value;
	slider.dispatchEvent(new Event("input"));
}

/**
 * How far down an address was scrolled, for a reader who comes back to it; undefined after a click on a link, which
 * begins at the top.
 */
type Scrolling = (address: string) => number | undefined;

/** Watches how far down each address is scrolled; `current` is the one on the screen. */
export function watchScrolling(current: () => string | undefined): Scrolling {
	const left = new Map<string, number>();
	let isFollowing = false;
	// Browsers restore the scroll position before the page is drawn, when it has no height yet.
	history.scrollRestoration = "manual";
	document.addEventListener("click", ({ target }) => {
		isFollowing = target instanceof Element && target.closest("a[href^='#']") !== null;
	});
	const note = (): void => {
		const address = current();
		if (address !== undefined) left.set(address, scrollY);
	};
	addEventListener("scroll", note, { passive: true });
	return (address) => {
		const y = isFollowing ? undefined : left.get(address);
		isFollowing = false;
		return y;
	};
}

/** Both texts of a result, if the page has them or can get them. */
export type LoadedText = AnswerText | "fetching" | undefined;

/** How to fetch a text (undefined if the server has none), and what to call when it has come. */
type TextFetcher = {
	fetch(id: string): Promise<AnswerText | undefined>;
	arrived(): void;
};

/**
 * Both texts of a result: those on the page; else, on a live page, they are fetched, once for each state of the data
 * until they are there.
 */
export function newTextLoader({ fetch, arrived }: TextFetcher): (data: PageData, id: string) => LoadedText {
	const asked = new Map<string, TextRequest>();
	return (data, id) => {
		// An address can name any id.
		const text = Object.hasOwn(data.texts, id) ? data.texts[id] : undefined;
		if (text || !data.isLive) return text;
		const last = asked.get(id);
		if (last && (last.text || last.data === data || !last.isOver)) return last.text;
		// A text that was missing is asked for again without a message, so that the page does not flicker with all new data.
		const meanwhile = last ? undefined : "fetching";
		asked.set(id, { data, text: meanwhile, isOver: false });
		void fetch(id).then((got) => {
			asked.set(id, { data, text: got, isOver: true });
			arrived();
		});
		return meanwhile;
	};
}

/** The outcome of a request for a text at some state of the data. */
type TextRequest = { readonly data: PageData; readonly text: LoadedText; readonly isOver: boolean };
