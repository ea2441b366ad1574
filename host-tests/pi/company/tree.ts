/** The ways through a session for which pi's clients in RPC mode have no request. */
// biome-ignore lint/style/noDefaultExport: the host demands it
export default function tree(pi: Pi): void {
	for (const [name, summarize] of [
		["back", false],
		["back-summed", true],
	] as const)
		pi.registerCommand(name, {
			description: "Goes back to before a prompt",
			async handler(words, context) {
				const entry = context.sessionManager.getBranch().findLast((each) => isPrompt(each, words));
				if (!entry) throw new Error(`No message says "${words}".`);
				await context.navigateTree(entry.id, { summarize });
			},
		});
}

type Pi = {
	registerCommand(
		name: string,
		command: { description: string; handler(words: string, context: Context): Promise<void> },
	): void;
};

type Context = {
	readonly sessionManager: { getBranch(): readonly Entry[] };
	navigateTree(id: string, options: { summarize: boolean }): Promise<unknown>;
};

type Entry = { readonly id: string; readonly message?: { readonly role: string; readonly content: unknown } };

function isPrompt({ message }: Entry, words: string): boolean {
	return message?.role === "user" && JSON.stringify(message.content).includes(JSON.stringify(words));
}
