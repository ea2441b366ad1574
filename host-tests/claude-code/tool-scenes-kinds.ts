import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Call } from "./model.ts";
import { type Scene, says, saysAfter } from "./scenes.ts";
import { changeUnseen, NOTEBOOK, UNTOUCHED } from "./tool-scenes-files.ts";

/** Files that ibid leaves alone, each read twice. */
export const untouched: Scene = ({ read, bash }) => {
	const names = Object.keys(UNTOUCHED);
	const prepare = (project: string): void => {
		for (const [name, content] of Object.entries(UNTOUCHED)) writeFileSync(join(project, name), content);
	};
	const replies = [
		...names.map((name) => says(`This is ${name}:`, read(name))),
		says("Everything is read."),
		...names.map((name) => says(`This is ${name} again:`, read(name))),
		says("The secrets once more:", bash("cat .env")),
		says("Everything is read again."),
	];
	return [{ prepare, prompts: ["Read everything.", "Read it again."], replies }];
};

/** A notebook, read twice. */
export const notebook: Scene = ({ read }) => {
	const prepare = (project: string): void => writeFileSync(join(project, "notes.ipynb"), NOTEBOOK);
	const replies = [says("Once.", read("notes.ipynb")), says("Twice.", read("notes.ipynb")), says("It is read.")];
	return [{ prepare, prompts: ["Read the notebook twice."], replies }];
};

/** A file that changes but keeps its time stamp. */
export const same: Scene = ({ path, read }) => {
	const [before, after] = ["A clock that stands still", "A clock that does not move"];
	const replies = [
		says("Once.", read("src/clock.ts")),
		saysAfter(() => changeUnseen(path("src/clock.ts"), before, after), "Twice.", read("src/clock.ts")),
		says("It is another clock."),
	];
	const prepare = (project: string): void => changeUnseen(join(project, "src/clock.ts"), before, before);
	return [{ prepare, prompts: ["Read the clock twice."], replies }];
};

/** A tool of the user's own server. */
export const served: Scene = ({ bash }) => {
	const server = { command: process.execPath, args: [join(import.meta.dirname, "recipes.ts")] };
	const replies = [
		says("A recipe:", recipe("egg")),
		says("Another one:", recipe("ham")),
		says("They take a moment.", bash("sleep 0.3")),
		says("The first again:", recipe("egg")),
		says("Really:", recipe("egg")),
		says("That is how."),
	];
	const args = ["--mcp-config", JSON.stringify({ mcpServers: { recipes: server } })];
	return [{ args, prompts: ["How is it cooked?"], replies }];
};

/** A call of the tool of the user's own server. */
export function recipe(dish: string): Call {
	return { tool: "mcp__recipes__recipe", input: { dish } };
}
