import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { manPage } from "../src/commands/help/man.ts";
import { configSchema } from "../src/config/keys.ts";
import { ALL_KEYS } from "../src/hosts.ts";
import { buildGrammars, grammarLicences } from "./grammars.ts";
import { importsOf } from "./imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What other programs can import, each from its own path. */
const DOORS = [
	"index.ts",
	"lens/index.ts",
	"transform/index.ts",
	"dialect/index.ts",
	"ai-sdk/index.ts",
	"symbol/index.ts",
];

/**
 * Builds everything that is published into a folder: the library with its types, the program in files that are loaded
 * when needed, the page, the man page, the schema of settings.
 */
export async function build(into: string): Promise<void> {
	rmSync(into, { recursive: true, force: true });
	await bundle(DOORS, into, true);
	emitTypes(join(into, "types"));
	for (const name of Object.keys(PARTS)) await buildPart(name, into);
	await buildPlugins(["host/opencode/plugin.ts"], join(into, "opencode"));
	await buildPlugins(["host/pi/extension.ts", "host/pi/through-gateways.ts"], join(into, "pi"));
	await buildPage(join(into, "page"));
	buildGrammars(join(into, "grammars"));
	makeExecutable(join(into, "cli.js"));
	writeFileSync(join(into, "LICENSES.txt"), licences());
	writeFileSync(join(into, "ibid.1"), manPage());
	writeFileSync(join(into, "config.schema.json"), `${JSON.stringify(configSchema(ALL_KEYS), null, "\t")}\n`);
}

/** Parses source files: few sessions of a host need that, and it stands next to the grammars. */
const OUTLINER = "symbol/built-outliner.ts";

/**
 * The files of the program, each with the modules that it is loaded for: an import() of one of them loads that file. All
 * else stands in the file that imports it, even if another has it too, since opening a file takes longer than reading
 * some more of one. So values may pass from one file to another, but what modules keep for themselves is not shared.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
	cli: ["cli.ts"],
	hooks: ["runtime/hooks.ts", "host/gemini-cli/hook.ts"],
	"claude-code": ["host/claude-code/hook.ts"],
	codex: ["host/codex/hook.ts"],
	"gemini-cli": ["host/gemini-cli/refuse-call.ts"],
	"command-line": ["commands/command-line/dispatch.ts"],
	commands: ["commands/long.ts", ...new Bun.Glob("host/*/{knowledge,install}.ts").scanSync(join(root, "src"))],
	"exact-tokens": ["audit/exact-tokens.ts"],
	outline: ["commands/outline/outline.ts", OUTLINER],
	run: ["commands/run/run.ts", ...new Bun.Glob("host/*/runner.ts").scanSync(join(root, "src"))],
};

/** Builds a file of the program, which exports what its modules export. */
async function buildPart(name: string, outdir: string): Promise<void> {
	const modules = PARTS[name]!.toSorted();
	refuseTwice(modules);
	const entry = join(root, "src", `${name}.ts`);
	const files = name === "cli" ? {} : { [entry]: modules.map((path) => `export * from "./${path}";`).join("\n") };
	const plugins = [{ name: "parts", setup: (builder: Bun.PluginBuilder) => leaveOthers(name, builder) }];
	// The tokenizer table is not for reading, so it is packed without blanks; everything else stays readable.
	const minify = { whitespace: name === "exact-tokens" };
	await Bun.build({ entrypoints: [entry], files, outdir, target: "node", naming: "[name].[ext]", minify, plugins });
}

/** Builds what a host loads, in a folder of its own. */
async function buildPlugins(modules: readonly string[], outdir: string): Promise<void> {
	const outside = (builder: Bun.PluginBuilder): void => {
		builder.onResolve({ filter: /built-outliner\.ts$/ }, ({ kind }) =>
			kind === "dynamic-import" ? { path: "../outline.js", external: true } : undefined,
		);
	};
	const plugins = [{ name: "outliner", setup: outside }];
	const entrypoints = modules.map((module) => join(root, "src", module));
	await Bun.build({ entrypoints, outdir, target: "node", plugins });
}

/** Of two exports with the same name the file would have neither. */
function refuseTwice(modules: readonly string[]): void {
	const transpiler = new Bun.Transpiler({ loader: "ts" });
	const names = modules.flatMap((path) => transpiler.scan(readFileSync(join(root, "src", path), "utf8")).exports);
	const twice = names.filter((each, at) => names.indexOf(each) < at);
	if (twice.length > 0) throw new Error(`${modules.join(", ")} have more than one export named ${twice.join(", ")}.`);
}

/** Lets an import() of what another file is loaded for load that file. */
function leaveOthers(name: string, builder: Bun.PluginBuilder): void {
	builder.onResolve({ filter: /^\./ }, ({ kind, path, importer }) => {
		if (kind !== "dynamic-import") return undefined;
		const module = relative(join(root, "src"), resolve(dirname(importer), path)).replaceAll("\\", "/");
		const part = Object.keys(PARTS).find((each) => PARTS[each]!.includes(module));
		return part === undefined || part === name ? undefined : { path: `./${part}.js`, external: true };
	});
}

/** Builds the script and the style of `ibid page` into a folder; `ibid page` puts them together with the data. */
async function buildPage(outdir: string): Promise<void> {
	const entrypoints = ["main.ts", "style.css"].map((name) => join(root, "src/page/client", name));
	await Bun.build({ entrypoints, outdir, target: "browser", format: "iife", minify: true, naming: "[name].[ext]" });
}

/** The packages that we bundle, each with the file that its licence asks us to pass on. */
const BUNDLED = { "gpt-tokenizer": "LICENSE", valibot: "LICENSE.md" };

function licences(): string {
	const texts = Object.entries(BUNDLED).map(([name, file]) => {
		return `${name}\n\n${readFileSync(join(root, "node_modules", name, file), "utf8").trim()}\n`;
	});
	return [...texts, ...grammarLicences()].join("\n----\n\n");
}

async function bundle(entries: readonly string[], outdir: string, splitting: boolean): Promise<void> {
	const entrypoints = entries.map((name) => join(root, "src", name));
	const naming = { chunk: "part-[hash].[ext]" };
	await Bun.build({ entrypoints, outdir, target: "node", splitting, naming });
}

/** Writes the declarations that the exports need. They import each other as `.js`, as other compilers expect. */
function emitTypes(into: string): void {
	const emitted = mkdtempSync(join(tmpdir(), "ibid-types-"));
	const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
	execFileSync("node", [tsc, "-p", join(root, "tsconfig.types.json"), "--outDir", emitted], { stdio: "inherit" });
	const reached = new Set(DOORS);
	// Iterating over a set also visits what is added to it meanwhile.
	for (const name of reached) {
		const file = name.replace(/\.ts$/, ".d.ts");
		const text = readFileSync(join(emitted, file), "utf8");
		for (const found of importsOf(text)) if (found.startsWith(".")) reached.add(posix.join(name, "..", found));
		mkdirSync(dirname(join(into, file)), { recursive: true });
		writeFileSync(join(into, file), text.replaceAll(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"'));
	}
	rmSync(emitted, { recursive: true });
}

/** Written by hand, because Bun would put a banner on every part. */
function makeExecutable(file: string): void {
	writeFileSync(file, `#!/usr/bin/env node\n${readFileSync(file, "utf8")}`);
	chmodSync(file, 0o755);
}

if (import.meta.main) await build(join(root, "dist"));
