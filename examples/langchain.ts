import { readFile } from "node:fs/promises";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { shorteningFetch } from "ibid";
import { describeTools, readTool } from "ibid/lens";
import { z } from "zod";

// Say what the results of your tools are, and where relative paths start.
const shortened = shorteningFetch(fetch, {
	tools: describeTools({ read_file: readTool({ path: "path" }) }),
	directory: process.cwd(),
});

const readFileTool = tool(({ path }) => readFile(path, "utf8"), {
	name: "read_file",
	description: "Reads a text file.",
	schema: z.object({ path: z.string() }),
});
const model = new ChatOpenAI({ model: "gpt-5.1", configuration: { fetch: shortened } }).bindTools([readFileTool]);

const messages: BaseMessage[] = [new HumanMessage("Why is the egg timer late?")];
for (let isDone = false; !isDone; ) {
	const reply = await model.invoke(messages);
	messages.push(reply);
	for (const call of reply.tool_calls ?? []) messages.push(await readFileTool.invoke({ ...call, type: "tool_call" }));
	isDone = !reply.tool_calls?.length;
	if (reply.text) console.log(reply.text);
}
