import type { AnswerText } from "../data.ts";

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
