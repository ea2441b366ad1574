import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Makes `dist`: the library in one file; the program in parts that are loaded when they are needed. */
async function main(): Promise<void> {
	rmSync(`${root}dist`, { recursive: true, force: true });
	await build("src/index.ts", false);
	await build("src/cli.ts", true);
}

async function build(entry: string, splitting: boolean): Promise<void> {
	await Bun.build({
		entrypoints: [`${root}${entry}`],
		outdir: `${root}dist`,
		target: "node",
		splitting,
		naming: { chunk: "part-[hash].[ext]" },
	});
}

await main();
