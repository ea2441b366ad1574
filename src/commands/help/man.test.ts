import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { ALL_KEYS } from "../../hosts.ts";
import { COMMANDS } from "../command-line/commands.ts";
import { manPage } from "./man.ts";
import { ENVIRONMENT } from "./reference.ts";

const run = (program: string, ...args: string[]): { stdout: string; stderr: string } =>
	spawnSync(program, args, { input: manPage(), encoding: "utf8" });

test("the man page has its sections in the usual order", () => {
	const headings = [...manPage().matchAll(/^\.SH "(.*)"$/gm)].map(([, heading]) => heading);
	// biome-ignore format: one list
	expect(headings).toEqual(["NAME", "SYNOPSIS", "COMMANDS", "OPTIONS", "SETTINGS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"]);
});

test("no text of it is taken for a request of roff", () => {
	const requests = manPage().match(/^[.'].*/gm) ?? [];
	expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|PP|B|nh|ad) ?/.test(line))).toEqual([]);
	expect(manPage()).toMatch(/^[ -~\n]*$/);
	// Elsewhere than here groff may print other signs for these.
	expect(manPage()).toContain('"\\(ti/.claude/projects"');
	expect(manPage()).not.toMatch(/^[^.].*(?<!\\)[-~'`^]/m);
});

test.skipIf(!Bun.which("groff")).each(["utf8", "ascii"])(
	"groff prints it in %s without complaint (needs groff)",
	(device) => {
		const { stdout, stderr } = run("groff", "-man", "-ww", `-T${device}`, "-P-cbou", "-rLL=78n");
		expect(stderr).toBe("");
		const words = stdout.replaceAll(/\s+/g, " ");
		expect(words).toContain("NAME ibid - stops coding agents from");
		expect(words).toContain("SYNOPSIS ibid [COMMAND] [OPTIONS]");
		for (const { name } of [...COMMANDS, ...ENVIRONMENT]) expect(words).toContain(` ${name} `);
		for (const { examples, options } of COMMANDS) {
			for (const { line } of examples) expect(words).toContain(` ${line} `);
			for (const option of Object.keys(options)) expect(words).toContain(` --${option} `);
		}
		for (const { name, variable } of ALL_KEYS) expect(words).toMatch(new RegExp(` ${name} .*Variable: ${variable}\\.`));
		expect(words).toContain("~/.claude/projects");
	},
);

test.skipIf(!Bun.which("mandoc"))(
	"mandoc misses nothing but the date, which it is meant to do without (needs mandoc)",
	() => {
		const complaints = run("mandoc", "-T", "lint", "-W", "warning").stdout.trim().split("\n");
		expect(complaints).toEqual([expect.stringMatching(/ WARNING: missing date, using "": TH$/)]);
	},
);
