import { type Request, requestIn, type Script, startGemini } from "./model.ts";
import { ARGUMENTS, environmentFor, type Place, PROGRAM } from "./run.ts";

/** Gemini CLI on a screen: for what a user can do only there, such as going back. */
export type Screen = {
	/** Waits until these words stand on the screen, then forgets what stood there. */
	readonly see: (words: string) => Promise<void>;
	/** Types a line and sends it. */
	readonly say: (line: string) => Promise<void>;
	/** Presses keys, one after the other. */
	readonly press: (...keys: readonly (keyof typeof KEYS)[]) => Promise<void>;
	/** Ends it, and gives every request for a reply. */
	readonly close: () => Promise<Request[]>;
};

const KEYS = { up: "\u001b[A", down: "\u001b[B", enter: "\r" } as const;

/** Starts the real Gemini CLI on a screen of its own, against a scripted model, with every tool allowed. */
export function openGeminiCli({ home, project, ...script }: Script & Place): Screen {
	const model = startGemini(script);
	const decoder = new TextDecoder();
	let seen = "";
	const child = Bun.spawn(["node", PROGRAM, ...ARGUMENTS], {
		cwd: project,
		env: { ...environmentFor(home, model.url), TERM: "xterm-256color" },
		terminal: {
			cols: 100,
			rows: 50,
			data: (_, bytes) => {
				seen += decoder.decode(bytes, { stream: true });
			},
		},
	});
	const write = async (keys: string): Promise<void> => {
		// Keys that come at once are taken for something pasted.
		await Bun.sleep(PAUSE);
		child.terminal?.write(keys);
	};
	return {
		see: async (words) => {
			for (let waited = 0; !plain(seen).includes(words); waited += PAUSE) {
				if (waited > PATIENCE) {
					child.kill();
					throw new Error(`Gemini CLI does not show "${words}": ${plain(seen).slice(-2000)}`);
				}
				await Bun.sleep(PAUSE);
			}
			seen = "";
		},
		say: async (line) => {
			await write(line);
			await write(KEYS.enter);
		},
		press: async (...keys) => {
			for (const key of keys) await write(KEYS[key]);
		},
		close: async () => {
			child.kill();
			await child.exited;
			await model.close();
			return model.asked.flatMap((asked) => requestIn(asked) ?? []);
		},
	};
}

const PAUSE = 400;
const PATIENCE = 30_000;

/** What stands on the screen, without the signs that move and colour it. */
function plain(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	return text.replaceAll(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b[\]P][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, "");
}
