import type { AnyKey, EnvironmentVariables, Settings } from "../config/types.ts";
import type { LogReader } from "../conversation/types.ts";
import type { HostInstaller } from "../install/types.ts";
import type { DeliveryTerms } from "../lean/deliver.ts";
import type { HostName, Tools } from "../lens/types.ts";
import { everyRequestLimits, type Limits } from "../limits/limits.ts";
import type { AnswerRecord } from "../store/record.ts";
import type { Way } from "../store/record-lines.ts";
import type { McpServer } from "../wire/mcp-server.ts";
import type { HookOutlines } from "./hook-outlines.ts";
import type { HostRunner } from "./runner.ts";

/**
 * Everything that ibid knows about a host. Whatever takes time to load is behind a function, so the list of hosts costs
 * a hook nothing.
 */
export type HostDefinition = {
	/** The name in commands, settings, the record and reports. */
	readonly name: HostName;
	/** The name as people write it. */
	readonly title: string;
	/** Where its logs are by default; the folders need not exist. */
	readonly logs: (home: string, environment: EnvironmentVariables) => readonly LogPlace[];
	/** The environment variable with which the user moves them. */
	readonly variable: string;
	/** Settings that only this host has. */
	readonly keys?: readonly AnyKey[];
	/** Tokens that tools of ibid add to every request. */
	readonly declares: number;
	/** Why ibid can replace only the results that `limits` allows. */
	readonly beyond: string;
	/** What is needed to audit its sessions. */
	readonly knowledge: () => Promise<HostKnowledge>;
	/** Answers its hooks and servers; absent if ibid runs inside the host, or only reads its logs. */
	readonly runtime?: () => Promise<HostRuntime>;
	/** Whether it shows the output of our status line command while it works. */
	readonly hasStatusLine?: true;
	/** Whether its hooks call a server of ours, which runs as long as the session. */
	readonly hasServer?: true;
	/** Whether we can offer its model a tool that reads files. */
	readonly offersRead?: true;
	/** How `ibid run` starts it with ibid between it and its API; absent if that was not tried. */
	readonly runner?: () => Promise<HostRunner>;
	/** Installs ibid and removes it; absent if ibid only reads its logs. */
	readonly installer?: () => Promise<HostInstaller>;
};

/** A folder of logs, and which files in it are logs, by their relative paths. */
export type LogPlace = { readonly folder: string; readonly isLog: (path: string) => boolean };

/** What an audit needs to know about a host. */
export type HostKnowledge = {
	/** Its tools in a version; if the version is unknown, those of the newest one we know. */
	readonly tools: (version: string) => Tools;
	/** The same as far as a request alone tells, whatever the version. */
	readonly requestTools: Tools;
	readonly limits: Limits;
	readonly prices: TokenPrices;
	readonly reader: LogReader;
	readonly record: RecordTraits;
	/** How ibid usually comes between the host and its model: by hooks, or by a plugin in the host, if absent. */
	readonly usualWay?: Way;
	/** Whether its hooks refuse blind writes under `ibid run`. */
	readonly isGuardedUnderRun?: true;
};

/** Prices of tokens, in units of plain input tokens. */
export type TokenPrices = { readonly write: number; readonly read: number; readonly output: number };

/** True of most providers; the price of output is an assumption. */
export const USUAL_PRICES: TokenPrices = { write: 1, read: 0.1, output: 8 };

/** How ibid's record and the host's log belong together. */
export type RecordTraits = {
	/** Whether hooks get the ids of calls; if not, a result is recognised by its text alone. */
	readonly namesCalls: boolean;
	/** Whether the log keeps the tool's own answer and not what was sent instead. */
	readonly keepsOriginals: boolean;
};

/** A host as an audit knows it. */
export type KnownHost = Pick<HostDefinition, "name" | "title" | "declares"> & HostKnowledge;

/** A host as `ibid run` has it: every request passes, and the host itself knows nothing of it. */
export function underRun(host: KnownHost): KnownHost {
	const record = { namesCalls: host.record.namesCalls, keepsOriginals: true };
	return { ...host, declares: 0, tools: () => host.requestTools, limits: everyRequestLimits, record };
}

/** A host by the way in which ibid comes in, or by the usual one. */
export function byWay(host: KnownHost, way: Way = host.usualWay ?? "hooks"): KnownHost {
	return way === "run" ? underRun(host) : host;
}

/** Whether first views may be outlines there: every request must pass, and a guard must refuse blind writes. */
export function mayFold({ limits, isGuardedUnderRun }: KnownHost, way: Way): boolean {
	return way === "run" ? isGuardedUnderRun === true : limits.together;
}

/** Hosts by their names, in the order in which reports list them. */
export type HostCatalog = ReadonlyMap<HostName, KnownHost>;

/** A host that must exist, because one of its logs was read. */
export function hostIn(hosts: HostCatalog, name: HostName): KnownHost {
	const host = hosts.get(name);
	if (!host) throw new Error(`unknown host ${name}`);
	return host;
}

/** Whether a path, with "/" between folders, matches. */
export function pathLike(pattern: RegExp): LogPlace["isLog"] {
	return (path) => pattern.test(path.replaceAll("\\", "/"));
}

/** What ibid runs while a host works. */
export type HostRuntime = {
	/** Answers its hooks. */
	readonly hooks: (around: RuntimeDeps) => Promise<HostHooks>;
	/** Answers them under `ibid run`: only writes are guarded. */
	readonly guard: (around: GuardDeps) => Promise<HostHooks>;
	/** An extra tool for its model, if the user asks for one. */
	readonly offer?: () => Promise<OfferedTool>;
};

/** Answers the hooks of a host; an empty object lets the host go on as without ibid. */
export type HostHooks = { handle(event: unknown): Promise<object> };

/** What a runtime gets: the user's folders, the user's settings for a directory, and the effects. */
export type RuntimeDeps = {
	readonly home: string;
	/** The folder in which ibid keeps its state. */
	readonly state: string;
	readonly environment: EnvironmentVariables;
	readonly record: AnswerRecord;
	readonly settings: (directory: string) => Settings;
	readonly prefer: (terms: DeliveryTerms, directory: string) => DeliveryTerms;
	readonly isGuarded: (directory: string) => boolean;
	/** How to fold files, where a guard refuses blind writes. */
	readonly outlines?: HookOutlines;
	readonly now: () => number;
	readonly wait: (milliseconds: number) => Promise<void>;
	/** Does something a moment later, when no host waits; a failure shows up again when it matters. */
	readonly later: (work: () => void) => void;
};

/** What a guard gets. */
export type GuardDeps = Pick<RuntimeDeps, "record" | "isGuarded" | "now">;

/** The tools of a server. */
export type ServedTools = Omit<McpServer, "name" | "version">;

/** A tool that the model may call. */
type OfferedTool = {
	readonly name: string;
	readonly tool: ServedTools["listed"][number];
	readonly call: (input: object) => string | Promise<string>;
};
