import { forget, type Pi } from "./forget.ts";

/** Forgets after all other extensions have run. */
// biome-ignore lint/style/noDefaultExport: the host demands it
export default function forgetsLate(pi: Pi): void {
	pi.on("context_with_system", forget);
}
