import { isAbsolute, join } from "node:path";
import * as v from "valibot";
import type { EnvironmentVariables } from "../../config/types.ts";
import { thisMachine } from "../../install/machine.ts";
import { entriesOf, saidIn } from "../../install/settings.ts";
import { parseJsonc } from "../../wire/jsonc.ts";
import { readIf } from "../../wire/system-error.ts";
import type { RunSituation } from "../runner.ts";
import { type TypedOptions, typedOptions } from "./typed.ts";
import { hostFolder, settingsFiles } from "./wired.ts";

/** How Claude Code would reach its model, by its settings. */
export type ClaudeCodeSetup = {
	readonly typed: TypedOptions;
	/** The settings that were typed. */
	readonly settings: ClaudeCodeSettings;
	/** The variables as the host has them: those that settings name count before its own. */
	readonly environment: EnvironmentVariables;
	/** Variables that only other settings can set, since some settings already do. */
	readonly named: ReadonlySet<string>;
	/** Whether settings switch hooks off. */
	readonly hasHooks: boolean;
	/** A settings file of the project that says how the API is reached. */
	readonly foreign: string | undefined;
};

type ClaudeCodeSettings = Readonly<Record<string, unknown>>;

/** Reads the settings that would count. Throws if those that were typed cannot be read. */
export function readSetup({ home, environment, directory, args }: RunSituation): ClaudeCodeSetup {
	const typed = typedOptions(args);
	const settings = typed.settings === undefined ? {} : typedSettings(typed.settings, directory);
	const [user = "", ...inProject] = settingsFiles(hostFolder({ home, environment }), directory);
	const own = typed.sources.includes("user") ? saidIn(user) : {};
	const projects = inProject
		.filter((path) => typed.sources.includes(path.endsWith("local.json") ? "local" : "project"))
		.map((path) => ({ path, said: saidIn(path) }));
	const variables = { ...variablesIn(own), ...variablesIn(settings) };
	const all = [own, ...projects.map(({ said }) => said), settings];
	return {
		...{ typed, settings },
		environment: { ...environment, ...variables },
		named: new Set(Object.keys(variables)),
		hasHooks: all.findLast((each) => typeof each.disableAllHooks === "boolean")?.disableAllHooks !== true,
		foreign: projects.find(({ said }) => Object.keys(variablesIn(said)).some((name) => WAY.test(name)))?.path,
	};
}

/** Variables that say how the API is reached. */
const WAY = /^(?:ANTHROPIC_BASE_URL|ANTHROPIC_UNIX_SOCKET|(?:HTTPS?|ALL|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;

function typedSettings(value: string, directory: string): ClaudeCodeSettings {
	const isText = value.trimStart().startsWith("{");
	const text = isText ? value : readIf(isAbsolute(value) ? value : join(directory, value));
	return v.parse(v.record(v.string(), v.unknown()), parseJsonc(text));
}

/** The variables that settings set. */
export function variablesIn({ env }: ClaudeCodeSettings): Record<string, string> {
	const told = Object.entries(entriesOf(env)).filter(([, value]) => VALUES.has(typeof value));
	return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}

const VALUES: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

/** What Claude Code says of its login. */
export type ClaudeCodeLogin = {
	readonly isLoggedIn: boolean;
	/** Such as `claude.ai` for a login, or `api_key`. */
	readonly method: string;
	/** `firstParty`, or whose API it uses instead. */
	readonly provider: string;
	/** Such as `max` or `team`. */
	readonly plan: string | undefined;
};

/** Asks Claude Code how it is logged in, with what was typed; no request goes out. Undefined if it does not say. */
export async function askLogin(
	{ home, environment, directory, program }: RunSituation,
	{ said }: TypedOptions,
): Promise<ClaudeCodeLogin | undefined> {
	const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" };
	const around = { folder: directory, environment: quiet };
	const asked = await thisMachine(home, environment, "", 20_000).run(program, [...said, "auth", "status"], around);
	const told = v.safeParse(v.pipe(v.string(), v.parseJson(), LoginShape), asked.output);
	if (!told.success) return undefined;
	const { loggedIn, authMethod, apiProvider, subscriptionType } = told.output;
	return {
		...{ isLoggedIn: loggedIn, method: authMethod, provider: apiProvider },
		plan: subscriptionType ?? undefined,
	};
}

const LoginShape = v.object({
	loggedIn: v.boolean(),
	authMethod: v.string(),
	apiProvider: v.string(),
	subscriptionType: v.nullish(v.string()),
});
