import type { AnswerText, PageData } from "../data.ts";

/** Both texts of an answer, if the page has them or can still get them. */
export type LoadedText = AnswerText | "fetching" | undefined;

/** How texts are fetched, undefined where there are none to be had, and who is told once that is known. */
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
