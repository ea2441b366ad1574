import { forget, type Pi } from "./forget.ts";

/** Forgets as most extensions do. */
// biome-ignore lint/style/noDefaultExport: the host demands it
export default function forgets(pi: Pi): void {
	pi.on("context", forget);
}
