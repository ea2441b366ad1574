import type { Policy } from "../core/policy.ts";
import type { Dialect, Item } from "../dialect/types.ts";
import type { Tools } from "../lens/types.ts";
import { type Answered, begin, type Moment, pass } from "./moment.ts";
import { copyOf, isSame } from "./same.ts";

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
	let steps: readonly Step[] = [];
	return (messages) => {
		const made: Step[] = [];
		for (const message of messages) {
			const known = steps[made.length];
			const step = stepFor(known, made.at(-1)?.moment ?? begin(), message, terms);
			// What follows another moment is not what followed that one.
			if (step.moment !== known?.moment) steps = [];
			made.push(step);
		}
		steps = made;
		// Others may write on the messages that they are handed: so these are the host's own, or new ones.
		const shortened = messages.map((message, index) => {
			const { texts } = made[index]!;
			return texts.size === 0 ? message : terms.dialect.retell(message, texts);
		});
		return { messages: shortened, answers: made.map(({ answers }) => answers) };
	};
}

/** A copy of a message as the host had written it, what it told, what became of its results, and what stands there after it. */
type Step = {
	readonly message: unknown;
	readonly items: readonly Item[] | undefined;
	readonly texts: ReadonlyMap<string, string>;
	readonly answers: readonly Answered[];
	readonly moment: Moment;
};

/** The step of the last request, if the message tells the same now. Hosts note much with one that no model sees. */
function stepFor<Message>(
	known: Step | undefined,
	before: Moment,
	message: Message,
	{ dialect, tools, policy }: Terms<Message>,
): Step {
	if (known && isSame(known.message, message)) return known;
	const items = dialect.tell(message);
	const copy = copyOf(message);
	if (known && isSame(known.items, items)) return { ...known, message: copy };
	const { moment, answers } = pass(before, items, tools, policy);
	const shortened = answers.filter(({ answer }) => answer.form !== "whole");
	const texts = new Map(shortened.map(({ id, answer }) => [id, answer.text]));
	return { message: copy, items, texts, answers, moment };
}
