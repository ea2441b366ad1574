import type { Subject } from "./types.ts";

/** The gates. ARCHITECTURE.md says how the defaults were chosen. */
export type Policy = {
	/** A quote replaces at least this many lines, */
	readonly lines: number;
	/** and saves at least this many tokens. */
	readonly tokens: number;
	/** A quote that stands for all lines of a result may be of fewer lines, if it saves at least this many tokens. */
	readonly allTokens: number;
	/** A shortened answer is smaller by at least this share, */
	readonly share: number;
	/** with at most this many quotes, */
	readonly quotes: number;
	/** and with more notes than this only if it is smaller by a third: each note is work for the model. */
	readonly fewNotes: number;
	/** Quotes from another file must together remove more than this share of the answer. */
	readonly otherFile: number;
	/**
	 * Which unanswered calls of the turn make an arrival pass whole: those that may change anything or are about the same
	 * subject; or only the latter, if the whole turn is in view.
	 */
	readonly siblings: "any change" | "same subject";
	/** What came more than this many results ago is not quoted: the host may have cleared it without a word. */
	readonly reach: number;
	/** Files that the user wants left alone, by their full names. */
	readonly isIgnored: (file: string) => boolean;
};

export const defaultPolicy: Policy = {
	lines: 5,
	tokens: 25,
	allTokens: 60,
	share: 0.05,
	quotes: 12,
	fewNotes: 4,
	otherFile: 1 / 3,
	siblings: "any change",
	reach: Number.POSITIVE_INFINITY,
	isIgnored: () => false,
};

/** Files written to steer the model: always whole. */
export function isInstructions({ kind, name }: Subject): boolean {
	return kind === "file" && /(^|[\\/])(AGENTS|CLAUDE|CLAUDE\.local|GEMINI|SKILL)\.md$/.test(name);
}

/** Files that may hold secrets, and commands and calls that name one: never shortened, never quoted, never kept. */
export function isSensitive({ kind, name, label }: Subject): boolean {
	if (kind === "file") return SENSITIVE_NAME.test(name) || SENSITIVE_ENDING.test(name);
	return SENSITIVE_WORD.test(label);
}

const SENSITIVE_NAME =
	/(^|[\\/])(\.env[^\\/]*|\.netrc|\.npmrc|\.pypirc|\.pgpass|\.git-credentials|credentials|id_(rsa|dsa|ecdsa|ed25519))$/i;
const SENSITIVE_ENDING = /\.(pem|key|p12|pfx|crt|cer|der|pk8|ppk|jks|keystore)$/i;
/** In a command line a name may be between signs, and may be a pattern. */
const SENSITIVE_WORD =
	/(?:(?:^|[\s"'=:/\\{,<>(`])(?:\.env(?:\.[\w*-]+)*|\.netrc|\.npmrc|\.pypirc|\.pgpass|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519))|[/\\]credentials|[\w*-]\.(?:pem|key|p12|pfx|crt|cer|der|pk8|ppk|jks|keystore))(?=$|[\s"';:|&)*?{},<>`])/i;
