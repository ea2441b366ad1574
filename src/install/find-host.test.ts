import { expect, test } from "bun:test";
import { findHost, thisMachine } from "./machine.ts";

const machine = thisMachine("/nowhere", {}, "/nowhere");
const VERSION = /\d+\.\d+\.\d+/;

test("a host is found by its program, with the version that the program prints", async () => {
	const found = { ...machine, find: () => process.execPath };
	expect(await findHost(found, "host", VERSION)).toEqual({ program: process.execPath, version: Bun.version });
});

test("a missing program, or one that prints no version, is not a host", async () => {
	expect(await findHost(machine, "host", VERSION)).toBeUndefined();
	expect(await findHost({ ...machine, find: () => process.execPath }, "host", /no such words/)).toBeUndefined();
});
