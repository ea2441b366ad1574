import type { HostRunner, RunnableHost } from "../runner.ts";

/** aider: it puts files into its prompts and declares no tools, so it has no tool results. */
export const aider: RunnableHost = { name: "aider", title: "aider", runner: async () => aiderRunner };

const aiderRunner: HostRunner = {
	programs: ["aider"],
	agent: "aider",
	plan: ({ args }) => ({
		kind: "start",
		upstreams: [],
		consents: [],
		notices: ["aider sends no tool results, so ibid has nothing to shorten and stays out of its way."],
		start: () => ({ args, environment: {} }),
	}),
	identify: () => undefined,
};
