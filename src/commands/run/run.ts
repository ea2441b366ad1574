import { delimiter, join } from "node:path";
import { RUN_SUBSCRIPTION } from "../../config/keys.ts";
import { followConfig } from "../../config/load.ts";
import { userFile } from "../../config/places.ts";
import type { Settings } from "../../config/types.ts";
import { RUN_VARIABLE } from "../../config/under-run.ts";
import { newRecorder } from "../../gateway/record.ts";
import { type Gateway, newGateway } from "../../gateway/server.ts";
import { APIS, anyAgent } from "../../host/any-agent.ts";
import type { HostRunner, RunConsent, RunnableHost, RunPlan } from "../../host/runner.ts";
import { RUN_HOSTS } from "../../hosts.ts";
import { type ChildProgram, runChild } from "../../run/child.ts";
import { newFoldingRewriter, newRewriter } from "../../run/rewriter.ts";
import { openRunState } from "../../run/run-state.ts";
import { builtFolder, ownFile } from "../../runtime/program.ts";
import { UserError } from "../../runtime/user-error.ts";
import { openRecord } from "../../store/record.ts";
import { lazyOutliner } from "../../symbol/lazy-outliner.ts";
import type { Outliner } from "../../transform/sessions.ts";
import { statIf } from "../../wire/system-error.ts";
import type { Arguments } from "../command-line/parse.ts";
import { setKey } from "../config/edit-settings.ts";
import { askUser } from "../install/install-host.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Runs an agent with ibid between it and its API, on this machine and for this run. Returns the agent's exit code. */
export async function run(args: Arguments, terminal: Terminal): Promise<number> {
	const [command = "", ...typed] = args.positionals;
	const { host, runner } = await hostFor(command, args.text("api"));
	const { home, environment } = terminal;
	const directory = process.cwd();
	const program = programFor(command, environment.PATH ?? "");
	// This very program: ibid need not be installed.
	const hookCommand = [...terminal.worker.slice(0, -1), "hook", host.name];
	const built = ownFile().endsWith(".ts") ? undefined : builtFolder(process.argv[1] ?? "");
	const plan = await runner.plan({ home, environment, directory, args: typed, program, hookCommand, built });
	if (plan.kind === "refused") throw new UserError(`ibid run does not start ${host.title}: ${plan.why}`);
	const { now: settings } = followConfig({ home, environment, hosts: [host] }, ownFile());
	await agreeTo(plan.consents, args.flag("unmanaged"), settings(directory), terminal);
	for (const notice of plan.notices) terminal.say(`ibid: ${notice}`);
	const state = openRunState(home, environment);
	try {
		const deps = {
			...{ host: host.name, runner, settings: () => settings(directory), now: Date.now },
			record: openRecord(state.folder, `run-${process.pid}-${Date.now().toString(36)}`),
		};
		const rewrite = plan.isGuarded ? newFoldingRewriter(deps, outlinerOfProgram()) : newRewriter(deps);
		return await runThrough(await openGateways(plan, rewrite, args.text("record")), (urls) => {
			const { args, environment: changes } = plan.start(urls);
			const own = { ...state.environment, [RUN_VARIABLE]: "1" };
			return { program, args, environment: { ...environment, ...changes, ...own } };
		});
	} finally {
		state.end();
	}
}

async function runThrough(
	gateways: readonly Gateway[],
	childFor: (urls: readonly string[]) => ChildProgram,
): Promise<number> {
	try {
		return await runChild(childFor(gateways.map(({ url }) => url)));
	} finally {
		await Promise.all(gateways.map(({ close }) => close()));
	}
}

function outlinerOfProgram(): Outliner {
	return lazyOutliner(async () => {
		const { builtOutliner } = await import("../../symbol/built-outliner.ts");
		return builtOutliner(builtFolder(process.argv[1] ?? ""));
	});
}

type RunHost = { readonly host: RunnableHost; readonly runner: HostRunner };

async function hostFor(command: string, api: string | undefined): Promise<RunHost> {
	if (command === "") throw new UserError("ibid run needs a command: ibid run -- claude");
	const name = command.replace(/^.*[\\/]/, "").replace(/\.(?:exe|cmd)$/i, "");
	const programs: string[] = [];
	for (const host of RUN_HOSTS) {
		const runner = await host.runner();
		programs.push(...runner.programs);
		if (!runner.programs.includes(name)) continue;
		if (api !== undefined) throw new UserError(`ibid run knows ${name} and finds its API: leave out --api.`);
		return { host, runner };
	}
	const told = api === undefined ? undefined : APIS[api];
	if (told === undefined)
		throw new UserError(
			`ibid run does not know ${name}: it knows ${programs.join(", ")}. For another program say with --api which API it uses.`,
		);
	const host = anyAgent(name, told);
	return { host, runner: await host.runner() };
}

function programFor(command: string, path: string): string {
	if (/[\\/]/.test(command)) return command;
	const found = path.split(delimiter).find((folder) => folder !== "" && statIf(join(folder, command))?.isFile());
	if (found === undefined) throw new UserError(`There is no program ${command} on your PATH.`);
	return join(found, command);
}

/**
 * Asks for what only the user can decide; without a terminal the option or the setting must say it. That a subscription
 * may be used is asked once and kept in the settings.
 */
async function agreeTo(
	consents: readonly RunConsent[],
	isUnmanaged: boolean,
	{ config }: Settings,
	terminal: Terminal,
): Promise<void> {
	const isGiven = { unmanaged: isUnmanaged, subscription: config.run.subscription };
	for (const { kind, words } of consents) {
		if (isGiven[kind]) continue;
		const answer = await askUser(`${words} Go on? [y/N] `, terminal.interrupt);
		if (answer === undefined) throw new UserError(`${words} ${HOW[kind]}`);
		if (!/^y/i.test(answer)) throw new UserError("Nothing was started.");
		if (kind === "subscription")
			setKey(userFile(terminal.home, terminal.environment), RUN_SUBSCRIPTION, true, terminal);
	}
}

const HOW: Readonly<Record<RunConsent["kind"], string>> = {
	unmanaged: "If no organisation's rules apply to you, say so with --unmanaged.",
	subscription: `To agree: ibid config set ${RUN_SUBSCRIPTION} true`,
};

async function openGateways(
	{ upstreams }: Extract<RunPlan, { kind: "start" }>,
	rewrite: Parameters<typeof newGateway>[0]["rewrite"],
	file: string | undefined,
): Promise<Gateway[]> {
	const recorder = file === undefined ? undefined : newRecorder(file);
	const opened: Gateway[] = [];
	for (const { address, webSocket = "refuse", outgoing: env } of upstreams) {
		const more = { ...(recorder && { recorder }), ...(env && { env }) };
		try {
			opened.push(await newGateway({ upstream: address, rewrite, webSocket, ...more }));
		} catch (error) {
			throw new UserError(error instanceof Error ? error.message : String(error));
		}
	}
	return opened;
}
