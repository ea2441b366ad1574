import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bodies } from "../../contracts/gateway-bodies.ts";
import { connections } from "../../contracts/gateway-connections.ts";
import { faults } from "../../contracts/gateway-faults.ts";
import { play } from "../../contracts/gateway-fixture.ts";
import { outgoing } from "../../contracts/gateway-outgoing.ts";
import { passes } from "../../contracts/gateway-passes.ts";

const suites = { passes, bodies, connections, faults, outgoing };

describe.each(Object.entries(suites))("a gateway: %s", (_, scenes) => {
	test.each(Object.entries(scenes))("%s", (_, scene) => play(scene));
});

test("all this is so under Node", () => {
	const folder = mkdtempSync(join(tmpdir(), "ibid-gateway-node-"));
	const bundle = join(folder, "run.mjs");
	const run = join(import.meta.dir, "../../contracts/gateway-run.ts");
	try {
		execFileSync(process.execPath, ["build", run, "--target=node", `--outfile=${bundle}`]);
		const { played, failed } = JSON.parse(execFileSync("node", [bundle], { encoding: "utf8" }));
		expect(failed).toEqual([]);
		expect(played).toBeGreaterThan(Object.values(suites).flatMap((scenes) => Object.keys(scenes)).length);
	} finally {
		rmSync(folder, { recursive: true });
	}
}, 60_000);
