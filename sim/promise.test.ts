import { describe, expect, test } from "bun:test";
import { check, type Delivery } from "../proof/check.ts";
import { WORDINGS } from "../proof/words.ts";
import { LEAN_WITH_INVERSE } from "../src/lean/types.ts";
import { delivery } from "./checks.ts";
import { printSession } from "./print.ts";
import { replay } from "./replay.ts";
import { spoil } from "./spoil.ts";
import { counting, newTally } from "./tally.ts";

const FIRST_SEED = 1;
const LONGEST = 600_000;
const only = process.env.IBID_SEED;
const sessions = Number(process.env.IBID_SESSIONS ?? 20_000);

const FORMS = ["whole", "same", "quoted"];
const HINTS = ["none", "above", "ask"];
/** The tools of random sessions make no patches and print no diffs. */
const SAID = WORDINGS.filter((wording) => !/patch|diff/.test(wording));
const REASONS = [
	"failed",
	"opaque",
	"short",
	"instructions",
	"sensitive",
	"gutter",
	"asked",
	"sibling",
	"asked again",
	"fresh",
	"small",
	"lookalike",
];

describe.if(only !== undefined)("the session of one seed", () => {
	test("keeps the promise", () => {
		const printed = printSession(Number(only));
		console.log(printed);
		expect(printed).toEndWith("nothing is wrong");
	});
});

describe.if(only === undefined)("random sessions", () => {
	const tally = newTally();

	test(
		"keep the promise in every answer",
		() => {
			const seeds = Array.from({ length: sessions }, (_, index) => FIRST_SEED + index);
			const failed = seeds.filter((seed) => replay(seed, counting(tally)) !== undefined);
			expect(failed.slice(0, 1).map(printSession).join("\n")).toBe("");
			expect(failed).toEqual([]);
			expect(tally.arrivals).toBeGreaterThan(sessions);
		},
		LONGEST,
	);

	// At least one session in a hundred, because saying nothing would keep the promise too.
	const least = Math.floor(sessions / 100);

	test.each(FORMS)("have enough answers of the form %s", (form) => {
		expect(tally.forms.get(form) ?? 0).toBeGreaterThanOrEqual(least);
	});

	test.each(REASONS)("have enough results sent in full because of: %s", (reason) => {
		expect(tally.reasons.get(reason) ?? 0).toBeGreaterThanOrEqual(least);
	});

	test.each(SAID)("have enough notes with the wording: %s", (wording) => {
		expect(tally.wordings.get(wording) ?? 0).toBeGreaterThanOrEqual(least);
	});

	test.each(HINTS)("have enough notes with the hint: %s", (hint) => {
		expect(tally.hints.get(hint) ?? 0).toBeGreaterThanOrEqual(least);
	});

	// Terminal text has no inverse: it is tested with the requests of hosts.
	test.each(LEAN_WITH_INVERSE)("have enough texts made lean by: %s", (policy) => {
		expect(tally.lean.get(policy) ?? 0).toBeGreaterThanOrEqual(least / 4);
	});

	test("have no answer that only the reader stopped", () => {
		expect(tally.reasons.get("unread") ?? 0).toBe(0);
	});
});

/** Deliveries that are spoiled on purpose. */
const SPOILED = process.env.IBID_QUICK ? 300 : 1000;

describe.if(only === undefined)("the second check", () => {
	test(
		"refuses every delivery that was spoiled on purpose",
		() => {
			const seen = new Map<string, number>();
			for (const sent of deliveries(SPOILED)) {
				expect(check(sent)).toBeUndefined();
				for (const { how, delivery } of spoil(sent)) {
					seen.set(how, (seen.get(how) ?? 0) + 1);
					if (check(delivery) === undefined) expect(`${how}: ${delivery.delivered.text}`).toBe("refused");
				}
			}
			for (const [how, count] of seen) expect([how, count >= SPOILED / 10]).toEqual([how, true]);
			expect(seen.size).toBe(5);
		},
		LONGEST,
	);
});

function deliveries(count: number): Delivery[] {
	const found: Delivery[] = [];
	for (let seed = FIRST_SEED; found.length < count; seed++) {
		replay(seed, {
			onAnswer: (judged) => {
				if (judged.answer.form !== "whole") found.push(delivery(judged));
			},
		});
	}
	return found;
}
