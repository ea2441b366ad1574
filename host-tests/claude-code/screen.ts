import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentOf } from "../program.ts";
import { openScreen, type Screen } from "../screen.ts";
import { requestIn, type Script, startClaude } from "./model.ts";
import { type Outcome, type Session, settingsOf, startOf } from "./run.ts";

/** Claude Code on a terminal, for what a user can do only there, such as going back. */
export type ClaudeScreen = Omit<Screen, "close"> & {
	/** Waits until the log has these words too, which comes a moment after the screen. */
	readonly written: (words: string) => Promise<void>;
	/** Ends it, and returns every request for a reply. */
	readonly close: () => Promise<Outcome>;
};

/** Starts the real Claude Code on a terminal of its own, with a scripted model and every tool allowed. */
export function openClaudeCode({
	home,
	project,
	version = "2.1.325",
	args = [],
	run,
	...script
}: Script & Pick<Session, "home" | "project" | "version" | "args" | "run">): ClaudeScreen {
	const model = startClaude(script);
	const before = new Set(logsIn(home));
	answerQuestions(home, project);
	const start = startOf(version, ["--permission-mode", "bypassPermissions", ...args], run);
	const screen = openScreen({
		command: [start.program, ...start.args],
		folder: project,
		environment: { ...environmentOf(home), ...settingsOf(model.url), ...start.environment },
	});
	return {
		...screen,
		written: async (words) => {
			const isWritten = (): boolean =>
				logsIn(home).some((log) => !before.has(log) && readFileSync(log, "utf8").includes(words));
			for (let waited = 0; !isWritten(); waited += GLANCE) {
				if (waited > PATIENCE) throw new Error(`The log does not say "${words}".`);
				await Bun.sleep(GLANCE);
			}
		},
		close: async () => {
			await screen.close();
			await model.close();
			return { requests: model.asked.flatMap((asked) => requestIn(asked) ?? []), logs: logsIn(home) };
		},
	};
}

/** Answers in advance what the host asks at its first start. */
function answerQuestions(home: string, project: string): void {
	const settings = {
		hasCompletedOnboarding: true,
		theme: "dark",
		bypassPermissionsModeAccepted: true,
		customApiKeyResponses: { approved: ["none"], rejected: [] },
		projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
	};
	writeFileSync(join(home, ".claude.json"), JSON.stringify(settings));
}

const GLANCE = 50;
const PATIENCE = 30_000;

function logsIn(home: string): string[] {
	const folder = join(home, ".claude", "projects");
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
	return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}
