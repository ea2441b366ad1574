import type { Subject } from "./types.ts";

/** The gates. Defaults were measured on real sessions: they keep nine tenths of the saving with half the notes. */
export type Policy = {
	/** A quote stands for at least this many lines, */
	readonly lines: number;
	/** and saves at least this many tokens. */
	readonly tokens: number;
	/** A shortened answer is smaller by at least this share, */
	readonly share: number;
	/** with at most this many quotes. */
	readonly quotes: number;
	/** Quotes from another file must together remove more than this share of the answer. */
	readonly otherFile: number;
	/** When to answer with a diff against the last whole view of a file. */
	readonly diff: "never" | "cheapest" | "preferred";
};

export const defaultPolicy: Policy = {
	lines: 5,
	tokens: 80,
	share: 0.1,
	quotes: 8,
	otherFile: 0.5,
	diff: "cheapest",
};

/** Files written to steer the model: always whole. */
export function isInstructions({ kind, name }: Subject): boolean {
	return kind === "file" && INSTRUCTIONS.has(baseName(name));
}

/** Files that may hold secrets: never shortened, never quoted, never kept. */
export function isSensitive({ kind, name }: Subject): boolean {
	if (kind !== "file") return false;
	const base = baseName(name).toLowerCase();
	return (
		SENSITIVE_NAMES.has(base) || base.startsWith(".env") || SENSITIVE_ENDINGS.has(base.slice(base.lastIndexOf(".")))
	);
}

const INSTRUCTIONS = new Set(["AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "SKILL.md"]);
const SENSITIVE_NAMES = new Set([
	".git-credentials",
	".netrc",
	".npmrc",
	".pgpass",
	".pypirc",
	"credentials",
	"id_dsa",
	"id_ecdsa",
	"id_ed25519",
	"id_rsa",
]);
const SENSITIVE_ENDINGS = new Set([
	".cer",
	".crt",
	".der",
	".jks",
	".key",
	".keystore",
	".p12",
	".pem",
	".pfx",
	".pk8",
	".ppk",
]);

function baseName(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}
