import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const PLACES = resolve(import.meta.dirname, "places.ts");

/** The home directory that a process finds with this one in its environment. */
function homeWith(HOME: string): string {
	const script = `import { homeFolder } from ${JSON.stringify(PLACES)}; console.log(homeFolder() ?? "none");`;
	const options = { env: { PATH: process.env.PATH, HOME }, encoding: "utf8" } as const;
	return spawnSync(process.execPath, ["-e", script], options).stdout.trim();
}

test("the home directory is taken from the environment if it is an absolute path", () => {
	expect(homeWith("/a home")).toBe("/a home");
});

test.each(["", "a-home", "./a-home"])(
	"the home directory is never a folder relative to the working directory: %j",
	(HOME) => {
		expect(homeWith(HOME)).toMatch(/^(\/.*|none)$/);
	},
);
