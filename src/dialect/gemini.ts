import * as v from "valibot";
import { isSame } from "../conversation/fold.ts";
import type { BodyShape, DeclaredTool, JsonObject } from "./body.ts";
import { isRecord, Properties, understood } from "./foreign.ts";
import { type ItemReading, itemOf, type PartReading } from "./item.ts";

/** Requests to `generateContent` of the Gemini API and of Vertex. */
export const geminiBody: BodyShape = {
	at: [],
	list: "contents",
	read: readContent,
	system: systemTexts,
	tools: declaredTools,
	mayDiffer: ({ cachedContent }) => (cachedContent ?? null) !== null,
};

const ContentShape = v.object({
	role: v.nullish(v.picklist(["user", "model", "function"]), "user"),
	parts: v.nullish(v.array(v.unknown()), []),
});

function readContent(item: unknown): ItemReading | undefined {
	const content = understood(ContentShape, item);
	const parts = content?.parts ?? [];
	const read = parts.map((part, at) => {
		const places = placesOf(part, at, parts);
		return places[0] === at ? readPart(part, places) : NOTHING;
	});
	return content && itemOf(content.role === "model", read);
}

/** Where a part is: once resumed, Gemini CLI sends each response twice. */
function placesOf(part: unknown, at: number, parts: readonly unknown[]): readonly number[] {
	if (!isRecord(part) || !isNamedResponse(part.functionResponse)) return [at];
	return parts.flatMap((other, place) => (place === at || isSame(part, other) ? place : []));
}

function isNamedResponse(response: unknown): boolean {
	return isRecord(response) && typeof response.id === "string";
}

const NOTHING: PartReading = { kind: "silent" };

/** A part is what its properties are. One that has none of these may be anything. */
function readPart(part: unknown, places: readonly number[]): PartReading | undefined {
	if (!isRecord(part)) return undefined;
	if ("functionCall" in part) return readCall(part.functionCall);
	if ("functionResponse" in part) return readResponse(part.functionResponse, places);
	if (typeof part.text === "string") return { kind: "text", text: part.text };
	return SILENT.some((key) => key in part) ? NOTHING : undefined;
}

const SILENT = ["codeExecutionResult", "executableCode", "fileData", "inlineData", "thoughtSignature"];

const CallShape = v.object({ id: v.nullish(v.string()), name: v.string(), args: v.nullish(Properties, {}) });

/**
 * Without ids, a response belongs to the call of the same name. If there are several of one name in a reply, they have
 * the same id here, so neither of them is believed.
 */
function readCall(value: unknown): PartReading | undefined {
	const call = understood(CallShape, value);
	return call && { kind: "call", id: call.id ?? call.name, tool: call.name, input: call.args ?? {} };
}

const ResponseShape = v.object({
	id: v.nullish(v.string()),
	name: v.string(),
	response: Properties,
	parts: v.nullish(v.array(v.unknown()), []),
});

function readResponse(value: unknown, places: readonly number[]): PartReading | undefined {
	const parsed = understood(ResponseShape, value);
	if (!parsed) return undefined;
	const { id, name, response, parts } = parsed;
	const key = "output" in response ? "output" : "error";
	const text = response[key];
	const isPlain = typeof text === "string" && Object.keys(response).length === 1 && parts?.length === 0;
	return {
		kind: "result",
		id: id ?? name,
		text: typeof text === "string" ? text : "",
		hasFailed: key === "error",
		paths: isPlain ? places.map((place) => ["parts", place, "functionResponse", "response", key]) : [],
	};
}

const TextsShape = v.object({ parts: v.array(v.looseObject({ text: v.optional(v.string(), "") })) });

/** A field may be spelled in either of the two ways of the API. */
function systemTexts({ systemInstruction, system_instruction = systemInstruction }: JsonObject): string[] {
	return (understood(TextsShape, system_instruction)?.parts ?? []).map(({ text }) => text);
}

const FunctionShape = v.object({
	name: v.string(),
	parameters: v.nullish(Properties),
	parametersJsonSchema: v.nullish(Properties),
});
const ToolsShape = v.array(v.looseObject({ functionDeclarations: v.nullish(v.array(FunctionShape), []) }));

function declaredTools({ tools }: JsonObject): DeclaredTool[] {
	const functions = (understood(ToolsShape, tools) ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
	return functions.map(({ name, parametersJsonSchema, parameters }) => ({
		name,
		schema: parametersJsonSchema ?? parameters ?? {},
	}));
}
