import type { Reason } from "../core/types.ts";

/** Why an answer was sent in full: in a few words after "in full:", and in a sentence. */
export const REASON_WORDS: Readonly<Record<Reason, { readonly because: string; readonly sentence: string }>> = {
	failed: {
		because: "the call failed",
		sentence: "The call failed; error messages are always sent in full.",
	},
	opaque: {
		because: "it was cut, or is more than one plain text",
		sentence: "It is not complete line by line: the agent cut it, or it is more than one plain text.",
	},
	gutter: {
		because: "its line numbers are unexpected",
		sentence: "Its line numbers are unexpected, so ibid leaves it alone.",
	},
	short: { because: "it is short", sentence: "It is too short for a note to save anything." },
	instructions: {
		because: "it shows instructions for the model",
		sentence: "It shows instructions for the model, which are always sent in full.",
	},
	sensitive: {
		because: "it may contain secrets",
		sentence: "It may contain secrets, and ibid leaves such files alone.",
	},
	ignored: {
		because: "your settings ask for this file in full",
		sentence: "Your settings say that this file is always sent in full.",
	},
	asked: { because: "you asked for it in full", sentence: "You asked for it to be sent in full." },
	"asked again": {
		because: "the model asked again",
		sentence: "The model asked again for left-out lines, so it got them all.",
	},
	sibling: {
		because: "another call of the turn may have changed it",
		sentence: "Another call of the same turn may have changed what it shows.",
	},
	fresh: {
		because: "mostly new to the model",
		sentence: "Its lines were new to the model, or too few known lines were next to each other.",
	},
	small: {
		because: "notes would save too little",
		sentence: "Notes would have saved too little to be worth it.",
	},
	lookalike: {
		because: "a line of it looks like a note",
		sentence: "One of its own lines looks like a note of ibid.",
	},
	unread: {
		because: "ibid could not rebuild it",
		sentence: "ibid could not rebuild it from its notes, so it was sent in full.",
	},
	unreachable: {
		because: "the agent does not let ibid replace it",
		sentence: "ibid could not replace it: the agent does not allow that, or not in time.",
	},
	"near compaction": {
		because: "the agent was about to compact",
		sentence: "The context was so full that the agent might have removed the quoted lines first.",
	},
};

/** Why a full text replaced a shorter one of the host: in a few words after "in full:", and in a sentence. */
export const PUT_BACK: { readonly because: string; readonly sentence: string } = {
	because: "the agent had only said that nothing changed",
	sentence: "The agent had only said that nothing changed, which the model could not look up.",
};
