import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { manPage } from "../src/commands/man.ts";
import { configSchema } from "../src/config/json-schema.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Makes a folder of what is published: library, program in parts that are loaded when needed, page, man page, schema of settings. */
export async function build(into: string): Promise<void> {
	rmSync(into, { recursive: true, force: true });
	await bundle("src/index.ts", into, false);
	await bundle("src/cli.ts", into, true);
	await bundle("src/host/opencode/plugin.ts", join(into, "opencode"), false);
	await bundle("src/host/pi/extension.ts", join(into, "pi"), false);
	await buildPage(join(into, "page"));
	makeExecutable(join(into, "cli.js"));
	writeFileSync(join(into, "LICENSES.txt"), licences());
	writeFileSync(join(into, "ibid.1"), manPage());
	writeFileSync(join(into, "config.schema.json"), `${JSON.stringify(configSchema(), null, "\t")}\n`);
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

async function bundle(entry: string, outdir: string, splitting: boolean): Promise<void> {
	const naming = { chunk: "part-[hash].[ext]" };
	await Bun.build({ entrypoints: [join(root, entry)], outdir, target: "node", splitting, naming });
}

/** By hand, since Bun would put a banner on every part. */
function makeExecutable(file: string): void {
	writeFileSync(file, `#!/usr/bin/env node\n${readFileSync(file, "utf8")}`);
	chmodSync(file, 0o755);
}

if (import.meta.main) await build(join(root, "dist"));
