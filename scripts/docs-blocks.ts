import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const ROOT: string = fileURLToPath(new URL("..", import.meta.url));

/** A fenced block of a page: where it begins, what is said behind the fence, and what stands in it. */
export type Block = {
	readonly page: string;
	readonly line: number;
	readonly language: string;
	/** What stands behind the language: the file that a block is, or the width of a screen. */
	readonly about: string;
	readonly text: string;
};

/** The pages for people, by their paths from the root. */
export function pages(): string[] {
	const folder = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
	const documents = folder.filter((name) => name.endsWith(".md")).map((name) => `docs/${name.replaceAll("\\", "/")}`);
	return ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", ...documents.sort()];
}

/** What a page says. */
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

/** A page without its code, where links are links and headings are headings. */
function proseOf(page: string): string {
	return textOf(page)
		.replace(FENCE, "")
		.replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, " "));
}

/** The addresses that a page leads to within the project. */
export function linksOf(page: string): string[] {
	const all = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = ""]) => address);
	return all.filter((address) => !/^[a-z]+:/.test(address));
}

/** The names by which headings of a page are led to. */
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

/** The lines of a block for a shell that start ibid. */
export function commandsIn({ text }: Block): string[] {
	return text.split("\n").filter((line) => /^(npx )?ibid( |$)/.test(line));
}

/** The words behind `ibid` in a line, as a shell would hand them on; what stands behind a pipe is another's. */
export function wordsOf(line: string): string[] {
	const [mine = ""] = line.replace(/^(npx )?ibid\b/, "").split(/\s(?:#|\|)\s/);
	return [...mine.matchAll(/'([^']*)'|"([^"]*)"|[^\s'"]+/g)].map(([word, single, double]) => single ?? double ?? word);
}
