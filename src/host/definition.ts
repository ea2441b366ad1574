import type { AnyKey, EnvironmentVariables, Settings } from "../config/types.ts";
import type { LogReader, RecordedResult } from "../conversation/types.ts";
import type { Policy } from "../core/policy.ts";
import type { HostInstaller } from "../install/types.ts";
import type { HostName, Tools } from "../lens/types.ts";
import type { Limits } from "../limits/limits.ts";
import type { AnswerRecord } from "../store/record.ts";
import type { McpServer } from "../wire/mcp-server.ts";

/**
 * All that ibid has to do with a host. Everything that takes time to load stands behind a function, so that the list of
 * hosts costs a hook nothing.
 */
export type HostDefinition = {
	/** As commands, settings, the record and reports spell it. */
	readonly name: HostName;
	/** As people write it. */
	readonly title: string;
	/** Where its logs are, unless the user has moved them; the folders need not exist. */
	readonly logs: (home: string, environment: EnvironmentVariables) => readonly LogPlace[];
	/** The variable by which the user moves them. */
	readonly variable: string;
	/** Settings that only this host has. */
	readonly keys?: readonly AnyKey[];
	/** Tokens that tools of ibid add to every request. */
	readonly declares: number;
	/** Why ibid replaces no results but those that `limits` allows. */
	readonly beyond: string;
	/** Files that its runtime keeps in the state folder, in a folder that is named after the host. */
	readonly keeps?: RegExp;
	/** What is needed to audit its sessions. */
	readonly knowledge: () => Promise<HostKnowledge>;
	/** What answers its hooks and servers; absent where ibid runs inside the host, or only reads its logs. */
	readonly runtime?: () => Promise<HostRuntime>;
	/** Whether it shows a line of a command of ours while it works. */
	readonly hasStatusLine?: true;
	/** Whether its model can be offered a tool that reads files. */
	readonly offersRead?: true;
	/** How ibid gets into it and out of it; absent where ibid only reads its logs. */
	readonly installer?: () => Promise<HostInstaller>;
};

/** A folder of logs, and which files under it are logs, by their path from there. */
export type LogPlace = { readonly folder: string; readonly isLog: (path: string) => boolean };

/** What an audit has to know of a host. */
export type HostKnowledge = {
	/** Its tools in a version; where that is unknown, those of the newest one that we know. */
	readonly tools: (version: string) => Tools;
	readonly limits: Limits;
	readonly prices: TokenPrices;
	readonly reader: LogReader;
	readonly record: RecordTraits;
};

/** What tokens cost, in tokens of plain input. */
export type TokenPrices = { readonly write: number; readonly read: number; readonly output: number };

/** What holds for most providers; how much output costs is an assumption. */
export const USUAL_PRICES: TokenPrices = { write: 1, read: 0.1, output: 8 };

/** How the record of ibid and the log of a host go together. */
export type RecordTraits = {
	/** Hooks are told the ids of calls; else a result is known again by its text alone. */
	readonly namesCalls: boolean;
	/** The log keeps what tools answered, and not what was sent in its place. */
	readonly keepsOriginals: boolean;
	/** A result in the log as ibid asked for it, where the host puts something of its own around it. */
	readonly asAsked?: (result: RecordedResult, tool: string) => RecordedResult;
};

/** A host as an audit knows it. */
export type KnownHost = Pick<HostDefinition, "name" | "title" | "declares"> & HostKnowledge;

/** Hosts by their names, in the order in which reports list them. */
export type HostCatalog = ReadonlyMap<HostName, KnownHost>;

/** A host that must be there, since a log of it was read. */
export function hostIn(hosts: HostCatalog, name: HostName): KnownHost {
	const host = hosts.get(name);
	if (!host) throw new Error(`unknown host ${name}`);
	return host;
}

/** Whether a path, with "/" between folders, matches. */
export function pathLike(pattern: RegExp): LogPlace["isLog"] {
	return (path) => pattern.test(path.replaceAll("\\", "/"));
}

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
type OfferedTool = {
	readonly name: string;
	readonly tool: ServedTools["listed"][number];
	readonly call: (input: object) => string | Promise<string>;
};
