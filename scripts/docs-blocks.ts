import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the project. */
export const ROOT: string = fileURLToPath(new URL("..", import.meta.url));

/** A fenced block of a page: where it begins, what follows the fence, and its text. */
export type Block = {
	readonly page: string;
	readonly line: number;
	readonly language: string;
	/** What follows the language: the file that the block shows, or the width of a screen. */
	readonly about: string;
	readonly text: string;
};

/** The pages for people, by their paths from the root. */
export function pages(): string[] {
	const folder = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
	const documents = folder.filter((name) => name.endsWith(".md")).map((name) => `docs/${name.replaceAll("\\", "/")}`);
	return ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", ...documents.sort()];
}

/** The text of a page. */
export function textOf(page: string): string {
	return readFileSync(join(ROOT, page), "utf8");
}

/** The fenced blocks of a page. */
export function blocksOf(page: string): Block[] {
	return [...textOf(page).matchAll(FENCE)].map(({ 1: language = "", 2: about = "", 3: text = "", index, input }) => {
		return { page, line: input.slice(0, index).split("\n").length, language, about: about.trim(), text };
	});
}

const FENCE = /^```(\S*)([^\n]*)\n([\s\S]*?)^```$/gm;

/** A page without its code, so that only real links and headings are found. */
function proseOf(page: string): string {
	return textOf(page)
		.replace(FENCE, "")
		.replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, " "));
}

/** The links of a page to files in the project. */
export function linksOf(page: string): string[] {
	const all = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = ""]) => address);
	return all.filter((address) => !/^[a-z]+:/.test(address));
}

/** The anchors of the headings of a page. */
export function anchorsOf(page: string): string[] {
	const headings = [
		...textOf(page)
			.replace(FENCE, "")
			.matchAll(/^#+ (.+)$/gm),
	].map(([, words = ""]) => words);
	return headings.map((words) =>
		words
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, "")
			.trim()
			.replaceAll(" ", "-"),
	);
}

/** A line that is typed into a terminal, and what is printed then. */
export type Typed = { readonly line: string; readonly printed: string };

/** What is typed in a block that shows a terminal. */
export function typedIn({ text }: Block): Typed[] {
	return text
		.split(/^\$ /m)
		.slice(1)
		.map((part) => {
			const [line = "", ...printed] = part.split("\n");
			return { line, printed: printed.join("\n").trimEnd() };
		});
}

/** The lines of a shell block that start ibid. */
export function commandsIn({ text }: Block): string[] {
	return text.split("\n").filter((line) => /^(npx )?ibid( |$)/.test(line));
}

/** The arguments of `ibid` in a line, as a shell would pass them; a program after a pipe is left out. */
export function wordsOf(line: string): string[] {
	const [mine = ""] = line.replace(/^(npx )?ibid\b/, "").split(/\s(?:#|\|)\s/);
	return [...mine.matchAll(/'([^']*)'|"([^"]*)"|[^\s'"]+/g)].map(([word, single, double]) => single ?? double ?? word);
}
