import { describe, expect, test } from "bun:test";
import { READERS } from "../../contracts/hosts.ts";
import { STRANGERS } from "../../contracts/strangers.ts";
import { readTranscript } from "./recognise.ts";

describe("a log is recognised by what stands in it", () => {
	test.each(Object.entries(STRANGERS))("%s", (host, log) => {
		expect(readTranscript(log, READERS)?.host).toBe(host as keyof typeof STRANGERS);
	});

	test.each(Object.entries(STRANGERS).filter(([, log]) => log.endsWith("\n")))("%s, a long one", (host, log) => {
		const long = log + '{"type":"of-later"}\n'.repeat(50);
		expect(readTranscript(long, READERS)).toMatchObject({ host, skipped: 0 });
	});

	test.each(Object.entries(STRANGERS).filter(([, log]) => log.endsWith("\n")))(
		"%s, one that begins late",
		(host, log) => {
			expect(readTranscript('{"type":"of-later"}\n'.repeat(50) + log, READERS)?.host).toBe(
				host as keyof typeof STRANGERS,
			);
		},
	);

	test.each(Object.entries(STRANGERS).filter(([, log]) => !log.endsWith("\n")))(
		"%s, a document of many lines",
		(host, log) => {
			expect(readTranscript(JSON.stringify(JSON.parse(log), null, 2), READERS)?.host).toBe(
				host as keyof typeof STRANGERS,
			);
		},
	);

	test.each(["", "hello", "{}", '{"type":"of-later"}\n'.repeat(50), "[1,\n2]\n"])("%p is none", (text) => {
		expect(readTranscript(text, READERS)).toBeUndefined();
	});

	test("all of it is read, not only its beginning", () => {
		const [head] = STRANGERS.codex.split("\n");
		const say = { type: "response_item", payload: { type: "message", role: "assistant" } };
		const asked = { type: "response_item", payload: { type: "message", role: "user" } };
		const lines = Array.from({ length: 60 }, (_, i) => JSON.stringify(i % 2 ? say : asked));
		const recording = readTranscript([head, ...lines].join("\n"), READERS);
		expect(recording?.threads[0]?.entries).toHaveLength(30);
	});
});
