import { describe, expect, test } from "bun:test";
import { TOOLS } from "../sim/life.ts";
import { seeded } from "../sim/random.ts";
import { defaultPolicy, type Policy } from "../src/core/policy.ts";
import { type BodyMessage, type BodyShape, bodyDialect, messagesIn } from "../src/dialect/body.ts";
import { type BodyRequest, rewriteBody } from "../src/dialect/rewrite-body.ts";
import { LEAN_POLICIES } from "../src/lean/types.ts";
import { claudeCodeRequestTools } from "../src/lens/tools/claude-code.ts";
import type { Tools } from "../src/lens/types.ts";
import { newTransform } from "../src/transform/transform.ts";
import { type ItemWords, inBody, inProject, itemsIn } from "./body-words.ts";
import type { Line } from "./dialect.ts";
import { playRequests } from "./requests.ts";
import { type Shorten, testTransform } from "./transform.ts";

const policy: Policy = { ...defaultPolicy, siblings: "same subject", lines: 3, tokens: 10, share: 0.05 };

/** In a request, the numbers before the lines of a file are ours to write. */
const tools: Tools = { ...TOOLS, lenses: { ...TOOLS.lenses, Read: claudeCodeRequestTools.lenses.Read! } };

/**
 * What must be true of the bodies of every API: as a transform, whose messages go through bytes here and back, and of
 * the bytes themselves.
 */
export function testBody(name: string, shape: BodyShape, words: ItemWords, sessions: number): void {
	const terms = { dialect: bodyDialect(shape), tools, policy, lean: LEAN_POLICIES };
	const begin = (): ShortenBody => {
		const transform = newTransform(terms);
		const shorten = ({ messages }: BodyRequest) => transform(messages.map(inProject)).messages;
		return (body) => rewriteBody(body, () => shape, shorten);
	};
	testTransform(
		`as ${name} in bytes`,
		{ ...terms, speak: inBody(shape, words), begin: throughBytes(shape, begin) },
		sessions,
	);

	describe(`the bytes of ${name}`, () => {
		const seeds = Array.from({ length: Math.ceil(sessions / 5) }, (_, index) => index + 1);
		const play = async (seed: number): Promise<readonly (readonly object[])[]> =>
			(await playRequests(seed, async () => "")).map((lines) => lines.flatMap((line: Line) => itemsIn(words)(line)));

		test("are the very same if nothing is shortened, however they are written", async () => {
			for (const seed of seeds)
				for (const items of await play(seed))
					for (const body of spellings(shape, items, seed))
						expect(
							rewriteBody(
								body,
								() => shape,
								({ messages }) => messages.map((message) => ({ ...message })),
							) === body,
						).toBe(true);
		});

		test("differ in the texts of results and nowhere else, however they are written", async () => {
			let shortened = 0;
			for (const seed of seeds) {
				for (const items of await play(seed)) {
					const [plain, ...others] = spellings(shape, items, seed);
					const changes = changesBetween(plain!, begin()(plain!));
					shortened += changes.length;
					for (const { from } of changes) expect(textsIn(shape, items)).toContain(from);
					for (const body of others) expect(changesBetween(body, begin()(body))).toEqual(changes);
				}
			}
			expect(shortened).toBeGreaterThan(0);
		});

		test("begin with the same bytes in each request, as far as the messages are the same", async () => {
			for (const seed of seeds) {
				const remembering = begin();
				let before = "";
				for (const items of await play(seed)) {
					for (let end = 0; end <= items.length; end++) {
						const part = headOf(begin()(bodyOf(shape, items.slice(0, end))));
						const whole = headOf(remembering(bodyOf(shape, items)));
						const isSame = end < items.length ? whole.startsWith(part) : whole === part;
						if (!isSame) expect(`session ${seed}: ${whole}`).toStartWith(part);
						before = whole;
					}
				}
				expect(before).not.toBe("");
			}
		}, 120_000);
	});
}

/** A body in, and out, the very same one if nothing in it is shortened. */
type ShortenBody = (body: Uint8Array) => Uint8Array;

/** Shortens messages as a body. */
function throughBytes(shape: BodyShape, begin: () => ShortenBody): () => Shorten<BodyMessage> {
	return () => {
		const shorten = begin();
		return async (messages) => {
			const sent = jsonOf(
				shorten(
					bodyOf(
						shape,
						messages.map(({ item }) => item),
					),
				),
			);
			const items = messagesIn(shape, sent).map(({ item }) => item);
			return messages.map((message, index) => ({ ...message, item: items[index] }));
		};
	};
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function bodyOf({ list }: BodyShape, items: readonly unknown[]): Uint8Array {
	return encoder.encode(JSON.stringify({ model: "a", [list]: items }));
}

/** The body up to the end of its list. */
function headOf(body: Uint8Array): string {
	return decoder.decode(body).slice(0, -"]}".length);
}

function jsonOf(body: Uint8Array): Readonly<Record<string, unknown>> {
	return JSON.parse(decoder.decode(body));
}

/** The same body in several spellings: plain, with blanks, with every letter escaped, with odd values around it. */
function spellings(shape: BodyShape, items: readonly object[], seed: number): Uint8Array[] {
	const random = seeded(seed);
	const plain = decoder.decode(bodyOf(shape, items));
	const escaped = plain.replace(/[\u0080-\uffff/]/g, (letter) =>
		letter === "/" ? "\\/" : `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
	const odd = `{"a":1.50,"b":[1e2,-0,{"x":1,"x":2}],"\\u0063":"\\u0041\\ud800",${escaped.slice(1, -1)} , "d" : null }\r\n`;
	const spaced = JSON.stringify(JSON.parse(plain), null, random.pick([1, 4, "\t"]));
	return [plain, escaped, odd, spaced].map((text) => encoder.encode(text));
}

function textsIn(shape: BodyShape, items: readonly object[]): string[] {
	return items.flatMap((item) => (shape.read(item)?.results ?? []).map(({ text }) => text));
}

/**
 * The strings that differ between two bodies, found without parsing: what is between the literals must be equal, and
 * literals that differ must say something else.
 */
function changesBetween(before: Uint8Array, after: Uint8Array): { readonly from: string; readonly to: string }[] {
	const [a, b] = [before, after].map((body) => decoder.decode(body).split(/("(?:[^"\\]|\\.)*")/));
	expect(b!.length).toBe(a!.length);
	return a!.flatMap((piece, index) => {
		const other = b![index]!;
		if (piece === other) return [];
		if (index % 2 === 0) expect(other).toBe(piece);
		return [{ from: JSON.parse(piece), to: JSON.parse(other) }];
	});
}
