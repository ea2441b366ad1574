import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { GrammarFiles } from "./grammar.ts";

/** The files of tree-sitter's as the build wrote them, in the folder `grammars` of what was built. */
export function builtGrammars(dist: string): GrammarFiles {
	return (name) => brotliDecompressSync(readFileSync(join(dist, "grammars", `${name}.wasm.br`)));
}
