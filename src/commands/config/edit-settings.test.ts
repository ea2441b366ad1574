import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { CAN_MOUNT, runMounted } from "../../install/mounted.test.ts";

const base = mkdtempSync(join(tmpdir(), "ibid edit-"));
afterAll(() => rmSync(base, { recursive: true }));

const HERE = pathToFileURL(join(import.meta.dir, "edit-settings.ts")).href;
const TERMINAL = JSON.stringify({ home: base, environment: {}, worker: [] });

/** What a file that can only be written to says after a key was set, and after it was taken out again. */
function switched(kind: "file" | "folder", text: string): readonly string[] {
	const file = join(mkdtempSync(join(base, "a folder ")), "config.jsonc");
	writeFileSync(file, text);
	const told = runMounted(
		kind,
		file,
		`import { readFileSync } from "node:fs";
		import { dropKey, setKey } from ${JSON.stringify(HERE)};
		const file = process.env.FILE;
		setKey(file, "enabled", false, ${TERMINAL});
		const set = readFileSync(file, "utf8");
		dropKey(file, "enabled", ${TERMINAL});
		console.log(JSON.stringify([set, readFileSync(file, "utf8")]));`,
	);
	expect(readdirSync(dirname(file)).filter((name) => /new|tmp/.test(name))).toEqual([]);
	expect(readFileSync(kind === "file" ? `${file}.mounted` : file, "utf8")).toBe(JSON.parse(told)[1]);
	return JSON.parse(told);
}

test.skipIf(!CAN_MOUNT).each(["file", "folder"] as const)("a mounted file is changed and changed back (%s)", (kind) => {
	expect(switched(kind, '{ "keepDays": 7 }\n')).toEqual([
		'{ "keepDays": 7, "enabled": false }\n',
		'{ "keepDays": 7 }\n',
	]);
});

test.skipIf(!CAN_MOUNT).each(["file", "folder"] as const)("a mounted file that was empty stays one (%s)", (kind) => {
	const [set, dropped] = switched(kind, "");
	expect([set, dropped]).toEqual([expect.stringContaining('"enabled": false'), expect.stringMatching(/\{\}\n$/)]);
});
