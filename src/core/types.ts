/**
 * The words of the core. Read this file first: the rest of `core/` is functions over these types.
 *
 *   events ──fold──▶ Window          what the model has in front of it now
 *   arrival ──decide──▶ Answer       the text to send, shortened or whole
 *   window + answer ──read──▶ text   the arrival again, line for line
 */

/** What a passage shows. `name` is its identity (absolute path; directory and command; tool and arguments). */
export type Subject = {
	readonly kind: "file" | "command" | "call";
	readonly name: string;
	/** How the model wrote it. */
	readonly label: string;
};

/** What precedes each line of a part: nothing, the line's number, or a fixed sign (the column of a diff). */
export type Gutter = { readonly kind: "none" } | NumberGutter | { readonly kind: "sign"; readonly sign: string };

/** Numbers right-aligned to a width, and a mark after them. */
export type NumberGutter = {
	readonly kind: "number";
	readonly width: number;
	readonly mark: string;
	/** The host numbers whatever is returned, notes included; an answer may then hold one fresh run only. */
	readonly forced: boolean;
	/** Words of the tool before the number, on the same line, which is therefore never left out. */
	readonly lead?: string;
};

/** Consecutive lines of a text that show consecutive lines of one subject. Lines outside all parts are wrapper. */
export type Part = {
	readonly subject: Subject;
	/** First line of the text, counted from 0, and how many. In a shortened text a note is one line. */
	readonly from: number;
	readonly count: number;
	/** Number in the subject of the first line shown, counted from 1. */
	readonly first: number;
	readonly gutter: Gutter;
	/** How many lines would have been shown if there were that many: fewer end the subject. 0 if not known. */
	readonly room: number;
	/** Each line was searched for and found. */
	readonly isMatch?: boolean;
	/** The lines are values of JSON that stands on one line (`src/lean/json-lines.ts`): only such parts quote them. */
	readonly isJson?: boolean;
};

/** Consecutive lines of a text that are of one hunk of a diff, with any sign before each. */
export type Hunk = Pick<Part, "subject" | "from" | "count">;

/** Lines `first` to `last` of something, both included. */
export type Range = { readonly first: number; readonly last: number };

/** Lines of a subject, or all of it. */
export type Place = { readonly subject: Subject; readonly lines?: Range };

/** Whose output shows lines of a file: a tool that reads files, by its name, or a command as the model wrote it. */
export type Witness = { readonly kind: "tool" | "command"; readonly label: string };

/** What the lens found in a text. Parts are in order and do not overlap. */
export type View =
	/** Besides what its parts show, a text may have replaced what it `hides`: one that is cut shows some lines only. */
	| {
			readonly kind: "shown";
			readonly parts: readonly Part[];
			readonly hides?: readonly Place[];
			readonly withholds?: Withholding;
	  }
	/** A diff: its lines as printed, runs of them with one sign before each, and its hunks. */
	| {
			readonly kind: "diff";
			readonly parts: readonly Part[];
			readonly signed: readonly Part[];
			readonly hunks: readonly Hunk[];
	  }
	/** The host says that these lines are unchanged, and shows none of them. */
	| { readonly kind: "left"; readonly place: Place }
	/** Not to be trusted line by line (cut, cleared, attached, an image): hides what it may have replaced. */
	| { readonly kind: "opaque"; readonly hides: readonly Place[] }
	/** The call failed or was denied: it showed nothing and changed nothing. */
	| { readonly kind: "failed" };

/** Lines of a file that an outline has marks for and does not show. `text` is all of the file, if it is known. */
export type Withholding = {
	readonly subject: Subject;
	readonly folds: readonly Range[];
	readonly text?: string;
};

/** What the model wrote in a call. */
export type OwnText = OwnWrite | OwnEdit | OwnPatch;

/** A whole file that the model wrote. */
export type OwnWrite = { readonly kind: "write"; readonly subject: Subject; readonly text: string };

/** New text for old: `old` is empty if the place is not known; `all` if it was replaced everywhere. */
export type OwnEdit = Omit<OwnWrite, "kind"> & { readonly kind: "edit"; readonly old: string; readonly all: boolean };

/** Lines of a patch as the model wrote them, with signs; edits say what they do. */
export type OwnPatch = Omit<OwnWrite, "kind"> & { readonly kind: "patch" };

/** A tool call as the lens understood it. */
export type Call = {
	readonly id: string;
	/** What its result will show or change. */
	readonly subjects: readonly Subject[];
	/** Which lines of a subject it asks for, if it says so; for a subject that is not named here, any. */
	readonly asks?: readonly Place[];
	/** Known for certain to change nothing, so that asking again is harmless. */
	readonly readOnly: boolean;
	/** The witness of the lines of files in its result. */
	readonly by: Witness;
	readonly own: readonly OwnText[];
};

