import { join, resolve } from "node:path";
import * as v from "valibot";
import { askProgram } from "../../wire/ask-program.ts";
import { readIf } from "../../wire/system-error.ts";
import { entriesIn } from "../../wire/toml-tables.ts";
import type { RunSituation } from "../runner.ts";
import { typedOptions } from "./typed.ts";
import { hostFolder } from "./wired.ts";

/** How Codex would reach its model, in its own words: its configuration and its account. */
export type CodexSetup = {
	readonly config: ProviderConfig;
	/** Undefined if it has none, or needs none. */
	readonly account: string | undefined;
	readonly requiresOpenaiAuth: boolean;
	/** Keys that are set in a place which counts before the command line, such as an administrator's file. */
	readonly fixed: readonly string[];
};

/** The part of its configuration that says which API it uses. */
type ProviderConfig = {
	readonly model_provider?: string | null | undefined;
	readonly openai_base_url?: string | null | undefined;
	readonly model_providers?: Readonly<Record<string, Provider>> | null | undefined;
};

type Provider = {
	readonly name?: string | null | undefined;
	readonly base_url?: string | null | undefined;
	readonly aws?: unknown;
};

/** Asks Codex what it would do with what was typed. Fails if it does not answer, or does not accept its configuration. */
export function askSetup({ home, environment, directory, program, args }: RunSituation): Promise<CodexSetup> {
	const typed = typedOptions(args);
	const said = typed.flatMap(({ name, words }) => (name && SAID.has(name) ? words : []));
	const profile = typed.findLast(({ name }) => name === "profile")?.value;
	const file = profile === undefined ? "" : readIf(join(hostFolder({ home, environment }), `${profile}.config.toml`));
	// The server takes no profile. With plugins it would look for new ones on the network.
	const flags = [...configIn(file), ...said, "-c", "features.plugins=false"];
	const cwd = resolve(directory, typed.findLast(({ name }) => name === "cd")?.value ?? "");
	const started = { program, args: [...flags, "app-server"], environment, folder: directory };
	return askProgram(started, async ({ ask, tell }) => {
		await ask("initialize", { clientInfo: { name: "ibid", version: "1" }, capabilities: { experimentalApi: true } });
		tell("initialized");
		const { config, origins, layers } = v.parse(ReadShape, await ask("config/read", { cwd, includeLayers: true }));
		const { account, requiresOpenaiAuth } = v.parse(AccountShape, await ask("account/read", { refreshToken: false }));
		const kinds = layers.map(({ name }) => JSON.stringify(name));
		const first = layers.findIndex(({ name }) => name.type === "sessionFlags");
		const isFixed = ({ name }: v.InferOutput<typeof OriginShape>): boolean =>
			kinds.indexOf(JSON.stringify(name)) < first;
		const fixed = Object.entries(origins).flatMap(([key, origin]) => (isFixed(origin) ? [key] : []));
		return { config, account: account?.type, requiresOpenaiAuth, fixed };
	});
}

const SAID: ReadonlySet<string> = new Set(["config", "enable", "disable"]);

/** The entries of a profile that say which API is used, as arguments. */
function configIn(text: string): string[] {
	return entriesIn(text).flatMap(({ header, keys, value }) => {
		const path = [...header, ...keys];
		if (!PROVIDER.has(path[0] ?? "")) return [];
		const isText = typeof value === "string" && !/^[[{]/.test(value);
		return ["-c", `${path.join(".")}=${isText ? JSON.stringify(value) : value}`];
	});
}

const PROVIDER: ReadonlySet<string> = new Set(["model_provider", "model_providers", "openai_base_url"]);

const ProviderShape: v.GenericSchema<unknown, Provider> = v.object({
	name: v.nullish(v.string()),
	base_url: v.nullish(v.string()),
	aws: v.optional(v.unknown()),
});

const ConfigShape: v.GenericSchema<unknown, ProviderConfig> = v.object({
	model_provider: v.nullish(v.string()),
	openai_base_url: v.nullish(v.string()),
	model_providers: v.nullish(v.record(v.string(), ProviderShape)),
});

const OriginShape = v.object({ name: v.looseObject({ type: v.string() }) });

const ReadShape = v.object({
	config: ConfigShape,
	origins: v.record(v.string(), OriginShape),
	layers: v.array(OriginShape),
});

const AccountShape = v.object({
	account: v.nullish(v.object({ type: v.string() })),
	requiresOpenaiAuth: v.boolean(),
});
