import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const PLACES = resolve(import.meta.dirname, "places.ts");

/** What a process takes for the home that has this one in its environment. */
function homeWith(HOME: string): string {
	const script = `import { homeFolder } from ${JSON.stringify(PLACES)}; console.log(homeFolder() ?? "none");`;
	const options = { env: { PATH: process.env.PATH, HOME }, encoding: "utf8" } as const;
	return spawnSync(process.execPath, ["-e", script], options).stdout.trim();
}

test("the home is where the environment says, if that is a whole path", () => {
	expect(homeWith("/a home")).toBe("/a home");
});

test.each(["", "a-home", "./a-home"])("the home is never a folder of wherever somebody works: %j", (HOME) => {
	expect(homeWith(HOME)).toMatch(/^(\/.*|none)$/);
});