/** A text about to enter a window. */
export type Arrival = { readonly id: string; readonly text: string; readonly view: View };

/** What happens to a window. Only hosts with a log of their own see `erase`; others fold anew. */
export type Event =
	/** The model has replied: what follows, up to the next, belongs to one turn. */
	| { readonly kind: "turn" }
	| { readonly kind: "call"; readonly call: Call }
	| Result
	| { readonly kind: "erase"; readonly ids: readonly string[] }
	| { readonly kind: "hide"; readonly place: Place }
	/** The user wants the next view of these lines to come whole. */
	| { readonly kind: "ask"; readonly place: Place }
	/** The model was told where the withheld lines of a file are now. */
	| { readonly kind: "told"; readonly subject: Subject }
	| { readonly kind: "reset" };

/** A text as delivered. `shortened` is known from our record, never from the looks of the text. */
export type Result = Arrival & { readonly kind: "result"; readonly shortened: boolean };

/**
 * How the model can find the lines that a clause replaces. A claim names its witness, so it is true whatever other
 * texts have shown of the file since.
 */
export type Claim =
	/** Lines of a file by the numbers printed before them, each as the witness last showed it. */
	| { readonly kind: "numbers"; readonly by: Witness; readonly from: number }
	/**
	 * Lines of a file by how the first of them begins, in the latest passage of the witness that has it; `signed` in a
	 * diff. `from` is the number that it had there; 0 if the note does not say.
	 */
	| {
			readonly kind: "view";
			readonly by: Witness;
			readonly signed: boolean;
			readonly anchor: string;
			readonly from: number;
	  }
	/** Lines that the model wrote itself, by how the first of them begins. */
	| { readonly kind: "own"; readonly by: OwnText["kind"]; readonly anchor: string }
	/**
	 * Lines of the last run of a command or another call, or of an earlier one, by how the first of them begins; `signed`
	 * in a diff that it printed.
	 */
	| { readonly kind: "run"; readonly isLast: boolean; readonly signed: boolean; readonly anchor: string };

/** What a clause calls the lines: lines of a search all match, lines after the minus of a diff are gone. */
export type Noun = "lines" | "matching lines" | "removed lines";

/** Words for one quote. */
export type Clause = {
	readonly noun: Noun;
	readonly count: number;
	/** Number of the first line in the arrival's file; 0 if the arrival is not a file. */
	readonly first: number;
	/** Label of the quoted subject; undefined if it is the arrival's own. */
	readonly of: string | undefined;
	readonly claim: Claim;
};

/** What the first note of an answer adds: that the lines are above, and that asking again brings them. */
export type Hint = "none" | "above" | "ask";

/** The words in place of quoted lines. */
export type Note = { readonly clauses: readonly Clause[]; readonly hint: Hint };

/** Piece of an answer: lines of the arrival as they are, or a note. */
export type Section = FreshSection | NoteSection;

/** Lines of the arrival's text, counted from 0. */
export type FreshSection = { readonly kind: "fresh"; readonly from: number; readonly count: number };

/** A note, and the number that the host will print before it, which means nothing. */
export type NoteSection = { readonly kind: "quoted"; readonly note: Note; readonly gutter: string };

/**
 * How an answer is worded. `decide` gives the first three; `lean` is all of the arrival in another shape (`src/lean`),
 * `outline` withholds lines of it (`src/outline`).
 */
export type Form = "whole" | "same" | "quoted" | "lean" | "outline";

/** Why an arrival passes whole. */
export type Reason = UntouchedReason | WantedReason | PointlessReason;

/**
 * The call failed; the text cannot be trusted line by line; its gutter is not what the lens expects; it is too short; it
 * shows instructions; it may contain secrets; the user wants this file in full.
 */
type UntouchedReason = "failed" | "opaque" | "gutter" | "short" | "instructions" | "sensitive" | "ignored";

/** The user asked for it; the model asks again; another call of the turn may change it. */
type WantedReason = "asked" | "asked again" | "sibling";

/**
 * Too little of it is in the window; notes save too little; a fresh line looks like a note; the self-check failed; the
 * host does not let us replace it; the host may compact before the model sees the answer.
 */
type PointlessReason = "fresh" | "small" | "lookalike" | "unread" | "unreachable" | "near compaction";

/** What is sent to the model. */
export type Answer = {
	readonly form: Form;
	/** Only with `whole`. */
	readonly reason: Reason | undefined;
	readonly text: string;
	/** What the lens will find in `text`. */
	readonly view: View;
	readonly notes: number;
	/** Estimated tokens of the arrival and of the answer. */
	readonly before: number;
	readonly after: number;
};
