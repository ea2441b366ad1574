import type { RequestHead } from "../../gateway/body.ts";
import { pastProxy } from "../past-proxy.ts";
import type { HostRunner, RequestOwner, RunPlan, RunSituation } from "../runner.ts";
import { COPILOT_CLI } from "./name.ts";

/** Starts Copilot CLI with another address in the variable by which users give it an API of their own. */
export const copilotCliRunner: HostRunner = { programs: ["copilot"], agent: COPILOT_CLI.title, plan, identify };

function plan({ environment, args }: RunSituation): RunPlan {
	const { COPILOT_PROVIDER_BASE_URL: address, COPILOT_PROVIDER_TYPE: type } = environment;
	if (!address) return refused(WITH_GITHUB);
	if (type && !SPOKEN.has(type)) return refused(`ibid was not tried with COPILOT_PROVIDER_TYPE ${type}`);
	if (environment.COPILOT_PROVIDER_TRANSPORT === "websockets") return refused("its requests go by WebSockets");
	return {
		kind: "start",
		upstreams: [{ address }],
		consents: [],
		notices: [],
		start: ([url = ""]) => ({
			args,
			environment: { COPILOT_PROVIDER_BASE_URL: url, ...pastProxy(environment) },
		}),
	};
}

const WITH_GITHUB =
	"with a GitHub login its requests go to GitHub, and ibid does not come between; with a key of your own it does, if COPILOT_PROVIDER_BASE_URL says where the API is";

const SPOKEN: ReadonlySet<string> = new Set(["openai", "anthropic"]);

function refused(why: string): RunPlan {
	return { kind: "refused", why };
}

/** It says who has begun each request, and with a key of its user's neither its version nor the session. */
function identify({ headers }: RequestHead): RequestOwner | undefined {
	return headers["x-initiator"] === undefined ? undefined : { session: "", agent: "", version: "" };
}
