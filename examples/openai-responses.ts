import { readFileSync } from "node:fs";
import { newShortener } from "ibid";
import { describeTools, readTool } from "ibid/lens";
import OpenAI from "openai";

const client = new OpenAI();

// Say what the results of your tools are, and where relative paths start.
const shorten = newShortener("openai-responses", {
	tools: describeTools({ read_file: readTool({ path: "path" }) }),
	directory: process.cwd(),
});

const tools: OpenAI.Responses.FunctionTool[] = [
	{
		type: "function",
		name: "read_file",
		description: "Reads a text file.",
		parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
		strict: false,
	},
];

const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Why is the egg timer late?" }];
for (let isDone = false; !isDone; ) {
	// Keep your own list as it is, and send what comes out. With `previous_response_id` nothing would be shortened: what
	// the server has stored is not in the request.
	const { request } = shorten({ model: "gpt-5.1", store: false, tools, input });
	const { output, output_text } = await client.responses.create(request);
	input.push(
		...output.filter((item) => item.type === "reasoning" || item.type === "message" || item.type === "function_call"),
	);
	const calls = output.filter((item) => item.type === "function_call");
	for (const { call_id, arguments: json } of calls)
		input.push({ type: "function_call_output", call_id, output: readFileSync(JSON.parse(json).path, "utf8") });
	isDone = calls.length === 0;
	if (output_text) console.log(output_text);
}
