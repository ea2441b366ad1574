import type { Reply, Request, Script } from "../opencode/model.ts";
import { type Pi, type Place, type Session, startPi } from "./run.ts";

/**
 * What happens in a session. The user writes a prompt, and perhaps stops the reply as soon as a command runs; runs a
 * command of an extension or of ibid, or something in the shell that the model may get to see; has the session
 * compacted, or waits until the host has done so; goes back to before a prompt; or continues in a copy, in a new
 * session, or in another process. Or something happens that the host does not know of.
 */
export type Step =
	| Prompt
	| (Omit<Prompt, "kind"> & { readonly kind: "aborted" })
	| { readonly kind: "command"; readonly line: string }
	| { readonly kind: "ibid"; readonly line: string }
	| { readonly kind: "shell"; readonly command: string; readonly secret: boolean }
	| { readonly kind: "compact" }
	| { readonly kind: "compacted" }
	| { readonly kind: "back"; readonly to: string; readonly summed: boolean }
	| { readonly kind: "clone" }
	| { readonly kind: "new" }
	| { readonly kind: "resume" }
	| { readonly kind: "meanwhile"; readonly happens: (path: (name: string) => string) => void };

/** What the user says, and what the model replies. */
export type Prompt = Script & { readonly kind: "prompt"; readonly text: string };

/** Steps, and which texts come shortened in them. */
export type Scene = {
	readonly steps: readonly Step[];
	readonly shortened: readonly string[];
	/** Which of them stand shortened in the last request, if not all. */
	readonly atEnd?: readonly string[];
};

/** A process of pi and where it runs; whether it has ibid. */
export type Stage = { readonly place: Place; readonly pi: Pi; readonly hasIbid: boolean };

/** The sessions that were played, every request for a reply that was made in them, and what ibid told the user. */
export type Played = {
	readonly sessions: readonly Session[];
	readonly requests: readonly Request[];
	readonly told: readonly string[];
};

/** Plays steps in a session of their own. */
export async function play({ place, pi, hasIbid }: Stage, steps: readonly Step[]): Promise<Played> {
	await pi.ask("new_session");
	const sessions = new Map<string, Session>();
	const requests: Request[] = [];
	const told: string[] = [];
	let current = pi;
	for (const step of steps) {
		if (step.kind === "prompt") requests.push(...(await current.prompt(step.text, step)));
		if (step.kind === "aborted") requests.push(...(await current.abort(step.text, step)));
		if (step.kind === "ibid" && hasIbid) told.push(...(await current.command(step.line)));
		if (step.kind === "meanwhile") step.happens((name) => `${place.project}/${name}`);
		if (step.kind === "resume") current = await resume(place, current);
		await act(current, step);
		const session = await current.session();
		sessions.set(session.id, session);
	}
	if (current !== pi) await current.close();
	return { sessions: [...sessions.values()], requests, told };
}

/** Continues a session in a process of its own; the process before no longer has anything to do with it. */
async function resume(place: Place, before: Pi): Promise<Pi> {
	const session = await before.session();
	await before.ask("new_session");
	return startPi(place, session);
}

async function act(pi: Pi, step: Step): Promise<void> {
	if (step.kind === "command") await pi.command(step.line);
	if (step.kind === "shell") await pi.ask("bash", { command: step.command, excludeFromContext: step.secret });
	if (step.kind === "compact") await pi.ask("compact");
	if (step.kind === "compacted") await pi.compacted();
	if (step.kind === "back") await pi.command(`/${step.summed ? "back-summed" : "back"} ${step.to}`);
	if (step.kind === "clone") await pi.ask("clone");
	if (step.kind === "new") await pi.ask("new_session");
}

/** The user says something, and the model replies until it makes no more calls. */
export function prompt(text: string, ...replies: readonly Reply[]): Prompt {
	return { kind: "prompt", text, replies };
}

/** A reply of the model. */
export function says(text: string, ...calls: NonNullable<Reply["calls"]>): Reply {
	return { text, calls };
}

/** A reply of a model that has read nearly as much as it can. */
export function full(reply: Reply): Reply {
	return { ...reply, tokens: 190_000 };
}

/** Something happens that the host does not know of. */
export function meanwhile(happens: (path: (name: string) => string) => void): Step {
	return { kind: "meanwhile", happens };
}

/** The user wants to see a file again, or some of its lines. */
export function refresh(words: string): Step {
	return { kind: "ibid", line: `/ibid-refresh ${words}` };
}

/** The user goes back to before a prompt. */
export function back(to: string): Step {
	return { kind: "back", to, summed: false };
}
