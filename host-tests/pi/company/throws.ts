/** Throws at every event in which something may be changed. */
// biome-ignore lint/style/noDefaultExport: the host demands it
export default function throws(pi: { on(event: string, handler: () => never): void }): void {
	for (const event of ["context", "context_with_system", "tool_result", "message_end", "before_provider_request"])
		pi.on(event, () => {
			throw new Error("not today");
		});
}
