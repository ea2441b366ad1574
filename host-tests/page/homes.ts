import { join } from "node:path";
import { makeFolder } from "../folders.ts";
import { putLivedSession } from "./lived.ts";
import { fileText, put, turnsOf } from "./logs.ts";

/** A home with a session in which ibid was at work, and one whose texts would like to be more than texts. */
export function makeHome(): string {
	const home = makeFolder("home");
	putLivedSession(home, { session: "lived", project: "/home/you/timer", start: Date.now() - 3_600_000 });
	const told = { session: "hostile", project: `/home/you/${HOSTILE}`, start: Date.now() - 7_200_000 };
	const text = `${fileText("clock", 60)}\n61\t${HOSTILE}`;
	const readings = [1, 2].map(() => ({ path: `/home/you/${HOSTILE}.ts`, text }));
	put(join(home, ".claude", "projects", "hostile", "hostile.jsonl"), turnsOf(told, readings));
	return home;
}

/** A text that would run if it were taken for more. */
export const HOSTILE = '</script><img src=x onerror="alert(1)"><script>alert(2)</script>';

/** A home with so many sessions, in seven projects. */
export function makeBusyHome(sessions: number): string {
	const home = makeFolder("home");
	for (let at = 0; at < sessions; at++) {
		const told = { session: `s${at}`, project: `/home/you/project-${at % 7}`, start: Date.now() - at * 3_600_000 };
		const text = fileText(`step${at}`, 12 + (at % 30));
		const readings = [1, 2, 3].map(() => ({ path: `${told.project}/step.ts`, text }));
		put(join(home, ".claude", "projects", "many", `s${at}.jsonl`), turnsOf(told, readings));
	}
	return home;
}
