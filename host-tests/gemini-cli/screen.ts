import { openScreen, type Screen } from "../screen.ts";
import { startedBy } from "../under-run.ts";
import { type Request, requestIn, type Script, startGemini } from "./model.ts";
import { ARGUMENTS, environmentFor, type Place, START } from "./run.ts";

/** Gemini CLI on a terminal, for what a user can do only there, such as going back. */
export type GeminiScreen = Omit<Screen, "close"> & {
	/** Ends it, and returns every request for a reply. */
	readonly close: () => Promise<Request[]>;
};

/** Starts the real Gemini CLI on a terminal of its own, with a scripted model and every tool allowed. */
export function openGeminiCli({ home, project, environment, underRun, ...script }: Script & Place): GeminiScreen {
	const model = startGemini(script);
	const started = startedBy(underRun, { program: START, args: [...ARGUMENTS, "--approval-mode", "yolo"] });
	const screen = openScreen({
		command: [started.program, ...started.args],
		folder: project,
		environment: { ...environmentFor(home, model.url), ...environment, ...started.environment },
	});
	return {
		...screen,
		close: async () => {
			await screen.close();
			await model.close();
			return model.asked.flatMap((asked) => requestIn(asked) ?? []);
		},
	};
}
