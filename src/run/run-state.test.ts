import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRunState } from "./run-state.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-state-"));
afterAll(() => rmSync(base, { recursive: true }));

test("a run keeps its record where ibid keeps its state", () => {
	const home = mkdtempSync(join(base, "home-"));
	const folder = join(home, ".local", "state", "ibid");
	mkdirSync(folder, { recursive: true });
	const state = openRunState(home, {});
	expect(state).toMatchObject({ folder, environment: {} });
	state.end();
	expect(existsSync(folder)).toBe(true);
});

test("a run keeps its record where the user says, also if nothing is there yet", () => {
	const folder = join(base, "said");
	expect(openRunState(base, { IBID_STATE: folder })).toMatchObject({ folder, environment: {} });
});

test("where ibid has no state, the record of a run is private, and goes with the run", () => {
	const state = openRunState(base, { IBID_STATE: "relative" });
	expect(state.environment).toEqual({ IBID_STATE: state.folder });
	expect(statSync(state.folder).mode & 0o777).toBe(0o700);
	state.end();
	expect(existsSync(state.folder)).toBe(false);
	expect(existsSync(join(base, ".local"))).toBe(false);
});
