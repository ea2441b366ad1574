import { describe, expect, test } from "bun:test";
import { CATALOG } from "../../contracts/hosts.ts";
import { numbered } from "../../sim/conversation-fixture.ts";
import { auditSession } from "../audit/audit-session.ts";
import type { Findings } from "../audit/findings.ts";
import type { Entry } from "../conversation/types.ts";
import { estimateTokens } from "../core/tokens.ts";
import { newTextSelection } from "./collect.ts";

const HOW = {
	hosts: CATALOG,
	count: estimateTokens,
	rules: [],
	proof: false,
	inspect: { kind: "best", count: 3 },
} as const;

describe("texts on a page", () => {
	test("are those of answers that saved most", () => {
		const selection = newTextSelection(2);
		for (const lines of [40, 80, 60, 50, 90]) selection.add(found(`${lines}.ts`, lines));
		const texts = Object.values(selection.texts()).map(({ original }) => original.split("\n").length);
		expect(texts.sort()).toEqual([80, 90]);
	});

	test("have no more letters than a page can carry; what is too long makes room for others", () => {
		const [long, short] = [found("long.ts", 300), found("short.ts", 40)];
		const selection = newTextSelection(10, 8_000);
		selection.add(long);
		selection.add(short);
		expect(Object.keys(selection.texts())).toEqual(short.inspected.map(({ id }) => id));
	});

	test("link each quote to the answer that brought its lines", () => {
		const findings = found("a.ts", 60);
		const selection = newTextSelection();
		selection.add(findings);
		const [first] = findings.threads[0]!.filter((finding) => finding.kind === "answer");
		const [text] = Object.values(selection.texts());
		expect(text!.quotes.map(({ answer }) => answer)).toEqual([first!.id]);
	});

	test.each([".env", "id_rsa", "server.key"])("are never those of a file that may hold secrets: %s", (name) => {
		const selection = newTextSelection();
		selection.add(found(name, 60));
		expect(selection.texts()).toEqual({});
	});
});

/** What is found in a session that reads a file twice. */
function found(name: string, count: number): Findings {
	const text = numbered(
		Array.from({ length: count }, (_, at) => `export const setting${at} = "${name} ${at * 7919}";`),
	);
	const entries = ["first", "second"].flatMap((turn): Entry[] => {
		const id = `${name} ${turn}`;
		const input = { file_path: `/home/you/project/${name}` };
		return [
			{ kind: "turn", time: undefined, model: undefined, usage: undefined },
			{ kind: "call", call: { id, tool: "Read", input, directory: "/home/you/project" }, version: "2.1.325" },
			{ kind: "result", id, text, outcome: "done", plain: true, kept: false, time: undefined },
		];
	});
	return auditSession({ host: "claude-code", session: "1", threads: [{ agent: undefined, entries }], skipped: 0 }, HOW);
}
