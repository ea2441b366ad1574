import { carriesBodyMark } from "./anthropic.ts";
import { type BodyMessage, type BodyShape, conversationIn, type JsonObject, messagesIn, stringAt } from "./body.ts";
import { changeStrings, readJson, type StringChange } from "./json-places.ts";

/** A request that may be shortened. */
export type BodyRequest = {
	readonly shape: BodyShape;
	/** The object with the conversation, for `agentIn` and for what else the caller must know of the request. */
	readonly conversation: JsonObject;
	readonly messages: readonly BodyMessage[];
};

/**
 * A received body with other texts for some of its results, as `shorten` has rewritten them; every other byte is as it
 * was. In any doubt, or if anything fails, it is the same body, the very object.
 */
export function rewriteBody(
	bytes: Uint8Array,
	shapeOf: (body: unknown) => BodyShape | undefined,
	shorten: (request: BodyRequest) => readonly BodyMessage[],
): Uint8Array {
	try {
		return rewritten(bytes, shapeOf, shorten) ?? bytes;
	} catch {
		// Such as a body that is nested deeper than the stack.
		return bytes;
	}
}

function rewritten(...[bytes, shapeOf, shorten]: Parameters<typeof rewriteBody>): Uint8Array | undefined {
	const json = readJson(bytes);
	const shape = json && shapeOf(json.value);
	const conversation = shape && conversationIn(shape, json.value);
	if (!conversation || shape.mayDiffer(conversation) || carriesBodyMark(json.value)) return undefined;
	const before = messagesIn(shape, conversation);
	const after = shorten({ shape, conversation, messages: before });
	if (after.length !== before.length) return undefined;
	const changes = before.flatMap((message, index) => changesIn(shape, message, after[index]!, index));
	return changes.length === 0 ? undefined : changeStrings(json, changes);
}

/** The texts of results that differ. Nothing else of a message is taken over. */
function changesIn(shape: BodyShape, before: BodyMessage, after: BodyMessage, index: number): StringChange[] {
	if (before === after) return [];
	const places = (shape.read(before.item)?.results ?? []).flatMap(({ paths }) => paths);
	return places.flatMap((path): StringChange[] => {
		const [from, to] = [stringAt(before.item, path), stringAt(after.item, path)];
		if (from === undefined || to === undefined || from === to) return [];
		return [{ path: [...shape.at, shape.list, index, ...path], from, to }];
	});
}
