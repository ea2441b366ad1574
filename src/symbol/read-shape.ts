import { hashOf } from "../core/lines.ts";
import type { Grammar } from "./grammar.ts";
import { shapeOf } from "./shape.ts";
import type { SourceShape } from "./types.ts";

/** The shape of a text; undefined if the parser gives up. A text that was asked for before is not parsed again. */
export function readShape(grammar: Grammar, path: string, text: string): SourceShape | undefined {
	const key = `${grammar.language} ${hashOf(text)} ${path}`;
	const known = recent.get(key);
	// Two texts may have the same hash.
	const shape =
		known?.text === text ? known.shape : grammar.withTree(text, (tree) => shapeOf(tree, text, path, grammar.language));
	recent.delete(key);
	recent.set(key, { text, shape });
	if (recent.size > MOST_KEPT) recent.delete(recent.keys().next().value!);
	return shape;
}

/** The texts that were asked for last, with their shapes; the latest is at the end. */
const recent = new Map<string, { readonly text: string; readonly shape: SourceShape | undefined }>();
const MOST_KEPT = 64;
