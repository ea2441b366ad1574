import type { PageData } from "../data.ts";
import type { LoadedText } from "./live.ts";
import type { AnswerIndex } from "./model/answers.ts";
import type { Route } from "./model/route.ts";

/** What every view gets. */
export type ViewContext = {
	readonly data: PageData;
	readonly route: Route;
	/** In pixels. */
	readonly width: number;
	readonly answersAt: AnswerIndex;
	textOf(id: string): LoadedText;
	/** Goes to a route, as a link would. */
	go(route: Route): void;
	/** Replaces the current route, so that going back does not pass through every typed letter. */
	replaceRoute(route: Route): void;
};

/** A drawn view. */
export type DrawnView = { readonly title: string; readonly nodes: readonly Node[] };
