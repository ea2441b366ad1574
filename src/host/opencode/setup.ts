import { join } from "node:path";
import * as v from "valibot";
import { readIf } from "../../wire/system-error.ts";
import type { RunSituation } from "../runner.ts";
import { askServer } from "./ask-server.ts";

/** How OpenCode would reach its models, in its own words. */
export type OpenCodeSetup = {
	readonly providers: readonly OpenCodeProvider[];
	/** The model that it uses if no other is asked for, behind the name of its provider. */
	readonly model: string | undefined;
	/** Providers with a login in place of a key. */
	readonly logins: ReadonlySet<string>;
};

/** A provider that the user has, and its models. */
export type OpenCodeProvider = {
	readonly id: string;
	/** Settings of the user, and what OpenCode and its plugins add to them. */
	readonly options: { readonly baseURL?: string | undefined };
	readonly models: Readonly<Record<string, OpenCodeModel>>;
};

/** The API of a model: its address, which may be empty, and the package that speaks to it. */
export type OpenCodeModel = { readonly api: { readonly url: string; readonly npm: string } };

/** Asks OpenCode what it would do in this folder. Fails if it does not answer. */
export async function askSetup(situation: RunSituation, folder: string): Promise<OpenCodeSetup> {
	const [listed, config] = await askServer(situation, folder, ["/config/providers", "/config"]);
	const { providers } = v.parse(ProvidersShape, listed);
	const { model } = v.parse(ConfigShape, config);
	return { providers, model, logins: loginsIn(situation) };
}

const ModelShape: v.GenericSchema<unknown, OpenCodeModel> = v.object({
	api: v.object({ url: v.optional(v.string(), ""), npm: v.string() }),
});

const ProviderShape: v.GenericSchema<unknown, OpenCodeProvider> = v.object({
	id: v.string(),
	options: v.object({ baseURL: v.optional(v.string()) }),
	models: v.record(v.string(), ModelShape),
});

const ProvidersShape = v.object({ providers: v.array(ProviderShape) });
const ConfigShape = v.object({ model: v.optional(v.string()) });

/** Its server does not say how the user has logged in. */
function loginsIn({ home, environment }: RunSituation): Set<string> {
	const folder = join(environment.XDG_DATA_HOME || join(home, ".local", "share"), "opencode");
	const said = v.safeParse(LoginsShape, environment.OPENCODE_AUTH_CONTENT || readIf(join(folder, "auth.json")));
	const entries = Object.entries(said.success ? said.output : {});
	return new Set(entries.flatMap(([id, { type }]) => (type === "oauth" ? [id] : [])));
}

const LoginsShape = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.object({ type: v.string() })));
