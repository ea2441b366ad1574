import type { EnvironmentVariables } from "../config/types.ts";
import type { RequestHead } from "../gateway/body.ts";

/**
 * How `ibid run` puts itself between a host and its API, for one process and without a trace. Each way was found by
 * running the host.
 */
export type HostRunner = {
	/** The names of the programs that people start. */
	readonly programs: readonly string[];
	/** How the host calls itself in its requests (`dialect/agents.ts`); undefined if each of them may be shortened. */
	readonly agent: string | undefined;
	/** Looks at the machine and at what was typed, and says how to start the host, or why ibid does not. */
	readonly plan: (situation: RunSituation) => RunPlan | Promise<RunPlan>;
	/** Whose request this is, by the host's own headers; undefined if it may be of a tool that the host started. */
	readonly identify: (head: RequestHead) => RequestOwner | undefined;
};

/** What a person typed behind the program, and where. */
export type RunSituation = {
	readonly home: string;
	readonly environment: EnvironmentVariables;
	readonly directory: string;
	readonly args: readonly string[];
	/** The program to start, as found on the PATH. */
	readonly program: string;
	/** A command line that answers hooks of this host, in exec form: for hosts that take hooks for one process. */
	readonly hookCommand: readonly string[];
	/** The folder of what was built of this program; undefined if it runs from its sources. */
	readonly built?: string | undefined;
};

/** How to start a host, or why not. */
export type RunPlan =
	| { readonly kind: "refused"; readonly why: string }
	| {
			readonly kind: "start";
			/** The APIs that the host would speak to, each of which gets a gateway; also what the user set already. */
			readonly upstreams: readonly RunUpstream[];
			/** What the user must agree to first. */
			readonly consents: readonly RunConsent[];
			/** What the host does otherwise when it is run so, a sentence each: printed once before it starts. */
			readonly notices: readonly string[];
			/** A guard refuses writes in this run, so that large files may be folded. */
			readonly isGuarded?: boolean;
			/** Arguments and variables of the child; a variable that is undefined is removed. `urls` are the gateways. */
			readonly start: (urls: readonly string[]) => RunStart;
	  };

/** The address of an API, and what happens to WebSockets on the way. */
export type RunUpstream = {
	readonly address: string;
	readonly webSocket?: "refuse" | "ignore";
	/** The variables that name the user's own proxy and certificates; those of ibid itself, if not given. */
	readonly outgoing?: EnvironmentVariables;
};

/** Something that only the user can know or decide. */
export type RunConsent = {
	/** `unmanaged`: no organisation's rules apply. `subscription`: the requests go with a login, not with a key. */
	readonly kind: "unmanaged" | "subscription";
	/** What ibid does, in a sentence or two; a question is put behind it. */
	readonly words: string;
};

/** How a child is started. */
export type RunStart = { readonly args: readonly string[]; readonly environment: EnvironmentVariables };

/** The session of a request, and the sub-agent in it; empty for the main agent. */
export type RequestOwner = { readonly session: string; readonly agent: string; readonly version: string };

/** A host as far as `ibid run` must know it. */
export type RunnableHost = {
	/** In the record and in reports. */
	readonly name: string;
	/** As people write it. */
	readonly title: string;
	readonly runner: () => Promise<HostRunner>;
};
