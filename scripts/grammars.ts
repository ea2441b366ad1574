import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { PARSER_FILE } from "../src/symbol/grammar.ts";
import { RULES } from "../src/symbol/rules.ts";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/** Grammars that come in a package of their own; the others are in one package together. */
const OWN_PACKAGES: Readonly<Record<string, string>> = {
	[PARSER_FILE]: "web-tree-sitter",
	"tree-sitter-bash": "tree-sitter-bash",
	"tree-sitter-kotlin": "@tree-sitter-grammars/tree-sitter-kotlin",
	"tree-sitter-lua": "@tree-sitter-grammars/tree-sitter-lua",
	"tree-sitter-scala": "tree-sitter-scala",
};

/** A file of tree-sitter's as it was installed. */
export function installedGrammar(name: string): Uint8Array {
	const folder = OWN_PACKAGES[name] ?? "@repomix/tree-sitter-wasms/out";
	const bytes = readFileSync(join(modules, folder, `${name}.wasm`));
	return name === "tree-sitter-swift" ? withMemoryOfItsOwn(bytes) : bytes;
}

/**
 * The scanner of Swift asks for memory of no length and then reads what others left there, so that a text is read in
 * another way each time. It must ask for memory for one state, which is then empty.
 */
function withMemoryOfItsOwn(grammar: Buffer): Buffer {
	const at = grammar.indexOf(ASKS_FOR_NONE);
	const isOnce = at >= 0 && !grammar.includes(ASKS_FOR_NONE, at + 1);
	if (!isOnce) throw new Error("The grammar of Swift is another one: look whether its scanner has memory of its own.");
	const mended = Buffer.from(grammar);
	mended[at + 2] = 1;
	return mended;
}

/** A function that is nothing but `calloc(0, 4)`, the first function that the grammar gets from outside. */
const ASKS_FOR_NONE = Buffer.from("00410041041080808080000b", "hex");

/** Writes all grammars and their parser into a folder, compressed: they are large tables. */
export function buildGrammars(into: string): void {
	mkdirSync(into, { recursive: true });
	for (const name of [PARSER_FILE, ...Object.values(RULES).map(({ file }) => file)]) {
		const bytes = installedGrammar(name);
		// The best quality would take a minute for a tenth less.
		const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
		writeFileSync(join(into, `${name}.wasm.br`), brotliCompressSync(bytes, { params }));
	}
}

/** Who holds the rights in the grammars that are in one package, which does not say it. All have the MIT licence. */
const RIGHTS: Readonly<Record<string, string>> = {
	"tree-sitter-c, tree-sitter-cpp, tree-sitter-go, tree-sitter-javascript": "2014 Max Brunsfeld",
	"tree-sitter-c-sharp": "2014-2023 Max Brunsfeld, Damien Guard, Amaan Qureshi, and contributors",
	"tree-sitter-java": "2017 Ayman Nadeem",
	"tree-sitter-php": "2017 Josh Vera, GitHub; 2019 Max Brunsfeld, Amaan Qureshi, Christian Frøystad, Caleb White",
	"tree-sitter-python": "2016 Max Brunsfeld",
	"tree-sitter-ruby": "2016 Rob Rix",
	"tree-sitter-rust": "2017 Maxim Sokolov",
	"tree-sitter-swift": "2021 alex-pinkus",
	"tree-sitter-typescript": "2017 Max Brunsfeld",
};

/** The licences of what `buildGrammars` writes. */
export function grammarLicences(): string[] {
	const own = Object.values(OWN_PACKAGES).map((folder) => `${folder}\n\n${licenceIn(folder)}\n`);
	const terms = licenceIn("web-tree-sitter").replace(/^[\s\S]*?(?=Permission is)/, "");
	const holders = Object.entries(RIGHTS).map(([names, rights]) => `${names}: Copyright (c) ${rights}`);
	return [...own, `${holders.join("\n")}\n\nThe MIT License (MIT)\n\n${terms}\n`];
}

function licenceIn(folder: string): string {
	const name = folder.endsWith("lua") ? "LICENSE.md" : "LICENSE";
	return readFileSync(join(modules, folder, name), "utf8").trim();
}
