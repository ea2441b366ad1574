import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

/** What a program that folds files by their lines and braces makes of a text. */
export type OtherView = {
	readonly text: string;
	/** The lines that it does not show, counted from 1. */
	readonly hidden: ReadonlySet<number>;
};

/** The real `drip`, with a memory of its own that lasts until it is closed. */
export class Drip {
	readonly #root = mkdtempSync(join(tmpdir(), "ibid-drip-"));
	readonly #program: string;
	#count = 0;

	constructor(program: string) {
		this.#program = program;
	}

	/** Its first view of a text. It skips some folders by their names, so that it gets the text under another path. */
	view(path: string, text: string): OtherView {
		const folder = join(this.#root, "sources", String(this.#count++));
		mkdirSync(folder, { recursive: true });
		const file = join(folder, `source${extname(path)}`);
		writeFileSync(file, text);
		const said = this.#run(["read", file]);
		const shown = said.slice(said.indexOf("\n") + 1);
		if (!said.startsWith("[DRIP: ")) throw new Error(`drip says: ${said.slice(0, 200)}`);
		if (!said.startsWith("[DRIP: full read (semantic-compressed)")) return { text, hidden: new Set() };
		return { text: shown, hidden: hiddenIn(text, JSON.parse(this.#run(["source-map", "--json", file]))) };
	}

	close(): void {
		rmSync(this.#root, { recursive: true });
	}

	#run(args: string[]): string {
		const env = { PATH: process.env.PATH, DRIP_DATA_DIR: join(this.#root, "memory"), DRIP_SESSION_ID: "outlines" };
		const { stdout, exitCode } = Bun.spawnSync([this.#program, ...args], { env, cwd: this.#root, stderr: "ignore" });
		if (exitCode !== 0) throw new Error(`drip ${args.join(" ")} ended with ${exitCode}.`);
		return stdout.toString();
	}
}

type MapEntry = { readonly original_start: number; readonly original_end: number; readonly elided: boolean };

function hiddenIn(text: string, map: readonly MapEntry[]): Set<number> {
	const count = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
	const hidden = new Set(Array.from({ length: count }, (_, row) => row + 1));
	for (const { original_start, original_end, elided } of map)
		for (let line = original_start; !elided && line <= original_end; line++) hidden.delete(line);
	return hidden;
}
