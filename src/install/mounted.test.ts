import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Runs a module while another file is mounted over one file, and either only that file is writable, or everything else
 * is.
 */
export function runMounted(kind: keyof typeof MOUNT, file: string, module: string): string {
	const { status, stdout, stderr } = spawnSync("unshare", ["-rm", "sh", "-ec", MOUNT[kind], process.execPath], {
		encoding: "utf8",
		env: { ...process.env, FILE: file, FOLDER: dirname(file), MODULE: module },
	});
	if (status !== 0) throw new Error(stderr);
	return stdout;
}

const RUN = `exec "$0" -e "$MODULE"`;
/** A mount ends with the process that made it. */
const MOUNT = {
	file: `cp "$FILE" "$FILE.mounted"; mount --bind "$FILE.mounted" "$FILE"; ${RUN}`,
	folder: `mount --bind "$FOLDER" "$FOLDER"; mount --bind "$FILE" "$FILE"; mount -o remount,bind,ro "$FOLDER"; ${RUN}`,
	closed: `mount --bind "$FILE" "$FILE"; mount -o remount,bind,ro "$FILE"; ${RUN}`,
};

/** Some systems forbid mounting even in a namespace of one's own. */
export const CAN_MOUNT: boolean = spawnSync("unshare", ["-rm", "true"]).status === 0;

const base = mkdtempSync(join(tmpdir(), "ibid mounted-"));
afterAll(() => rmSync(base, { recursive: true }));
const FILES = JSON.stringify(pathToFileURL(join(import.meta.dir, "files.ts")).href);

test.skipIf(!CAN_MOUNT).each(["file", "folder"] as const)(
	"a file that can only be written in place is written in place (%s)",
	(kind) => {
		const file = join(mkdtempSync(join(base, "a folder ")), "settings.json");
		writeFileSync(file, "before", { mode: 0o640 });
		const told = runMounted(
			kind,
			file,
			`import { readdirSync, readFileSync, statSync } from "node:fs";
		import { dropUnfinished, putBytes } from ${FILES};
		const file = process.env.FILE;
		putBytes(file, Buffer.from("longer than before"));
		const held = readFileSync(file, "utf8");
		putBytes(file, Buffer.from("then"));
		dropUnfinished(file);
		const names = readdirSync(process.env.FOLDER).sort();
		console.log(JSON.stringify([held, readFileSync(file, "utf8"), statSync(file).mode & 0o777, names]));`,
		);
		const beside = kind === "file" ? ["settings.json.mounted"] : [];
		expect(JSON.parse(told)).toEqual(["longer than before", "then", 0o640, ["settings.json", ...beside]]);
		expect(readFileSync(kind === "file" ? `${file}.mounted` : file, "utf8")).toBe("then");
		expect(readdirSync(dirname(file)).sort()).toEqual(["settings.json", ...beside]);
	},
);

test.skipIf(!CAN_MOUNT)(
	"a file that the system has mounted read-only counts as read-only, whatever its permissions say",
	() => {
		const file = join(mkdtempSync(join(base, "a folder ")), "settings.json");
		writeFileSync(file, "before", { mode: 0o666 });
		const told = runMounted(
			"closed",
			file,
			`import { putBytes } from ${FILES};
		try { putBytes(process.env.FILE, Buffer.from("after")); } catch (error) { console.log(error.message); }`,
		);
		expect([told, readFileSync(file, "utf8")]).toEqual([`${file} is not writable.\n`, "before"]);
	},
);
