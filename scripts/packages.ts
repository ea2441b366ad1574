import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildExecutable } from "./build-exe.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The platforms that have an executable; all others run the program on Node. */
const MACHINES = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

/**
 * Builds what is published: the package, and another one with the executable for this machine. Only the published
 * package names the others, as optional dependencies: developers of ibid need none of them.
 */
export function makePackages(into: string): string[] {
	rmSync(into, { recursive: true, force: true });
	return [packProgram(into), packExecutable(into)];
}

function packProgram(into: string): string {
	const [tarball] = pack(root, join(into, "sources"));
	const folder = join(into, "ibid");
	mkdirSync(folder, { recursive: true });
	execFileSync("tar", ["-xzf", tarball!, "-C", folder, "--strip-components=1"]);
	const { scripts: _, devDependencies: __, allowScripts: ___, ...manifest } = ours();
	const optionalDependencies = Object.fromEntries(MACHINES.map((machine) => [`ibid-${machine}`, manifest.version]));
	writeManifest(folder, { ...manifest, optionalDependencies });
	return pack(folder, into)[0]!;
}

function packExecutable(into: string): string {
	const { platform, arch } = process;
	const folder = join(into, `ibid-${platform}-${arch}`);
	const name = platform === "win32" ? "ibid.exe" : "ibid";
	mkdirSync(folder, { recursive: true });
	buildExecutable(join(folder, name));
	cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
	const { version, license } = ours();
	const description = `The program of ibid, compiled for ${platform} on ${arch}.`;
	writeManifest(folder, {
		name: `ibid-${platform}-${arch}`,
		version,
		description,
		license,
		os: [platform],
		cpu: [arch],
	});
	return pack(folder, into)[0]!;
}

type Manifest = { readonly version: string; readonly [field: string]: unknown };

function ours(): Manifest {
	return JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
}

function writeManifest(folder: string, manifest: Manifest): void {
	writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, "\t")}\n`);
}

/** Packs a folder as npm would publish it. Returns the paths of the tarballs. */
export function pack(folder: string, into: string): string[] {
	mkdirSync(into, { recursive: true });
	const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", into];
	const packed: unknown = JSON.parse(execFileSync("npm", args, { cwd: folder, encoding: "utf8" }));
	const entries = Array.isArray(packed) ? packed : Object.values(Object(packed));
	return entries.map(({ filename }) => join(into, filename));
}

/** The files in a tarball of npm's, by their paths in the package. */
export function filesPublished(tarball: string): string[] {
	const listed = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" });
	return listed
		.split("\n")
		.filter((name) => /[^/]$/.test(name))
		.map((name) => name.replace("package/", ""));
}

if (import.meta.main) for (const tarball of makePackages(join(root, "build", "packages"))) console.log(tarball);
