import { readFile } from "node:fs/promises";
import { openai } from "@ai-sdk/openai";
import { generateText, stepCountIs, tool, wrapLanguageModel } from "ai";
import { ibid } from "ibid/ai-sdk";
import { describeTools, readTool } from "ibid/lens";
import { z } from "zod";

// Say what the results of your tools are, and where relative paths start. Tools return texts: a value that is not a text
// is sent as JSON, and stays as it is.
const middleware = ibid({
	tools: describeTools({ read_file: readTool({ path: "path" }) }),
	directory: process.cwd(),
});

const { text } = await generateText({
	model: wrapLanguageModel({ model: openai.chat("gpt-5.1"), middleware }),
	prompt: "Why is the egg timer late?",
	stopWhen: stepCountIs(20),
	tools: {
		read_file: tool({
			description: "Reads a text file.",
			inputSchema: z.object({ path: z.string() }),
			execute: ({ path }) => readFile(path, "utf8"),
		}),
	},
});
console.log(text);
