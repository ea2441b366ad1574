import type { Compaction, Line } from "./claude-code-lines.ts";

/** A conversation between two compactions: what the host kept of what came before, and what came then, in order. */
export type Stretch = { readonly kept: readonly Line[]; readonly lines: readonly Line[] };

type Tree = ReadonlyMap<string, Line>;

/** The lines of each model that worked in the session, in the order of the log. */
export function strandsOf(tree: Tree): { agent: string | undefined; lines: Line[] }[] {
	const strands = new Map<string | undefined, Line[]>();
	const roots = new Map<string, string>();
	for (const line of tree.values()) {
		const agent = line.agent === "" ? rootOf(line, tree, roots) : line.agent;
		const lines = strands.get(agent);
		if (lines) lines.push(line);
		else strands.set(agent, [line]);
	}
	return [...strands].map(([agent, lines]) => ({ agent, lines }));
}

/** The oldest line that a line goes back to. Old versions tell subagents apart by nothing else. */
function rootOf(line: Line, tree: Tree, roots: Map<string, string>): string {
	const path = new Set<string>();
	let oldest = line;
	while (!path.has(oldest.uuid) && !roots.has(oldest.uuid)) {
		path.add(oldest.uuid);
		const parent = tree.get(oldest.parent ?? "");
		if (parent?.agent !== "") break;
		oldest = parent;
	}
	const root = roots.get(oldest.uuid) ?? oldest.uuid;
	for (const uuid of path) roots.set(uuid, root);
	return root;
}

/**
 * The conversation that leads to a leaf. A compaction ends a stretch by its place in the log alone: the lines after it
 * may go back to lines before it, which the model no longer has.
 */
export function stretchesOf(strand: readonly Line[], leaf: Line, tree: Tree): Stretch[] {
	const stretches: Stretch[] = [];
	let kept: Line[] = [];
	let from = 0;
	for (const [i, { at, body }] of strand.entries()) {
		if (body.kind !== "compaction" || at > leaf.at) continue;
		const lines = strand.slice(from, i);
		stretches.push({ kept, lines: branchOf(lines, lastOf(lines, body), tree) });
		kept = keptBy(body, tree);
		from = i + 1;
	}
	return [...stretches, { kept, lines: branchOf(strand.slice(from), leaf, tree) }];
}

function lastOf(lines: readonly Line[], compaction: Compaction): Line | undefined {
	const last = lines.find((line) => line.uuid === compaction.last);
	return last ?? lines.findLast(({ body }) => body.kind === "reply" || body.kind === "prompt");
}

/**
 * Of some lines those before the model at the leaf: its ancestors; the other lines of the replies among them, and the
 * results of their calls, since each block of a reply is a line and parallel results hang off their own block; and what
 * the host attached to any of these.
 */
function branchOf(lines: readonly Line[], leaf: Line | undefined, tree: Tree): Line[] {
	const path = new Set<string>();
	const replies = new Set<string>();
	for (let line = leaf; line && !path.has(line.uuid); line = tree.get(line.parent ?? "")) {
		path.add(line.uuid);
		if (line.body.kind === "reply") replies.add(line.body.message);
	}
	const isSaid = (uuid: string | undefined): boolean => {
		const body = tree.get(uuid ?? "")?.body;
		return body?.kind === "reply" && replies.has(body.message);
	};
	return lines.filter(({ uuid, parent, body }) => {
		if (path.has(uuid)) return true;
		if (body.kind === "reply") return replies.has(body.message);
		if (body.kind === "prompt") return body.results.length > 0 && isSaid(body.source ?? parent);
		if (body.kind === "attachment") return path.has(parent ?? "") || isSaid(parent);
		return body.kind === "clearing";
	});
}

/** The lines that a compaction has kept, in order. */
export function keptBy({ kept, segment }: Compaction, tree: Tree): Line[] {
	if (kept.length > 0 || !segment) return inOrder(kept.map((uuid) => tree.get(uuid)));
	const path = new Set<Line>();
	let line = tree.get(segment.tail);
	while (line && !path.has(line)) {
		path.add(line);
		if (line.uuid === segment.head) return inOrder([...path]);
		line = tree.get(line.parent ?? "");
	}
	return [];
}

function inOrder(lines: readonly (Line | undefined)[]): Line[] {
	return lines.filter((line) => line !== undefined).sort((a, b) => a.at - b.at);
}
