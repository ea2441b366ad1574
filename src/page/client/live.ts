import type { AnswerText, PageData } from "../data.ts";

/** How often the page asks for newer data while somebody sees it. */
const EVERY = 2000;

/** What happens as the page follows along. */
type PollListener = {
	/** Newer data, as encoded text. */
	newer(text: string): void;
	/** Whether the program that serves the page still answers. */
	reached(isReached: boolean): void;
};

/** Asks for newer data again and again while the page is seen. */
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
			// The program was ended, or the machine slept; the next time tells.
			reached(false);
		}
	};
	const next = (): void => void setTimeout(() => void ask().finally(next), EVERY);
	document.addEventListener("visibilitychange", () => void ask());
	next();
}

/** Both texts of an answer from the program that serves the page; undefined where it has none. */
export async function fetchText(id: string): Promise<AnswerText | undefined> {
	const words = new URLSearchParams(location.search);
	words.set("id", id);
	try {
		const response = await fetch(`answer?${words}`);
		// It comes from the program that made this page, like all other data.
		return response.ok ? ((await response.json()) as AnswerText) : undefined;
	} catch {
		return undefined;
	}
}

/** Remembers how somebody has left a view, and gives a way to leave it so again once it is drawn anew. */
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

/** How far down somebody was at an address, if they come back to it; undefined for who follows a link, and begins at the top. */
type Scrolling = (address: string) => number | undefined;

/** Watches how far down each address is left; `current` is the one that is shown. */
export function watchScrolling(current: () => string | undefined): Scrolling {
	const left = new Map<string, number>();
	let isFollowing = false;
	// Browsers put the page where it was before it is drawn, when it has no height yet.
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

/** Both texts of an answer, if the page has them or can still get them. */
export type LoadedText = AnswerText | "fetching" | undefined;

/** How a text is fetched (undefined where the server has none), and what to call when it has come. */
type TextFetcher = {
	fetch(id: string): Promise<AnswerText | undefined>;
	arrived(): void;
};

/** Both texts of an answer: those on the page; else, where it is live, they are fetched, once for each data until they are there. */
export function newTextLoader({ fetch, arrived }: TextFetcher): (data: PageData, id: string) => LoadedText {
	const asked = new Map<string, TextRequest>();
	return (data, id) => {
		// Addresses name what they like.
		const text = Object.hasOwn(data.texts, id) ? data.texts[id] : undefined;
		if (text || !data.isLive) return text;
		const last = asked.get(id);
		if (last && (last.text || last.data === data || !last.isOver)) return last.text;
		// What was not to be had is asked for again in silence, lest the page flicker with all that is new.
		const meanwhile = last ? undefined : "fetching";
		asked.set(id, { data, text: meanwhile, isOver: false });
		void fetch(id).then((got) => {
			asked.set(id, { data, text: got, isOver: true });
			arrived();
		});
		return meanwhile;
	};
}

/** What came of asking for an answer when the page had these data. */
type TextRequest = { readonly data: PageData; readonly text: LoadedText; readonly isOver: boolean };
