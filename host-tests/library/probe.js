// Runs as it is in Node, Bun, Deno and browsers, beside the built library and some requests.
import { ibid } from "./dist/ai-sdk/index.js";
import { newShortener, shorten, shorteningFetch } from "./dist/index.js";
import { describeTools, readTool, shellTool } from "./dist/lens/index.js";
import requests from "./requests.json" with { type: "json" };

const tools = describeTools({
	Read: readTool({ path: "file_path", numbers: "\t" }),
	Bash: shellTool({ command: "command", trims: false }),
});
const options = { tools, directory: "/w" };

const outcomes = [];
for (const [api, all] of Object.entries(requests)) {
	const next = newShortener(api, options);
	for (const request of all) {
		const { saved } = shorten(api, request, options);
		const again = next(request);
		outcomes.push([api, saved, again.saved, again.request, again.results.map(({ form, text }) => [form, text])]);
	}
}

const send = shorteningFetch(async (_address, { body }) => outcomes.push(["fetch", body]), options);
for (const request of requests.anthropic) {
	await send("https://api.anthropic.com/v1/messages", { method: "POST", body: JSON.stringify(request) });
}
const { transformParams } = ibid(options);
for (const params of requests["ai-sdk"]) outcomes.push(["middleware", await transformParams({ params })]);

console.log(JSON.stringify(outcomes));
