/**
 * ibid as a library: let every request to a model pass through `shorten`, or keep a window of what your model has in
 * front of it, and let every tool result pass through that.
 *
 * @module
 */

/**
 * The decision alone, for those who look at texts with a lens of their own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { decide, emptyWindow } from "ibid";
 *
 * const { reason } = decide(emptyWindow(), { id: "1", text: "no such file", view: { kind: "failed" } });
 * assert.equal(reason, "failed");
 * ```
 */
export { decide } from "./core/decide.ts";
/**
 * The window after an event: a reply of the model, a call, a result as delivered, something erased or hidden, a reset.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { emptyWindow, fold } from "ibid";
 *
 * const before = emptyWindow();
 * const after = fold(before, { kind: "turn" });
 * assert.equal(after.turn, before.turn + 1);
 * ```
 */
export { fold } from "./core/fold.ts";
/**
 * The gates, as measured on real sessions.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultPolicy, type Policy } from "ibid";
 *
 * const careful: Policy = { ...defaultPolicy, lines: 20 };
 * assert.equal(careful.quotes, 12);
 * ```
 */
export { defaultPolicy, type Policy } from "./core/policy.ts";

/**
 * Rebuilds a shortened text from the window it was sent into.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { deliver, emptyWindow, fold, lookAtCall, openCodeTools, read } from "ibid";
 *
 * const tools = openCodeTools;
 * const text = Array.from({ length: 50 }, (_, line) => `const value${line} = compute(${line});`).join("\n");
 * const cat = (id: string) => ({ id, tool: "bash", input: { command: "cat a.ts" }, directory: "/project" });
 * const next = (window: ReturnType<typeof emptyWindow>, id: string) =>
 * 	fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, cat(id)) });
 *
 * const first = deliver(next(emptyWindow(), "1"), tools, cat("1"), text);
 * const window = next(first.window, "2");
 * const { answer } = deliver(window, tools, cat("2"), text);
 * assert.equal(answer.form, "same");
 * assert.equal(answer.view.kind === "shown" && read(window, answer.text, answer.view.parts), text);
 * ```
 */
export { read } from "./core/read.ts";
/**
 * Estimates tokens without a tokenizer.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { estimateTokens } from "ibid";
 *
 * assert.equal(estimateTokens("The quick brown fox jumps over the lazy dog."), 9);
 * ```
 */
export { estimateTokens } from "./core/tokens.ts";
export type { Answer, Arrival, Call, Event, Form, Part, Reason, Subject, View } from "./core/types.ts";
/**
 * The window of a model that has seen nothing. A window is a value: keep an older one, and you can go back to it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { claudeCodeTools, deliver, emptyWindow, fold, lookAtCall } from "ibid";
 *
 * const tools = claudeCodeTools("");
 * const text = Array.from({ length: 50 }, (_, line) => `${line + 1}\tconst value${line} = compute(${line});`).join("\n");
 * const read = (id: string) => ({ id, tool: "Read", input: { file_path: "a.ts" }, directory: "/project" });
 *
 * let window = emptyWindow();
 * const answers = ["first", "second"].map((id) => {
 * 	window = fold(window, { kind: "turn" });
 * 	window = fold(window, { kind: "call", call: lookAtCall(tools, read(id)) });
 * 	const delivery = deliver(window, tools, read(id), text);
 * 	window = delivery.window;
 * 	return delivery.answer;
 * });
 *
 * assert.equal(answers[0]?.text, text);
 * assert.match(answers[1]?.text ?? "", /^1\t\[ibid\] lines 1-50 as last shown by Read\./);
 * ```
 */
