import type { Mutant } from "./mutant.ts";

/** Rules of whole request bodies: what may be believed of them, and what may be changed in them. */
export const BODIES: readonly Mutant[] = [
	{
		name: "body-answer-a-call-before-the-last-reply",
		broken: "A result counts as one of the last reply although its call is in an earlier one.",
		file: "src/dialect/body.ts",
		find: "if (opensTurn || !reading) open = new Set();",
		replace: "if (!reading) open = new Set();",
	},
	{
		name: "body-believe-a-key-that-comes-twice",
		broken: "A text is replaced although a key on the way to it comes twice.",
		file: "src/dialect/json-places.ts",
		find: "scan.isClear = !level.keys.has(level.key);",
		replace: "",
	},
	{
		name: "body-believe-what-the-server-may-clear",
		broken: "A body is shortened although it asks the server to clear results.",
		file: "src/dialect/rewrite-body.ts",
		find: "shape.mayDiffer(conversation) || ",
		replace: "",
	},
	{
		name: "body-believe-that-two-responses-are-one",
		broken: "Of two responses of Gemini CLI to one call, only the first counts, whatever the second one says.",
		file: "src/dialect/gemini.ts",
		find: "place === at || isSame(part, other)",
		replace: "place === at || isRecord(other)",
	},
	{
		name: "body-change-a-marked-body",
		broken: "A body that carries a mark of itself is changed.",
		file: "src/dialect/rewrite-body.ts",
		find: " || carriesBodyMark(json.value)",
		replace: "",
	},
	{
		name: "body-lose-count-of-elements",
		broken: "All elements of an array count as the first one.",
		file: "src/dialect/json-places.ts",
		find: "level.key + 1",
		replace: "level.key",
	},
	{
		name: "body-match-calls-without-ids-by-order",
		broken: "Of several calls of one name without ids, each gets the next response.",
		file: "src/dialect/body.ts",
		find: "results.every(({ id }) => open.delete(id))",
		replace: "results.every(({ id }) => open.has(id))",
	},
	{
		name: "body-overlook-an-attached-file",
		broken: "A file that the host has put into a prompt hides nothing.",
		file: "src/dialect/host-words.ts",
		find: "...calledIn(text, directory), ",
		replace: "",
	},
	{
		name: "body-quote-beside-a-picture",
		broken: "A text beside something else counts as all of a result.",
		file: "src/dialect/item.ts",
		find: "content.length === 1 && texts.length === 1",
		replace: "texts.length === 1",
	},
	{
		name: "body-quote-over-a-compaction",
		broken: "An item of a type that is not known shows nothing.",
		file: "src/dialect/openai-responses.ts",
		find: "if (!item) return undefined;",
		replace: "if (!item) return itemOf(false, []);",
	},
	{
		name: "body-take-output-for-a-file",
		broken: "Output counts as lines of a file although nothing says how the command ended.",
		file: "src/lens/tools/opencode.ts",
		find: "return meaning?.failure ? { ...meaning, view: meaning.failure } : meaning;",
		replace: "return meaning;",
	},
	{
		name: "body-write-half-a-letter",
		broken: "A text is written although UTF-8 cannot express it.",
		file: "src/dialect/json-places.ts",
		find: " || LONE_SURROGATE.test(change.to)",
		replace: "",
	},
];
