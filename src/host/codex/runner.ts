import * as v from "valibot";
import type { EnvironmentVariables } from "../../config/types.ts";
import type { RequestHead } from "../../gateway/body.ts";
import { pastProxy } from "../past-proxy.ts";
import type { HostRunner, RequestOwner, RunConsent, RunPlan, RunSituation } from "../runner.ts";
import { CODEX } from "./name.ts";
import { CHECKED, routeIn } from "./route.ts";
import { askSetup, type CodexSetup } from "./setup.ts";
import { typedOptions, withConfig } from "./typed.ts";

/** Starts Codex with the address of its API on the command line: nothing is written, and its provider stays what it is. */
export const codexRunner: HostRunner = { programs: ["codex"], agent: CODEX.title, plan, identify };

async function plan(situation: RunSituation): Promise<RunPlan> {
	const { args, environment } = situation;
	const names = new Set(typedOptions(args).map(({ name }) => name));
	if (names.has("oss")) return refused("--oss is a model on this machine, whose tokens cost nothing");
	if (names.has("remote")) return refused("with --remote its requests come from another program");
	const setup = await askSetup(situation).catch((error: Error) => error);
	if (setup instanceof Error) return refused(whyUnknown(setup));
	return planFor(setup, args, environment);
}

/** With a login, and only then, it says nothing of its account before it has asked about the workspace. */
function whyUnknown({ message }: Error): string {
	return /\bworkspace\b/.test(message) ? CHECKED : `it does not say which API it uses: ${message}`;
}

function planFor(setup: CodexSetup, args: readonly string[], environment: EnvironmentVariables): RunPlan {
	// Only a session without a terminal takes its key from this variable.
	const hasKey = Boolean(environment.CODEX_API_KEY) && args.some((word) => word === "exec" || word === "e");
	const route = routeIn(setup, hasKey);
	if (route.kind === "none") return refused(route.why);
	const { address, key, isSubscription } = route;
	return {
		kind: "start",
		upstreams: [{ address, webSocket: "refuse", outgoing: outgoingOf(environment) }],
		consents: isSubscription ? [SUBSCRIPTION] : [],
		notices: [],
		start: ([url = ""]) => ({
			args: withConfig(args, `${key}=${JSON.stringify(url)}`),
			environment: pastProxy(environment),
		}),
	};
}

function refused(why: string): RunPlan {
	return { kind: "refused", why };
}

const SUBSCRIPTION: RunConsent = {
	kind: "subscription",
	words:
		"ibid changes what Codex sends with your ChatGPT login: it leaves out lines that the model already has. OpenAI may have rules about programs between Codex and its API.",
};

/** The user's proxy and certificates as Codex reads them, by the names that Node knows. */
function outgoingOf(environment: EnvironmentVariables): EnvironmentVariables {
	const { HTTPS_PROXY, https_proxy, ALL_PROXY, all_proxy, NO_PROXY, no_proxy } = environment;
	return {
		HTTPS_PROXY: HTTPS_PROXY || https_proxy || ALL_PROXY || all_proxy,
		NO_PROXY: NO_PROXY || no_proxy,
		NODE_EXTRA_CA_CERTS: environment.CODEX_CA_CERTIFICATE || environment.SSL_CERT_FILE,
	};
}

/** Codex describes each request in a header; a sub-agent has a thread of its own. */
function identify({ headers }: RequestHead): RequestOwner | undefined {
	const turn = v.safeParse(TurnShape, headers["x-codex-turn-metadata"]);
	if (!turn.success || headers["session-id"] !== turn.output.session_id) return undefined;
	const { session_id: session, thread_id, parent_thread_id: parent } = turn.output;
	const [, version = ""] = /^\S+\/(\d+\.\d+\.\d+\S*)/.exec(headers["user-agent"] ?? "") ?? [];
	return { session, agent: parent === undefined ? "" : thread_id, version };
}

const TurnShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		session_id: v.string(),
		thread_id: v.string(),
		agent_name: v.string(),
		parent_thread_id: v.optional(v.string()),
	}),
);
