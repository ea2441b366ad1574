import type { Command } from "./grammar.ts";

/** The lines that `echo` or `printf` print where they stand in the command line word for word; else undefined. */
export function literalOf({ words, redirects }: Command): readonly string[] | undefined {
	const [name, ...rest] = words;
	if (redirects.length > 0 || !rest.every(({ known }) => known)) return undefined;
	const texts = rest.map(({ text }) => text);
	if (name?.text === "echo") return echoed(texts);
	if (name?.text === "printf") return printed(texts);
	return undefined;
}

/** Shells do not agree on what `echo` does with backslashes and options. */
function echoed(texts: readonly string[]): readonly string[] | undefined {
	const text = texts.join(" ");
	return text.includes("\\") || OPTION.test(texts[0] ?? "") ? undefined : text.split("\n");
}

/** `---` is no option to any of them. */
const OPTION = /^(--?$|-[A-Za-z])/;

/** A format without conversions whose only escape is `\n`, which ends its last line. */
function printed(texts: readonly string[]): readonly string[] | undefined {
	const [format, ...more] = texts[0] === "--" ? texts.slice(1) : texts;
	if (format === undefined || more.length > 0 || (format.startsWith("-") && texts[0] !== "--")) return undefined;
	const text = format.replaceAll("\\n", "\n");
	if (/[%\\]/.test(text) || !text.endsWith("\n")) return undefined;
	return text.slice(0, -1).split("\n");
}
