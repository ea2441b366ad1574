import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeFolder } from "../folders.ts";

/** The version that we compare ourselves with. */
export const DCP = "@tarquinen/opencode-dcp@3.1.14";

/**
 * Installs DCP into a folder that is thrown away, and gives its address. What it asks for besides, to draw on a terminal,
 * is several times its size, so it gets nothing but the kit for plugins.
 */
export function installDcp(): string {
	const folder = makeFolder("plugin");
	const options = ["--omit=peer", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
	const { status, stderr } = spawnSync("npm", ["install", ...options, DCP, "@opencode-ai/plugin@1.18.33"]);
	if (status !== 0) throw new Error(`DCP cannot be installed: ${stderr}`);
	return pathToFileURL(join(folder, "node_modules", "@tarquinen", "opencode-dcp", "dist", "index.js")).href;
}
