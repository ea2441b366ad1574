import { readFileSync } from "node:fs";
import Anthropic from "@anthropic-ai/sdk";
import { newShortener } from "ibid";
import { describeTools, readTool } from "ibid/lens";

const client = new Anthropic();

// Say what the results of your tools are, and where relative paths start.
const shorten = newShortener("anthropic", {
	tools: describeTools({ read_file: readTool({ path: "path" }) }),
	directory: process.cwd(),
});

const tools: Anthropic.Tool[] = [
	{
		name: "read_file",
		description: "Reads a text file.",
		input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
	},
];

const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Why is the egg timer late?" }];
for (let isDone = false; !isDone; ) {
	// Keep your own messages as they are, and send what comes out.
	const { request } = shorten({ model: "claude-sonnet-5-5", max_tokens: 1000, tools, messages });
	const { content } = await client.messages.create(request);
	messages.push({ role: "assistant", content });
	const results = content.filter((block) => block.type === "tool_use").map(resultOf);
	if (results.length > 0) messages.push({ role: "user", content: results });
	isDone = results.length === 0;
	for (const block of content) if (block.type === "text") console.log(block.text);
}

function resultOf({ id, input }: Anthropic.ToolUseBlock): Anthropic.ToolResultBlockParam {
	const { path } = Object(input);
	return { type: "tool_result", tool_use_id: id, content: readFileSync(path, "utf8") };
}
