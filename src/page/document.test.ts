import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { type DocumentParts, documentOf } from "./document.ts";

const PLAIN: DocumentParts = { style: "main { color: red }", script: "start();", data: "{}", isLive: false };

const between = (text: string, begin: string, end: string): string => text.split(begin)[1]?.split(end)[0] ?? "";

describe("the document", () => {
	test("lets exactly its own style and script run, by hashes of what stands in it", () => {
		const text = documentOf(PLAIN);
		const hash = (part: string): string => `'sha256-${createHash("sha256").update(part).digest("base64")}'`;
		const policy = between(text, 'Content-Security-Policy" content="', '"');
		expect(policy).toContain(`script-src ${hash(between(text, "<script>", "</script>"))};`);
		expect(policy).toContain(`style-src ${hash(between(text, "<style>", "</style>"))};`);
		expect(policy).toStartWith("default-src 'none';");
		expect(policy).not.toContain("unsafe");
	});

	test.each([
		[false, false],
		[true, true],
	])("may ask its server only if it is live: %p", (isLive, mayAsk) => {
		expect(documentOf({ ...PLAIN, isLive }).includes("connect-src 'self'")).toBe(mayAsk);
	});

	test("holds texts of any kind, which cannot end the element that they stand in", () => {
		const hostile = "</script><script>alert(1)</script><!-- <script> \u2028 $& $1 ]]>";
		const data = JSON.stringify({ hostile });
		const text = documentOf({ ...PLAIN, data });
		const inside = between(text, 'id="data">', "</script>");
		expect(inside).not.toContain("<");
		expect(JSON.parse(inside)).toEqual({ hostile });
	});

	test("names no other place", () => {
		expect(documentOf(PLAIN)).not.toMatch(/https?:|src=|href=/);
	});

	test.each(["</style>", "</SCRIPT >", "<!--"])("is not made of a script that would end it: %s", (end) => {
		expect(() => documentOf({ ...PLAIN, script: `"${end}"` })).toThrow("script");
		expect(() => documentOf({ ...PLAIN, style: `/* ${end} */` })).toThrow("style");
	});
});
