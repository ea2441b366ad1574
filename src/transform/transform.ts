import type { Policy } from "../core/policy.ts";
import type { Dialect } from "../dialect/types.ts";
import type { Tools } from "../lens/types.ts";
import { type Answered, begin, type Moment, pass } from "./moment.ts";
import { isSame } from "./same.ts";

/** The messages of a request with what the model has in front of it already left out. */
export type Shortened<Message> = {
	readonly messages: readonly Message[];
	/** What became of the results in each message. */
	readonly answers: readonly (readonly Answered[])[];
};

/** How messages are understood, with which tools they were made, and what pays. */
export type Terms<Message> = {
	readonly dialect: Dialect<Message>;
	readonly tools: Tools;
	readonly policy: Policy;
};

/**
 * Shortens the messages of request after request. What it makes of a message depends on that and those before it and on
 * nothing else; what it remembers of the last request only saves time.
 */
export function newTransform<Message>(terms: Terms<Message>): (messages: readonly Message[]) => Shortened<Message> {
	let steps: readonly Step<Message>[] = [];
	return (messages) => {
		const known = steps.findIndex(({ message }, index) => !isSame(message, messages[index]));
		const kept = known < 0 ? steps : steps.slice(0, known);
		const made = [...kept];
		for (const message of messages.slice(kept.length))
			made.push(stepOn(made.at(-1)?.moment ?? begin(), message, terms));
		steps = made;
		return { messages: made.map(({ shortened }) => shortened), answers: made.map(({ answers }) => answers) };
	};
}

/** A message, what it became, and what stands before the model after it. */
type Step<Message> = {
	readonly message: Message;
	readonly shortened: Message;
	readonly answers: readonly Answered[];
	readonly moment: Moment;
};

function stepOn<Message>(before: Moment, message: Message, { dialect, tools, policy }: Terms<Message>): Step<Message> {
	const { moment, answers } = pass(before, dialect.tell(message), tools, policy);
	const texts = new Map(
		answers.filter(({ answer }) => answer.form !== "whole").map(({ id, answer }) => [id, answer.text]),
	);
	return { message, shortened: texts.size === 0 ? message : dialect.retell(message, texts), answers, moment };
}
