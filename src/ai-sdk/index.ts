import type { ReportingOptions } from "../shorten/fetch.ts";
import { newShortener } from "../shorten/shorten.ts";

/**
 * The entry point `ibid/ai-sdk`: middleware for language models of the AI SDK, which shortens each prompt before the
 * model gets it.
 */
export type { ReportingOptions } from "../shorten/fetch.ts";
export type { RequestOutcome, ResultOutcome } from "../shorten/outcome.ts";

/**
 * What `wrapLanguageModel` needs, in a type that fits every version: the middleware of the AI SDK 6, which 7 also takes;
 * 5 does not look at the version.
 */
export type IbidMiddleware = {
	readonly specificationVersion: "v3";
	readonly transformParams: <Params extends { readonly prompt: readonly unknown[] }>(given: {
		readonly params: Params;
	}) => Promise<Params>;
};

/** Middleware for `wrapLanguageModel`. It changes what goes to the model, and nothing that comes from it. */
export function ibid({ onRequest, ...options }: ReportingOptions = {}): IbidMiddleware {
	const shorten = newShortener("ai-sdk", options);
	return {
		specificationVersion: "v3",
		transformParams: async ({ params }) => {
			const { request, ...outcome } = shorten(params);
			onRequest?.(outcome);
			return request;
		},
	};
}
