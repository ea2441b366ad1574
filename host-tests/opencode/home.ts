import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { environmentOf, programOf } from "../program.ts";

/** Writes the settings of OpenCode into a home directory, for a model at an address; more settings can be given. */
export function furnish(home: string, url: string, settings: object): void {
	const folder = join(home, "config", "opencode");
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "opencode.json"), JSON.stringify(settingsOf(url, settings)));
	for (const [name, text] of Object.entries(kit())) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
}

/** What OpenCode needs from its environment. */
export function environmentIn(home: string): Record<string, string> {
	return {
		...environmentOf(home),
		XDG_CONFIG_HOME: join(home, "config"),
		XDG_DATA_HOME: join(home, "data"),
		XDG_STATE_HOME: join(home, "state"),
		XDG_CACHE_HOME: join(home, "cache"),
		OPENCODE_DISABLE_AUTOUPDATE: "1",
		OPENCODE_DISABLE_MODELS_FETCH: "1",
		OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
		OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
		OPENCODE_DISABLE_SHARE: "1",
		OPENCODE_DISABLE_CLAUDE_CODE: "1",
	};
}

function settingsOf(url: string, more: object): object {
	const model = { name: "Scripted", tool_call: true, limit: { context: 200_000, output: 8_000 } };
	const options = { baseURL: `${url}/v1`, apiKey: "none", includeUsage: true };
	const provider = { npm: "@ai-sdk/openai-compatible", name: "Scripted", options, models: { scripted: model } };
	return {
		autoupdate: false,
		share: "disabled",
		lsp: false,
		formatter: false,
		permission: { "*": "allow" },
		model: "scripted/scripted",
		small_model: "scripted/scripted",
		provider: { scripted: provider },
		...more,
	};
}

/** The kit for plugins that are not bundled, as if installed: installing it takes longer than a scene. */
export function kit(): Record<string, string> {
	const file = readFileSync(programOf("opencode-ai", "package.json"), "utf8");
	const { version } = v.parse(PackageShape, JSON.parse(file));
	const dependencies = { [KIT]: version };
	const packages = { "": { dependencies }, [`node_modules/${KIT}`]: { version } };
	return {
		[`node_modules/${KIT}/package.json`]: JSON.stringify({ name: KIT, version }),
		"package.json": JSON.stringify({ dependencies }),
		"package-lock.json": JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
	};
}

const KIT = "@opencode-ai/plugin";
const PackageShape = v.object({ version: v.string() });
