import { readFileSync } from "node:fs";
import { newShortener } from "ibid";
import { describeTools, readTool } from "ibid/lens";
import OpenAI from "openai";

const client = new OpenAI();

// Say what the results of your tools are, and where relative paths start.
const shorten = newShortener("openai-chat", {
	tools: describeTools({ read_file: readTool({ path: "path" }) }),
	directory: process.cwd(),
});

const tools: OpenAI.ChatCompletionFunctionTool[] = [
	{
		type: "function",
		function: {
			name: "read_file",
			description: "Reads a text file.",
			parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
		},
	},
];

const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Why is the egg timer late?" }];
for (let isDone = false; !isDone; ) {
	// Keep your own messages as they are, and send what comes out.
	const { request } = shorten({ model: "gpt-5.1", tools, messages });
	const { choices } = await client.chat.completions.create(request);
	const reply = choices[0]!.message;
	messages.push(reply);
	for (const call of reply.tool_calls ?? []) {
		const { path } = call.type === "function" ? JSON.parse(call.function.arguments) : {};
		messages.push({ role: "tool", tool_call_id: call.id, content: readFileSync(path, "utf8") });
	}
	isDone = !reply.tool_calls?.length;
	if (reply.content) console.log(reply.content);
}
