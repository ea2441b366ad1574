import { toolsOf } from "../contracts/hosts.ts";
import { type Answer, deliver, emptyWindow, fold, lookAtCall, read, type ToolCall } from "../src/index.ts";

const TOOLS = toolsOf("claude-code");

/** Shows a short session before and after. Every shortened answer is rebuilt from the window and compared. */
function demo(): void {
	let window = emptyWindow();
	let before = 0;
	let after = 0;
	print("A short session, as the model sees it with ibid. Fresh lines are cut here for reading; notes are not.\n");
	for (const [index, { tool, input, text }] of session().entries()) {
		const call: ToolCall = { id: `call-${index}`, tool, input, directory: "/home/you/project" };
		window = fold(window, { kind: "turn" });
		window = fold(window, { kind: "call", call: lookAtCall(TOOLS, call) });
		const asked = window;
		const delivery = deliver(window, TOOLS, call, text);
		window = delivery.window;
		const { answer } = delivery;
		before += answer.before;
		after += answer.after;
		print(bold(`${tool} ${Object.values(input)[0]}`));
		print(`  ${describe(answer)}`);
		if (answer.view.kind === "shown" && answer.form !== "whole") {
			const rebuilt = read(asked, answer.text, answer.view.parts);
			if (rebuilt !== text) throw new Error(`The answer to ${call.id} cannot be rebuilt.`);
			print("  rebuilt from the window: the same text, line for line");
		}
		print(shorten(answer.text));
	}
	const saved = Math.round((100 * (before - after)) / before);
	print(bold(`${before} tokens without ibid, ${after} with it, notes included: ${saved}% less (estimated).`));
}

type Step = { readonly tool: string; readonly input: Readonly<Record<string, string>>; readonly text: string };

function session(): Step[] {
	const file = parser();
	const path = "src/parser.ts";
	const old = file.slice(10, 12).join("\n");
	const added = ['\tif (token.kind === "comment") {', "\t\treturn next(parser);", "\t}"];
	const edited = [...file.slice(0, 12), ...added, ...file.slice(12)];
	return [
		{ tool: "Read", input: { file_path: path }, text: numbered(file) },
		{ tool: "Bash", input: { command: "npm test" }, text: testRun("1 failed", 412) },
		{
			tool: "Edit",
			input: { file_path: path, old_string: old, new_string: [old, ...added].join("\n") },
			text: "Done.",
		},
		{ tool: "Read", input: { file_path: path }, text: numbered(edited) },
		{ tool: "Bash", input: { command: "npm test" }, text: testRun("1 passed", 398) },
		{ tool: "Bash", input: { command: `sed -n '20,60p' ${path}` }, text: `${edited.slice(19, 60).join("\n")}\n` },
	];
}

function parser(): string[] {
	const rules = [
		"Statement",
		"Expression",
		"Call",
		"Member",
		"Literal",
		"Array",
		"Object",
		"Function",
		"Class",
		"Module",
	];
	return [
		'import { next, peek, type Parser, type Token } from "./tokens.ts";',
		"",
		...rules.flatMap((rule) => [
			`export function parse${rule}(parser: Parser): Token {`,
			"\tconst token = peek(parser);",
			`\tif (token.kind !== "${rule.toLowerCase()}") {`,
			`\t\tthrow new SyntaxError("expected ${rule.toLowerCase()} at " + token.line);`,
			"\t}",
			`\treturn { ...next(parser), name: "${rule}" };`,
			"}",
			"",
		]),
	];
}

function testRun(last: string, milliseconds: number): string {
	const files = ["tokens", "scanner", "printer", "visitor", "scope", "types", "errors", "format", "cache", "watch"];
	const passed = files.map((file) => `  ✓ test/${file}.test.ts reads and writes every shape it knows`);
	return [
		"> project@1.4.0 test",
		"> run test/",
		"",
		...passed,
		`  test/parser.test.ts: ${last}`,
		`${milliseconds} ms`,
	].join("\n");
}

function numbered(lines: readonly string[]): string {
	return lines.map((line, index) => `${index + 1}\t${line}`).join("\n");
}

function describe({ form, before, after, reason }: Answer): string {
	if (form !== "whole") return `${form}: ${before} tokens became ${after}`;
	return `whole, ${before} ${before === 1 ? "token" : "tokens"}${reason === undefined ? "" : `: ${WHY[reason] ?? reason}`}`;
}

const WHY: Readonly<Record<string, string>> = {
	fresh: "none of it stands in the window",
	short: "too short to gain anything",
	"asked again": "the model asks again for lines that the last answer left out, so it gets them",
};

/** At most two fresh lines in a row. */
function shorten(text: string): string {
	const lines = text.split("\n");
	const isNote = (line: string | undefined): boolean => line?.includes("[ibid]") ?? false;
	const kept = lines.map((line, index) => {
		const isEdge = index < 2 || index > lines.length - 2 || isNote(lines[index - 1]) || isNote(lines[index + 1]);
		return isNote(line) || isEdge || lines.length < 12 ? `  │ ${line}` : undefined;
	});
	return `${kept
		.map((line, index) => line ?? (kept[index - 1] === undefined ? undefined : "  │ …"))
		.filter((line) => line !== undefined)
		.join("\n")}\n`;
}

function bold(text: string): string {
	return process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text;
}

function print(text: string): void {
	process.stdout.write(`${text}\n`);
}

demo();
