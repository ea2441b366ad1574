import { stripVTControlCharacters } from "node:util";

/** A program on a terminal of its own, for what a user can do only there. */
export type Screen = {
	/**
	 * Waits until these words, or similar letters, were printed, however far apart, then forgets everything up to them.
	 */
	readonly see: (words: string | RegExp) => Promise<void>;
	/** Types a line and sends it. */
	readonly say: (line: string) => Promise<void>;
	/** Presses keys, one after another. */
	readonly press: (...keys: readonly Key[]) => Promise<void>;
	/** Waits until the program has ended; returns its exit code. */
	readonly ended: () => Promise<number>;
	/** Ends the program. */
	readonly close: () => Promise<void>;
};

/** A key that is not a letter. */
export type Key = keyof typeof KEYS;

const KEYS = {
	up: "\u001b[A",
	down: "\u001b[B",
	enter: "\r",
	escape: "\u001b",
	interrupt: "\u0003",
	end: "\u0004",
} as const;

/** What to start, with its arguments, and where. */
export type OnScreen = {
	readonly command: readonly string[];
	readonly folder: string;
	readonly environment: Readonly<Record<string, string>>;
};

/** Starts a program on a screen. */
export function openScreen({ command, folder, environment }: OnScreen): Screen {
	const decoder = new TextDecoder();
	let seen = "";
	let forgotten = 0;
	const unforgotten = (): string => lettersOf(seen).slice(forgotten);
	const child = Bun.spawn([...command], {
		cwd: folder,
		env: { ...environment, TERM: "xterm-256color" },
		terminal: {
			cols: 100,
			rows: 50,
			data: (_, bytes) => {
				seen += decoder.decode(bytes, { stream: true });
			},
		},
	});
	const write = async (keys: string): Promise<void> => {
		// Keys that come all at once are taken for a paste.
		await Bun.sleep(PAUSE);
		child.terminal?.write(keys);
	};
	return {
		see: async (words) => {
			let end = endOf(words, unforgotten());
			for (let waited = 0; end === undefined; waited += GLANCE) {
				if (waited > PATIENCE) {
					child.kill();
					throw new Error(`The screen does not show "${words}": ${unforgotten().slice(-2000)}`);
				}
				await Bun.sleep(GLANCE);
				end = endOf(words, unforgotten());
			}
			// What comes next may have been printed at the same moment.
			forgotten += end;
		},
		say: async (line) => {
			const before = seen.length;
			const isShown = (): boolean => lettersOf(seen.slice(before)).includes(lettersOf(line));
			await write(line);
			// A busy program might take the line and the key that sends it at once, and so for something pasted.
			for (let waited = 0; !isShown() && waited < SHOWN_BY; waited += GLANCE) await Bun.sleep(GLANCE);
			await write(KEYS.enter);
		},
		press: async (...keys) => {
			for (const key of keys) await write(KEYS[key]);
		},
		ended: () => child.exited,
		close: async () => {
			child.kill();
			await child.exited;
		},
	};
}

const PAUSE = 250;
const GLANCE = 50;
const PATIENCE = 30_000;
/** Not every line that is typed is shown just so. */
const SHOWN_BY = 3_000;

/** Where printed words end, the last time if they were printed several times; undefined if they were not. */
function endOf(words: string | RegExp, letters: string): number | undefined {
	const pattern = typeof words === "string" ? RegExp.escape(lettersOf(words)) : words.source;
	const last = [...letters.matchAll(new RegExp(pattern, "g"))].at(-1);
	return last && last.index + last[0].length;
}

/** What is on the screen, without control sequences and without blanks, because some blanks are cursor moves. */
function lettersOf(text: string): string {
	return stripVTControlCharacters(text).replaceAll(/\s+/g, "");
}
