/** Removes texts from the window for ever: `/prune PATH` empties every result that shows a file, when the turn ends. */
// biome-ignore lint/style/noDefaultExport: the host demands it
export default function prune(pi: Pi): void {
	let wanted: string | undefined;
	pi.registerCommand("prune", {
		description: "Empties what shows a file",
		async handler(words) {
			wanted = words;
		},
	});
	pi.on("turn_end", ({ entries }, { sessionManager }) => {
		if (wanted === undefined) return undefined;
		const branch = sessionManager.getBranch();
		const ids = new Set(branch.flatMap(({ message }) => callsOn(wanted ?? "", message)));
		const targets = branch.filter(({ message }) => message?.role === "toolResult" && ids.has(message.toolCallId));
		wanted = undefined;
		const edits = targets.map(({ id }) => ({ type: "context_edit", targetId: id, replacement: { content: EMPTIED } }));
		return { entries: [...entries, ...edits] };
	});
}

const EMPTIED = [{ type: "text", text: "[emptied]" }];

function callsOn(path: string, message: Message | undefined): unknown[] {
	const blocks = message?.role === "assistant" ? message.content : [];
	return blocks.flatMap((block) => (block.arguments?.path === path ? [block.id] : []));
}

type Message = {
	readonly role: string;
	readonly content: readonly { readonly id?: string; readonly arguments?: { readonly path?: unknown } }[];
	readonly toolCallId?: string;
};

type Pi = {
	registerCommand(name: string, command: { description: string; handler(words: string): Promise<void> }): void;
	on(
		event: "turn_end",
		handler: (event: { entries: readonly object[] }, context: Context) => { entries: readonly object[] } | undefined,
	): void;
};

type Context = {
	readonly sessionManager: { getBranch(): readonly { readonly id: string; readonly message?: Message }[] };
};
