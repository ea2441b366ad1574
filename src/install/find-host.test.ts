import { expect, test } from "bun:test";
import { findHost, thisMachine } from "./machine.ts";

const machine = thisMachine("/nowhere", {}, "/nowhere");
const VERSION = /\d+\.\d+\.\d+/;

test("a host is where its program is, and of the version that it says", async () => {
	const found = { ...machine, find: () => process.execPath };
	expect(await findHost(found, "host", VERSION)).toEqual({ program: process.execPath, version: Bun.version });
});

test("what is not there, or says nothing like a version, is no host", async () => {
	expect(await findHost(machine, "host", VERSION)).toBeUndefined();
	expect(await findHost({ ...machine, find: () => process.execPath }, "host", /no such words/)).toBeUndefined();
});
