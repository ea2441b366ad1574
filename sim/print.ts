import { replay } from "./replay.ts";
import type { Begun, Step } from "./types.ts";

/** The session of a seed in readable form: its steps, what arrived, what was delivered, and what is wrong. */
export function printSession(seed: number): string {
	const out: string[] = [`seed ${seed}`];
	const wrong = replay(seed, {
		onTerms: (terms) => out.push(`terms ${JSON.stringify(terms)}`),
		onStep: (step) => out.push(...wordStep(step)),
		onAnswer: ({ came, sent: answer }) => {
			const { form, reason, before, after } = answer;
			out.push(`  → ${form}${reason ? ` (${reason})` : ""}, ${before} to ${after} tokens`);
			if (answer.text !== came.performed.text) out.push(indent(answer.text));
		},
	});
	return [...out, wrong === undefined ? "nothing is wrong" : `WRONG: ${wrong}`].join("\n");
}

function wordStep(step: Step): string[] {
	switch (step.kind) {
		case "turn":
			return ["", "turn"];
		case "call":
			return [`call ${wordCall(step.begun)}`];
		case "result":
			return [`result of ${step.begun.call.id}, ${step.performed.outcome}`, indent(step.performed.text)];
		case "attached":
			return [`attached, in doubt: ${JSON.stringify(step.doubt)}`];
		case "outside":
			return [`outside: ${step.words}`];
		case "erase":
		case "hide":
		case "ask":
		case "reset":
		case "mark":
		case "go":
			return [JSON.stringify(step)];
	}
}

function wordCall({ call }: Begun): string {
	return `${call.id} ${call.tool} ${JSON.stringify(call.input)} in ${call.directory}`;
}

function indent(text: string): string {
	return text.replace(/^/gm, "  | ");
}
