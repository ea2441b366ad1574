import type { EnvironmentVariables, Settings } from "../config/types.ts";
import type { Policy } from "../core/policy.ts";
import type { AnswerRecord } from "../store/record.ts";
import type { McpServer } from "../wire/mcp-server.ts";

/** What of ibid runs while a host works. */
export type HostRuntime = {
	/** What answers its hooks. */
	readonly hooks: (around: RuntimeDeps) => Promise<HostHooks>;
	/** What its server does, where that is not to answer hooks alone. */
	readonly server?: (around: ServerDeps) => Promise<ServedTools>;
	/** A tool that its model may be offered besides, where the user asks for one. */
	readonly offer?: () => Promise<OfferedTool>;
	/** Puts into the record what hooks that the host has killed could not write. Never throws. */
	readonly settle?: (around: Pick<RuntimeDeps, "state" | "now" | "isAlive">) => void;
};

/** What answers the hooks of a host; an empty object lets the host go on by itself. */
export type HostHooks = { handle(event: unknown): Promise<object> };

/** What a runtime is given: the user's folders, what the user wants in a directory, and the effects. */
export type RuntimeDeps = {
	readonly home: string;
	/** The folder in which ibid keeps its state. */
	readonly state: string;
	readonly environment: EnvironmentVariables;
	readonly record: AnswerRecord;
	readonly settings: (directory: string) => Settings;
	readonly prefer: (policy: Policy, directory: string) => Policy;
	readonly isGuarded: (directory: string) => boolean;
	readonly now: () => number;
	readonly wait: (milliseconds: number) => Promise<void>;
	/** Does something a moment later, when no host waits; a failure is met again when it matters. */
	readonly later: (work: () => void) => void;
	readonly isAlive: (process: number) => boolean;
};

/** What a server of its own is given. */
export type ServerDeps = Pick<RuntimeDeps, "home" | "state" | "environment" | "now" | "isAlive"> & {
	/** Does something when the process ends, however that comes. */
	readonly atEnd: (work: () => void) => void;
};

/** The tools of a server. */
export type ServedTools = Omit<McpServer, "name" | "version">;

/** A tool that the model may call. */
export type OfferedTool = {
	readonly name: string;
	readonly tool: ServedTools["listed"][number];
	readonly call: (input: object) => string | Promise<string>;
};
