import type { PageData } from "../data.ts";
import type { LoadedText } from "./live.ts";
import type { AnswerIndex } from "./model/answers.ts";
import type { Route } from "./model/route.ts";

/** What every view is drawn from. */
export type ViewContext = {
	readonly data: PageData;
	readonly route: Route;
	/** In pixels. */
	readonly width: number;
	readonly answersAt: AnswerIndex;
	textOf(id: string): LoadedText;
	/** Goes to a route, as a link would. */
	go(route: Route): void;
	/** Goes there in place of the present one, so that the way back does not lead through every letter typed. */
	replaceRoute(route: Route): void;
};

/** A drawn view. */
export type DrawnView = { readonly title: string; readonly nodes: readonly Node[] };
