import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { build } from "../../scripts/build.ts";
import { pack } from "../../scripts/packages.ts";
import { put } from "../files.ts";
import { makeFolder } from "../folders.ts";
import { type Ended, environmentOf, programOf, run } from "../program.ts";

/** The root folder of ibid. */
export const ROOT: string = join(import.meta.dirname, "..", "..");

/** A project of someone else, in which ibid is installed as published, and the packages of these tests beside it. */
export async function makeStranger(files: Readonly<Record<string, string>>): Promise<string> {
	const folder = makeFolder("project");
	const installed = join(folder, "node_modules", "ibid");
	mkdirSync(installed, { recursive: true });
	await build(join(ROOT, "dist"));
	const [tarball = ""] = pack(ROOT, makeFolder("plugin"));
	execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
	for (const name of readdirSync(programOf()))
		if (!name.startsWith(".") && name !== "ibid") symlinkSync(programOf(name), join(folder, "node_modules", name));
	for (const [name, text] of Object.entries(files)) put(join(folder, name), text);
	put(join(folder, "package.json"), '{ "type": "module" }');
	put(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: STRICT, include: ["*.ts"] }));
	return folder;
}

/** Strict, and otherwise what a new project has. */
const STRICT = {
	target: "es2022",
	module: "nodenext",
	strict: true,
	noUncheckedIndexedAccess: true,
	exactOptionalPropertyTypes: true,
	skipLibCheck: true,
	types: ["node"],
	outDir: "out",
};

/** Compiles all programs of a project; returns what the compiler prints. */
export async function compile(folder: string): Promise<string> {
	const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
	if (!existsSync(compiler)) throw new Error(`There is no compiler at ${compiler}.`);
	const environment = environmentOf(makeFolder("home"));
	const { output, errors } = await run("node", [compiler, "-p", folder], { folder, environment });
	return output + errors;
}

/** Runs a compiled program of a project with Node, for which each of these addresses is the model's. */
export function runWithNode(folder: string, name: string, address: string): Promise<Ended> {
	const keys = { ANTHROPIC_API_KEY: "none", OPENAI_API_KEY: "none", OPENAI_AGENTS_DISABLE_TRACING: "1" };
	const addresses = { ANTHROPIC_BASE_URL: address, OPENAI_BASE_URL: `${address}/v1` };
	const environment = { ...environmentOf(makeFolder("home")), ...keys, ...addresses };
	return run("node", [join("out", `${name}.js`)], { folder, environment });
}
