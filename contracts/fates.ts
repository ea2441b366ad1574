import { type OpenCodeMessage, openCodeDialect } from "../src/dialect/opencode.ts";
import { DEFAULT_LEAN } from "../src/lean/types.ts";
import { policyOf } from "../src/limits/limits.ts";
import { newTransform, type TransformTerms } from "../src/transform/transform.ts";
import type { Line } from "./dialect.ts";
import { limitsOf, toolsOf } from "./hosts.ts";
import { inOpenCode } from "./opencode-words.ts";
import { prove } from "./proved.ts";

/** How requests of OpenCode are shortened. */
export const OPENCODE: TransformTerms<OpenCodeMessage> = {
	dialect: openCodeDialect("/w"),
	tools: toolsOf("opencode"),
	policy: policyOf(limitsOf("opencode")),
	lean: DEFAULT_LEAN,
};

/** What is wrong with a request and then, for each result, its form or why it was sent in full. */
export function fates(talk: readonly Line[]): string {
	const originals = talk.flatMap(inOpenCode());
	const { messages, answers } = newTransform(OPENCODE)(originals);
	const { faults } = prove({ ...OPENCODE, originals, sent: messages });
	return [...faults, ...answers.flat().map(({ answer }) => answer.reason ?? answer.form)].join(", ");
}

/** The texts of all results as they are sent. */
export function sentTexts(talk: readonly Line[]): string[] {
	return newTransform(OPENCODE)(talk.flatMap(inOpenCode())).messages.flatMap(textsOf);
}

/** The texts of the results in a message. */
export function textsOf(message: OpenCodeMessage): string[] {
	return (OPENCODE.dialect.parse(message) ?? []).flatMap((item) => (item.kind === "result" ? [item.text] : []));
}
