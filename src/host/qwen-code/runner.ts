import { join } from "node:path";
import * as v from "valibot";
import type { RequestHead } from "../../gateway/body.ts";
import { parseJsonc } from "../../wire/jsonc.ts";
import { readIf } from "../../wire/system-error.ts";
import { pastProxy } from "../past-proxy.ts";
import type { HostRunner, RequestOwner, RunPlan, RunSituation } from "../runner.ts";
import { QWEN_CODE } from "./name.ts";
import { typedValue, withValue } from "./typed.ts";

/**
 * Starts Qwen Code with another address where its user has given one. Other places may have one, too, and only the host
 * knows how they add up; what is in the environment or typed counts before them all, but for a list of providers.
 */
export const qwenCodeRunner: HostRunner = { programs: ["qwen"], agent: QWEN_CODE.title, plan, identify };

function plan({ home, environment, directory, args }: RunSituation): RunPlan {
	const typed = typedValue(args, ADDRESS);
	const address = typed ?? environment.OPENAI_BASE_URL;
	if (!address) return refused("the address of its API must be in OPENAI_BASE_URL or behind --openai-base-url");
	const settings = [join(home, ".qwen"), join(directory, ".qwen")].map((folder) =>
		settingsIn(readIf(join(folder, "settings.json"))),
	);
	if (settings.some((each) => each?.modelProviders !== undefined))
		return refused("its settings list providers, each with an address of its own");
	const login = typedValue(args, "--auth-type") ?? settings.findLast((each) => each?.login !== undefined)?.login;
	if (login !== undefined && login !== "openai") return refused(`ibid was not tried with the login ${login}`);
	return {
		kind: "start",
		upstreams: [{ address }],
		consents: [],
		notices: [],
		start: ([url = ""]) => ({
			args: typed === undefined ? args : withValue(args, ADDRESS, url),
			environment: { OPENAI_BASE_URL: url, ...pastProxy(environment) },
		}),
	};
}

const ADDRESS = "--openai-base-url";

function refused(why: string): RunPlan {
	return { kind: "refused", why };
}

type QwenSettings = { readonly modelProviders: unknown; readonly login: string | undefined };

/** The part of its settings that says how it reaches a model. */
function settingsIn(text: string): QwenSettings | undefined {
	try {
		const { modelProviders, security } = v.parse(SettingsShape, parseJsonc(text));
		return { modelProviders, login: security?.auth?.selectedType };
	} catch {
		return undefined;
	}
}

const SettingsShape = v.object({
	modelProviders: v.optional(v.unknown()),
	security: v.optional(v.object({ auth: v.optional(v.object({ selectedType: v.optional(v.string()) })) })),
});

/** Its requests do not say of which session they are. */
function identify({ headers }: RequestHead): RequestOwner | undefined {
	const [, version] = /^QwenCode\/(\d+\.\d+\.\d+\S*)/.exec(headers["user-agent"] ?? "") ?? [];
	return version === undefined ? undefined : { session: "", agent: "", version };
}
