import type { Reason } from "../core/types.ts";

/** Why an answer came whole: in a few words that finish "whole, because …", and in a sentence. */
export const REASON_WORDS: Readonly<Record<Reason, { readonly because: string; readonly sentence: string }>> = {
	failed: {
		because: "the call failed",
		sentence: "The call failed, and what a tool says of that always comes as it is.",
	},
	opaque: {
		because: "it was cut, or is more than one plain text",
		sentence: "Not all of it is there line by line: the host has cut it, or it is more than one plain text.",
	},
	gutter: {
		because: "its line numbers are not as expected",
		sentence: "The numbers before its lines are not what they should be, so nothing is claimed about them.",
	},
	short: { because: "it is short", sentence: "It is so short that no note would pay." },
	instructions: {
		because: "it shows instructions for the model",
		sentence: "It shows instructions for the model, which always come whole.",
	},
	sensitive: {
		because: "it may hold secrets",
		sentence: "It may hold secrets, and such files are left alone.",
	},
	ignored: {
		because: "your settings want this file whole",
		sentence: "Your settings say that this file always comes whole.",
	},
	asked: { because: "you asked for it whole", sentence: "You asked for it to come whole." },
	insisted: {
		because: "the model asked again",
		sentence: "The model asked again for lines that had been left out, so it got them all.",
	},
	sibling: {
		because: "another call of the turn may have changed it",
		sentence: "Another call of the same turn may have changed what it shows.",
	},
	fresh: {
		because: "too little of it stood before the model",
		sentence: "The model had none of its lines before it, or never enough of them in a row.",
	},
	small: {
		because: "notes would save too little",
		sentence: "Notes would have saved too little to be worth their while.",
	},
	lookalike: {
		because: "a line of it looks like a note",
		sentence: "A line of its own looks like a note of ibid's.",
	},
	unread: {
		because: "ibid could not rebuild it",
		sentence: "ibid could not rebuild it from its own notes, and so left it alone.",
	},
	unreachable: {
		because: "the host let no other text take its place",
		sentence: "ibid could not put another text in its place: the host does not let it, or not in time.",
	},
	brink: {
		because: "the host was about to compact",
		sentence: "The window was so full that the host might have taken the quoted lines away first.",
	},
};

/** Why a whole text took the place of a shorter one of the host's: to finish "whole, because …", and in a sentence. */
export const PUT_BACK: { readonly because: string; readonly sentence: string } = {
	because: "the host had only said that nothing has changed",
	sentence: "The host had only said that nothing has changed, which the model could not look up.",
};
