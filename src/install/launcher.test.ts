import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copyProgram, dropProgram, launcherIn, programIn, serverWords, withLauncher } from "./launcher.ts";
import { thisMachine } from "./machine.ts";
import type { Launcher } from "./types.ts";

const base = mkdtempSync(join(tmpdir(), "ibid launcher-"));
afterAll(() => rmSync(base, { recursive: true }));
let [root, data] = ["", ""];
beforeEach(() => {
	const folder = mkdtempSync(join(base, "a machine "));
	[root, data] = [join(folder, "some cache"), join(folder, "the data")];
	put("package.json", '{"name":"ibid","type":"module"}');
	put("dist/cli.js", 'console.log("of Node", process.argv[2]);');
	put("dist/part.js", "");
	put("plugins/pi/a.json", "{}");
	put("src/secret.ts", "");
});

const EXECUTABLE = `node_modules/ibid-${process.platform}-${process.arch}/ibid`;
const NODE = Bun.which("node") ?? "node";

function put(name: string, text: string): void {
	mkdirSync(dirname(join(root, name)), { recursive: true });
	writeFileSync(join(root, name), text);
}

test("the program is copied, with what it needs and no more, and works when its cache is gone", async () => {
	const launcher = copyProgram(root, data, NODE);
	rmSync(root, { recursive: true });
	expect(readdirSync(programIn(data)).sort()).toEqual(["dist", "package.json", "plugins"]);
	expect(launcher).toEqual({ program: NODE, args: [join(data, "program", "dist", "cli.js")], kind: "script" });
	const { output } = await thisMachine(data, process.env, data).run(launcher.program, [...launcher.args, "hook"]);
	expect(output).toBe("of Node hook\n");
});

test("an executable for this machine starts, if there is one", async () => {
	put(EXECUTABLE, '#!/bin/sh\necho compiled "$@"\n');
	put(join(dirname(EXECUTABLE), "package.json"), "{}");
	chmodSync(join(root, EXECUTABLE), 0o755);
	const launcher = copyProgram(root, data, NODE);
	rmSync(root, { recursive: true });
	expect(launcher).toEqual({ program: join(data, "program", "bin", "ibid"), args: [], kind: "executable" });
	expect(await thisMachine(data, process.env, data).run(launcher.program, ["hook"])).toMatchObject({
		output: "compiled hook\n",
	});
});

test("a copy replaces an older one, and nothing of the older one stays", () => {
	put(EXECUTABLE, "#!/bin/sh\n");
	expect(copyProgram(root, data, NODE).kind).toBe("executable");
	root = `${root} of the next version`;
	for (const name of ["package.json", "plugins/pi/a.json"]) put(name, '{"name":"ibid"}');
	put("dist/cli.js", "// new");
	expect(copyProgram(root, data, NODE).kind).toBe("script");
	expect(readdirSync(data)).toEqual(["program"]);
	expect(readdirSync(programIn(data), { recursive: true })).not.toContain(join("dist", "part.js"));
	expect(readFileSync(join(programIn(data), "dist", "cli.js"), "utf8")).toBe("// new");
});

test("a copy that cannot be made leaves the older one, and the next one repairs it", () => {
	const launcher = copyProgram(root, data, NODE);
	rmSync(join(root, "plugins"), { recursive: true });
	expect(() => copyProgram(root, data, NODE)).toThrow();
	expect(readdirSync(data)).toEqual(["program"]);
	expect(launcherIn(data, NODE)).toEqual(launcher);
	expect(existsSync(join(programIn(data), "plugins", "pi", "a.json"))).toBe(true);
	put("plugins/pi/b.json", "{}");
	copyProgram(root, data, NODE);
	expect(readdirSync(data)).toEqual(["program"]);
	expect(readdirSync(join(programIn(data), "plugins", "pi"))).toEqual(["b.json"]);
});

test("what is not ours is neither replaced nor removed", () => {
	mkdirSync(programIn(data), { recursive: true });
	writeFileSync(join(programIn(data), "package.json"), '{"name":"thesis"}');
	expect(() => copyProgram(root, data, NODE)).toThrow(`${programIn(data)} is not ibid's`);
	dropProgram(data);
	expect(readdirSync(data, { recursive: true })).toEqual(["program", join("program", "package.json")]);
});

test("all copies are removed, and so is a link to one, but not what it points to", () => {
	copyProgram(root, data, NODE);
	renameSync(programIn(data), `${programIn(data)}.old`);
	symlinkSync(root, programIn(data));
	dropProgram(data);
	expect(readdirSync(data)).toEqual([]);
	expect(readdirSync(join(root, "dist")).sort()).toEqual(["cli.js", "part.js"]);
});

test.each([[[]], [["package.json"]]])(
	"a copy that was begun, with %j in it and nothing said there, is ours",
	(names) => {
		const next = `${programIn(data)}.new`;
		mkdirSync(next, { recursive: true });
		for (const name of names) writeFileSync(join(next, name), "");
		copyProgram(root, data, NODE);
		expect(readdirSync(data)).toEqual(["program"]);
	},
);

const PLUGIN =
	'{ "mcpServers": { "ibid": { "command": "ibid", "args": ["serve", "codex"], "env": { "A": "b" }, "more": 1 } } }';
const LAUNCHER: Launcher = { program: "/a place/node", args: ["/a place/cli.js"], kind: "script" };

describe("the server of a plugin", () => {
	test("is started with the copied program, and keeps everything else", () => {
		const machine = thisMachine("/home/you", {}, "/home/you/.local/state/ibid");
		const text = withLauncher(PLUGIN, machine, LAUNCHER);
		const args = ["/a place/cli.js", "serve", "codex"];
		expect(JSON.parse(text)).toEqual({
			mcpServers: { ibid: { command: "/a place/node", args, env: { A: "b" }, more: 1 } },
		});
		expect(serverWords(text)).toEqual(["/a place/node", ...args]);
	});

	test("gets the path of ibid's state folder if it is unusual", () => {
		const machine = thisMachine("/home/you", {}, "/elsewhere");
		expect(JSON.parse(withLauncher(PLUGIN, machine, LAUNCHER)).mcpServers.ibid.env).toEqual({
			A: "b",
			IBID_STATE: "/elsewhere",
		});
	});

	test.each(["", "{}", '{ "mcpServers": { "other": {} } }'])("is undefined for %j", (text) => {
		expect(serverWords(text)).toBeUndefined();
	});
});
