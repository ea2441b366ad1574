import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { prove } from "../../contracts/proved.ts";
import { type BodyMessage, bodyDialect, conversationIn, messagesIn } from "../../src/dialect/body.ts";
import { shapeAt } from "../../src/dialect/body-shapes.ts";
import { describeTools, readTool } from "../../src/lens/index.ts";
import { linesOf } from "../files.ts";
import { removeFolders } from "../folders.ts";
import type { Asked } from "../scripted-model.ts";
import { type Reply, startAnyModel } from "./model.ts";
import { compile, makeStranger, ROOT, runWithNode } from "./stranger.ts";

setDefaultTimeout(300_000);

const EXAMPLES = readdirSync(join(ROOT, "examples"));
const CODE = linesOf(60, "eggs");

/** The model reads a file, reads it again, and is done. */
const reading: Reply = { calls: [{ tool: "read_file", input: { path: "timer.txt" } }] };
const SCRIPT = [reading, reading, { text: "It counts from one." }];

const tools = describeTools({ read_file: readTool({ path: "path" }) });

let folder = "";
beforeAll(async () => {
	const sources = EXAMPLES.map((name) => [name, readFileSync(join(ROOT, "examples", name), "utf8")]);
	folder = await makeStranger({ ...Object.fromEntries(sources), "timer.txt": CODE });
});
afterAll(removeFolders);

describe("the examples", () => {
	test("compile in a project of someone else", async () => {
		expect(EXAMPLES.length).toBeGreaterThan(5);
		expect(await compile(folder)).toBe("");
	});

	test.each(EXAMPLES)(
		"%s runs, and each note in its requests is rebuilt from the request that has it",
		async (name) => {
			const model = startAnyModel(SCRIPT);
			const { code, output, errors } = await runWithNode(folder, basename(name, ".ts"), model.url);
			await model.close();
			expect({ code, output, errors }).toEqual({ code: 0, output: "It counts from one.\n", errors: "" });
			const requests = model.asked.map(requestIn);
			expect(requests.map(({ faults }) => faults)).toEqual([[], [], []]);
			expect(requests.map(({ shortened }) => shortened)).toEqual([0, 0, 1]);
			// The second time the file costs almost nothing.
			const [, once, twice] = requests.map(({ size }) => size);
			expect(twice! - once!).toBeLessThan(CODE.length / 4);
			for (const [index, { messages }] of requests.slice(1).entries())
				expect(JSON.stringify(messages)).toStartWith(JSON.stringify(requests[index]!.messages).slice(0, -1));
		},
	);
});

/** A request as it was sent, and what is wrong with the notes in it. */
function requestIn({ path, body }: Asked) {
	const shape = shapeAt(path)?.(body);
	if (!shape) throw new Error(`Nothing is known of a request to ${path}.`);
	const sent = messagesIn(shape, conversationIn(shape, body)!).map((message) => ({ ...message, directory: folder }));
	const dialect = bodyDialect(shape);
	const original = (message: BodyMessage): BodyMessage => {
		const results = (dialect.parse(message) ?? []).filter((entry) => entry.kind === "result");
		return dialect.rewrite(message, new Map(results.map(({ id }) => [id, CODE])));
	};
	const verdict = prove({ originals: sent.map(original), sent, dialect, tools });
	return { ...verdict, messages: sent.map(({ item }) => item), size: JSON.stringify(body).length };
}
