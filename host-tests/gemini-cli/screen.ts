import { openScreen, type Screen } from "../screen.ts";
import { type Request, requestIn, type Script, startGemini } from "./model.ts";
import { ARGUMENTS, environmentFor, type Place, PROGRAM, untilServed } from "./run.ts";

/** Gemini CLI on a terminal, for what a user can do only there, such as going back. */
export type GeminiScreen = Omit<Screen, "close"> & {
	/** Ends it, and returns every request for a reply. */
	readonly close: () => Promise<Request[]>;
};

/** Starts the real Gemini CLI on a terminal of its own, with a scripted model and every tool allowed. */
export function openGeminiCli({ home, project, environment, servers, ...script }: Script & Place): GeminiScreen {
	const model = startGemini({ ...script, begin: untilServed(servers, 1) });
	const screen = openScreen({
		command: ["node", PROGRAM, ...ARGUMENTS, "--approval-mode", "yolo"],
		folder: project,
		environment: { ...environmentFor(home, model.url), ...environment },
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
