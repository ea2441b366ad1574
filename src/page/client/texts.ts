import type { AnswerText, PageData } from "../data.ts";
import { fetchText } from "./live.ts";

/** Both texts of an answer, if the page has them or can still get them. */
export type Texts = AnswerText | "fetching" | undefined;

/** Both texts of an answer: those on the page; else, where it is live, they are fetched once, and `arrived` is told. */
export function newTexts(arrived: () => void): (data: PageData, id: string) => Texts {
	const fetched = new Map<string, Texts>();
	return ({ texts, isLive }, id) => {
		// Addresses name what they like.
		const text = Object.hasOwn(texts, id) ? texts[id] : undefined;
		if (text || !isLive || fetched.has(id)) return text ?? fetched.get(id);
		fetched.set(id, "fetching");
		void fetchText(id).then((got) => {
			fetched.set(id, got);
			arrived();
		});
		return "fetching";
	};
}
