import type { AnswerText, PageData } from "../data.ts";
import { fetchText } from "./live.ts";

/** Both texts of an answer: those on the page; else, where it is live, they are fetched once, and `arrived` is told. */
export function newTexts(arrived: () => void): (data: PageData, id: string) => AnswerText | "fetching" | undefined {
	const fetched = new Map<string, AnswerText | "fetching" | undefined>();
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