export { emptyWindow, type Window } from "./core/window.ts";
/**
 * Answers one call from start to end: the text to send, and the window after it. Its call must have been folded before.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { deliver, emptyWindow, fold, lookAtCall, openCodeTools } from "ibid";
 *
 * const tools = openCodeTools;
 * const call = { id: "1", tool: "bash", input: { command: "npm test" }, directory: "/project" };
 * const window = fold(emptyWindow(), { kind: "call", call: lookAtCall(tools, call) });
 * const { answer } = deliver(window, tools, call, "ok 1\nok 2\n");
 * assert.deepEqual([answer.form, answer.reason], ["whole", "short"]);
 * ```
 */
export { type Delivery, deliver } from "./lens/deliver.ts";
/**
 * What a call asks for, by a table of tools; `lookAtText` says what the text that answers it shows.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { claudeCodeTools, lookAtCall, lookAtText } from "ibid";
 *
 * const tools = claudeCodeTools("2.1.325");
 * const call = { id: "1", tool: "Bash", input: { command: "sed -n '10,12p' src/a.ts" }, directory: "/project" };
 * assert.equal(lookAtCall(tools, call).subjects[0]?.name, "/project/src/a.ts");
 * const view = lookAtText(tools, call, "ten\neleven\ntwelve\n");
 * assert.equal(view.kind === "shown" && view.parts[0]?.first, 10);
 * ```
 */
export { lookAtCall, lookAtText } from "./lens/look.ts";
/** The tools of each agent that ibid knows; those of Claude Code by its version, "" for the newest that we know. */
export { claudeCodeTools } from "./lens/tools/claude-code.ts";
export { codexTools } from "./lens/tools/codex.ts";
export { copilotCliTools } from "./lens/tools/copilot-cli.ts";
export { geminiCliTools } from "./lens/tools/gemini-cli.ts";
export { openCodeTools } from "./lens/tools/opencode.ts";
export { piTools } from "./lens/tools/pi.ts";
export type { Lens, Outcome, ToolCall, Tools } from "./lens/types.ts";
export type { ShortenOptions } from "./shorten/conversations.ts";
/**
 * A `fetch` for SDKs of Anthropic, OpenAI and Google: every request is shortened before it is sent.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { shorteningFetch } from "ibid";
 *
 * const bodies: unknown[] = [];
 * const send = async (_url: string, init?: { readonly body?: string }): Promise<void> => void bodies.push(init?.body);
 * const body = JSON.stringify({ model: "a", messages: [{ role: "user", content: "Go on." }] });
 * await shorteningFetch(send)("https://api.example.com/v1/chat/completions", { body });
 * assert.deepEqual(bodies, [body]);
 * ```
 */
export { type ReportingOptions, shorteningFetch } from "./shorten/fetch.ts";
export type { RequestOutcome, ResultOutcome } from "./shorten/outcome.ts";
export type { Api, RequestTo, ShortenedRequest, Shortener } from "./shorten/shorten.ts";
/**
 * A request to an API without the lines that stand in it already: a pure function. `newShortener` does the same for one
 * request after another, and remembers the latest ones to save time.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { newShortener, shorten } from "ibid";
 *
 * const text = Array.from({ length: 40 }, (_, line) => `const value${line} = compute(${line});`).join("\n");
 * const read = (id: string) => [
 * 	{ role: "assistant", content: [{ type: "tool_use", id, name: "read_file", input: { path: "/project/a.ts" } }] },
 * 	{ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] },
 * ];
 * const messages = [{ role: "user", content: "Compare." }, ...read("1"), ...read("2")];
 *
 * const { request, results, saved } = shorten("anthropic", { model: "claude", messages });
 * assert.deepEqual(request.messages.slice(0, 4), messages.slice(0, 4));
 * assert.match(JSON.stringify(request.messages[4]), /\[ibid\] 40 lines as in the last run, beginning/);
 * assert.deepEqual(results.map(({ form }) => form), ["whole", "same"]);
 * assert.ok(saved > 0);
 *
 * const next = newShortener("anthropic");
 * assert.deepEqual(next({ model: "claude", messages }).request, request);
 * ```
 */
export { newShortener, shorten } from "./shorten/shorten.ts";
