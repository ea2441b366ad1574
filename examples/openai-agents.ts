import { readFile } from "node:fs/promises";
import { Agent, run, setDefaultOpenAIClient, tool } from "@openai/agents";
import { shorteningFetch } from "ibid";
import { describeTools, readTool } from "ibid/lens";
import OpenAI from "openai";
import { z } from "zod";

// Say what the results of your tools are, and where relative paths start.
const shortened = shorteningFetch(fetch, {
	tools: describeTools({ read_file: readTool({ path: "path" }) }),
	directory: process.cwd(),
});
setDefaultOpenAIClient(new OpenAI({ fetch: shortened }));

const agent = new Agent({
	name: "Repairer",
	model: "gpt-5.1",
	tools: [
		tool({
			name: "read_file",
			description: "Reads a text file.",
			parameters: z.object({ path: z.string() }),
			execute: ({ path }) => readFile(path, "utf8"),
		}),
	],
});
const { finalOutput } = await run(agent, "Why is the egg timer late?");
console.log(finalOutput);
