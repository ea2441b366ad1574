import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

test("the demo runs on Node, and every answer in it is rebuilt", () => {
	const folder = mkdtempSync(join(tmpdir(), "ibid-node-"));
	const bundle = join(folder, "demo.mjs");
	const demo = fileURLToPath(new URL("./demo.ts", import.meta.url));
	try {
		execFileSync(process.execPath, ["build", demo, "--target=node", `--outfile=${bundle}`]);
		const printed = execFileSync("node", [bundle], { encoding: "utf8" });
		expect(printed).toContain("[ibid] lines 1-10 as last shown by Read; lines 11-15 as in your edit, beginning ");
		expect(printed.match(/rebuilt from the window/g)).toHaveLength(2);
		expect(printed).toMatch(/\d+ tokens without ibid, \d+ with it, notes included: \d+% less/);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
