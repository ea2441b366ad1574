import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { manPage } from "../src/commands/help/man.ts";
import { configSchema } from "../src/config/keys.ts";
import { ALL_KEYS } from "../src/hosts.ts";
import { importsOf } from "./imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What other programs can import, each from a path of its own. */
const DOORS = ["index.ts", "lens/index.ts", "transform/index.ts", "dialect/index.ts"];

/** Makes a folder of what is published: library with its types, program in parts that are loaded when needed, page, man page, schema of settings. */
export async function build(into: string): Promise<void> {
	rmSync(into, { recursive: true, force: true });
	await bundle(DOORS, into, true);
	emitTypes(join(into, "types"));
	await bundle(["cli.ts"], into, true);
	await bundle(["host/opencode/plugin.ts"], join(into, "opencode"), false);
	await bundle(["host/pi/extension.ts"], join(into, "pi"), false);
	await buildPage(join(into, "page"));
	makeExecutable(join(into, "cli.js"));
	writeFileSync(join(into, "LICENSES.txt"), licences());
	writeFileSync(join(into, "ibid.1"), manPage());
	writeFileSync(join(into, "config.schema.json"), `${JSON.stringify(configSchema(ALL_KEYS), null, "\t")}\n`);
}

/** Makes a folder of the script and the style of `ibid page`, which is put together when it is asked for. */
async function buildPage(outdir: string): Promise<void> {
	const entrypoints = ["main.ts", "style.css"].map((name) => join(root, "src/page/client", name));
	await Bun.build({ entrypoints, outdir, target: "browser", format: "iife", minify: true, naming: "[name].[ext]" });
}

/** What is bundled, each with the file that its licence asks us to pass on. */
const BUNDLED = { "gpt-tokenizer": "LICENSE", valibot: "LICENSE.md" };

function licences(): string {
	const texts = Object.entries(BUNDLED).map(([name, file]) => {
		return `${name}\n\n${readFileSync(join(root, "node_modules", name, file), "utf8").trim()}\n`;
	});
	return texts.join("\n----\n\n");
}

async function bundle(entries: readonly string[], outdir: string, splitting: boolean): Promise<void> {
	const entrypoints = entries.map((name) => join(root, "src", name));
	const naming = { chunk: "part-[hash].[ext]" };
	await Bun.build({ entrypoints, outdir, target: "node", splitting, naming });
}

/** Writes the declarations that the doors lead to. They name each other by `.js`, as compilers elsewhere expect. */
function emitTypes(into: string): void {
	const emitted = mkdtempSync(join(tmpdir(), "ibid-types-"));
	const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
	execFileSync("node", [tsc, "-p", join(root, "tsconfig.types.json"), "--outDir", emitted], { stdio: "inherit" });
	const reached = new Set(DOORS);
	// A set goes on with what is added to it meanwhile.
	for (const name of reached) {
		const file = name.replace(/\.ts$/, ".d.ts");
		const text = readFileSync(join(emitted, file), "utf8");
		for (const found of importsOf(text)) if (found.startsWith(".")) reached.add(posix.join(name, "..", found));
		mkdirSync(dirname(join(into, file)), { recursive: true });
		writeFileSync(join(into, file), text.replaceAll(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"'));
	}
	rmSync(emitted, { recursive: true });
}

/** By hand, since Bun would put a banner on every part. */
function makeExecutable(file: string): void {
	writeFileSync(file, `#!/usr/bin/env node\n${readFileSync(file, "utf8")}`);
	chmodSync(file, 0o755);
}

if (import.meta.main) await build(join(root, "dist"));
