import type { Reason } from "../core/types.ts";

/** Why an answer came whole, in a sentence for people. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
	failed: "The call failed, and what a tool says of that always comes as it is.",
	opaque: "Not all of it is there line by line: the host has cut it, or it is more than one plain text.",
	gutter: "The numbers before its lines are not what they should be, so nothing is claimed about them.",
	short: "It is so short that no note would pay.",
	instructions: "It shows instructions for the model, which always come whole.",
	sensitive: "It may hold secrets, and such files are left alone.",
	ignored: "Your settings say that this file always comes whole.",
	asked: "You asked for it to come whole.",
	insisted: "The model asked again for lines that had been left out, so it got them all.",
	sibling: "Another call of the same turn may have changed what it shows.",
	fresh: "The model had none of its lines before it, or never enough of them in a row.",
	small: "Notes would have saved too little to be worth their while.",
	lookalike: "A line of its own looks like a note of ibid's.",
	unread: "ibid could not rebuild it from its own notes, and so left it alone.",
	unreachable: "ibid could not put another text in its place: the host does not let it, or not in time.",
	brink: "The window was so full that the host might have taken the quoted lines away first.",
};
