import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandsPage, configPage } from "../src/commands/help/doc-pages.ts";
import { FIGURES } from "../src/commands/help/reference.ts";
import { type Block, blocksOf, pages, ROOT, textOf, typedIn, wordsOf } from "./docs-blocks.ts";
import { type DocsFixture, newDocsFixture } from "./docs-fixture.ts";

/**
 * Writes again what the documents take from the program: whole pages, how to read the figures, and what commands print.
 */
async function main(): Promise<void> {
	mkdirSync(join(ROOT, "docs"), { recursive: true });
	write("docs/commands.md", commandsPage());
	write("docs/config.md", configPage());
	write("docs/figures.md", withFigures(textOf("docs/figures.md")));
	const fixture = newDocsFixture();
	try {
		for (const page of pages()) write(page, await withOutputs(page, fixture));
	} finally {
		fixture.tidyUp();
	}
}

function write(page: string, text: string): void {
	writeFileSync(join(ROOT, page), text);
}

/** A page with the sentences of `ibid help figures` between the two marks. */
export function withFigures(text: string): string {
	return text.replace(/(<!-- figures[^>]*-->\n)[\s\S]*(?=\n<!-- end -->)/, (_, mark) => mark + figureLines());
}

function figureLines(): string {
	return ["", ...FIGURES.map((words) => `- ${words.replace(/^[a-z, ]+(?=:)/, "**$&**")}`), ""].join("\n");
}

async function withOutputs(page: string, fixture: DocsFixture): Promise<string> {
	let text = textOf(page);
	for (const block of blocksOf(page).filter(({ language }) => language === "console")) {
		const now = await outputOf(block, fixture);
		text = text.replace(block.text, () => now);
	}
	return text;
}

/** A block that shows a terminal, with what the program prints today. */
export async function outputOf(block: Block, fixture: DocsFixture): Promise<string> {
	const parts: string[] = [];
	for (const { line } of typedIn(block)) {
		const { printed } = await fixture.run(wordsOf(line), block.about || undefined);
		parts.push(`$ ${line}\n${printed.replaceAll(/[^\S\n]+$/gm, "").trimEnd()}\n`);
	}
	return parts.join("\n");
}

if (import.meta.main) await main();
