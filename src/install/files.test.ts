import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
	chmodSync,
	chownSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	bytesOf,
	dropEmptyFolders,
	dropUnfinished,
	filesIn,
	makePrivateFolder,
	missingFolders,
	mustBeOpen,
	putBytes,
	putFolder,
} from "./files.ts";

const base = mkdtempSync(join(tmpdir(), "ibid files-"));
afterAll(() => rmSync(base, { recursive: true }));
let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(base, "a folder "));
});

const words = (text: string): Buffer => Buffer.from(text);
const at = (name: string): string => join(folder, name);
const rightsOf = (path: string): number => statSync(path).mode & 0o777;

describe("reading a file", () => {
	test("gives its bytes, whatever they are", () => {
		writeFileSync(at("a"), Buffer.from([0xff, 0, 0x0d]));
		expect(bytesOf(at("a"))).toEqual(Buffer.from([0xff, 0, 0x0d]));
	});

	test("gives undefined if the file or its folder does not exist", () => {
		writeFileSync(at("a"), "");
		expect([bytesOf(at("b")), bytesOf(at("b/c")), bytesOf(at("a/b"))]).toEqual([undefined, undefined, undefined]);
	});

	test("is an error if something else is there", () => {
		expect(() => bytesOf(folder)).toThrow();
	});
});

describe("writing a file", () => {
	test("makes the folders around it, closed to others, and nothing else", () => {
		putBytes(at("b/c/d"), words("1"));
		expect(readFileSync(at("b/c/d"), "utf8")).toBe("1");
		expect(rightsOf(at("b/c/d"))).toBe(0o600);
		expect(readdirSync(at("b/c"))).toEqual(["d"]);
	});

	test.each([0o644, 0o640, 0o666, 0o755])("keeps its permissions: %o", (rights) => {
		writeFileSync(at("a"), "1");
		chmodSync(at("a"), rights);
		putBytes(at("a"), words("2"));
		expect([rightsOf(at("a")), readFileSync(at("a"), "utf8")]).toEqual([rights, "2"]);
	});

	test.skipIf(process.getuid?.() !== 0)("keeps its owner", () => {
		writeFileSync(at("a"), "1");
		chownSync(at("a"), 1234, 5678);
		putBytes(at("a"), words("2"));
		expect(statSync(at("a"))).toMatchObject({ uid: 1234, gid: 5678 });
	});

	test("fails with its name if it is read-only", () => {
		writeFileSync(at("a"), "1", { mode: 0o444 });
		expect(() => putBytes(at("a"), words("2"))).toThrow(`${at("a")} is not writable.`);
		expect([readFileSync(at("a"), "utf8"), readdirSync(folder)]).toEqual(["1", ["a"]]);
	});

	test.skipIf(process.getuid?.() === 0)("fails if the file belongs to another user and is closed to us", () => {
		expect(() => mustBeOpen("/etc/passwd")).toThrow("/etc/passwd is not writable.");
	});

	test.skipIf(process.getuid?.() === 0)("happens in place if its folder is read-only", () => {
		writeFileSync(at("a"), "longer", { mode: 0o640 });
		chmodSync(folder, 0o555);
		putBytes(at("a"), words("2"));
		chmodSync(folder, 0o755);
		expect([readFileSync(at("a"), "utf8"), rightsOf(at("a")), readdirSync(folder)]).toEqual(["2", 0o640, ["a"]]);
	});

	test("leaves nothing half done if the file cannot be replaced", () => {
		mkdirSync(at("a"));
		writeFileSync(at("a/inside"), "");
		expect(() => putBytes(at("a"), words("new"))).toThrow();
		expect(readdirSync(folder)).toEqual(["a"]);
	});

	test("can remove it, even if it is already gone", () => {
		writeFileSync(at("a"), "1");
		putBytes(at("a"), undefined);
		putBytes(at("a"), undefined);
		expect(readdirSync(folder)).toEqual([]);
	});
});

describe("a link", () => {
	const LINKS: readonly (readonly [string, () => void])[] = [
		["by a full path", () => symlinkSync(at("elsewhere/file"), at("link"))],
		["from where it stands", () => symlinkSync("elsewhere/file", at("link"))],
		[
			"by another link",
			() => {
				symlinkSync("elsewhere/second", at("link"));
				symlinkSync("file", at("elsewhere/second"));
			},
		],
		[
			"by a folder that is a link",
			() => {
				mkdirSync(at("deep/er"), { recursive: true });
				symlinkSync("deep/er", at("short"));
				symlinkSync("../../elsewhere/file", at("deep/er/link"));
				symlinkSync("short/link", at("link"));
			},
		],
	];

	test.each(LINKS)("stays a link, %s, and the file that it points to is written", (_, link) => {
		mkdirSync(at("elsewhere"));
		writeFileSync(at("elsewhere/file"), "1");
		chmodSync(at("elsewhere/file"), 0o640);
		link();
		putBytes(at("link"), words("2"));
		expect(lstatSync(at("link")).isSymbolicLink()).toBe(true);
		expect(readFileSync(at("elsewhere/file"), "utf8")).toBe("2");
		expect(rightsOf(at("elsewhere/file"))).toBe(0o640);
	});

	test.each(LINKS)("to nothing, %s, points to the new file, and to nothing again after its removal", (_, link) => {
		mkdirSync(at("elsewhere"));
		link();
		expect(bytesOf(at("link"))).toBeUndefined();
		putBytes(at("link"), words("2"));
		expect(readFileSync(at("elsewhere/file"), "utf8")).toBe("2");
		putBytes(at("link"), undefined);
		expect([lstatSync(at("link")).isSymbolicLink(), existsSync(at("elsewhere/file"))]).toEqual([true, false]);
	});

	test("to itself, through another link, is an error with a reason", () => {
		symlinkSync("other", at("link"));
		symlinkSync("link", at("other"));
		expect(() => putBytes(at("link"), words("2"))).toThrow("ELOOP");
	});

	test("to a read-only file counts as read-only", () => {
		writeFileSync(at("file"), "1", { mode: 0o444 });
		symlinkSync("file", at("link"));
		expect(() => mustBeOpen(at("link"))).toThrow(`${at("link")} is not writable.`);
		expect(() => putBytes(at("link"), words("2"))).toThrow(`${at("link")} is not writable.`);
	});
});

describe("what an interrupted write has left", () => {
	test("is removed, also where a link points to", () => {
		mkdirSync(at("elsewhere"));
		symlinkSync("elsewhere/file", at("link"));
		for (const name of ["a.ibid-new", "elsewhere/file.ibid-new", "b"]) writeFileSync(at(name), "half");
		dropUnfinished(at("a"));
		dropUnfinished(at("link"));
		dropUnfinished(at("b"));
		expect(readdirSync(folder, { recursive: true }).sort()).toEqual(["b", "elsewhere", "link"]);
	});
});

describe("a folder of ours", () => {
	test("has its new content and nothing that was there before", () => {
		putFolder(at("ours"), new Map([["old", "1"]]));
		putFolder(
			at("ours"),
			new Map([
				["a/b", "2"],
				["c d", "3"],
			]),
		);
		expect([...filesIn(at("ours"))]).toEqual([
			["a/b", "2"],
			["c d", "3"],
		]);
		expect(readdirSync(folder)).toEqual(["ours"]);
	});

	test("is closed to others, with the missing folders around it, and existing folders stay as they are", () => {
		mkdirSync(at("there"));
		chmodSync(at("there"), 0o755);
		putFolder(at("there/plugins/host"), new Map([["a", "1"]]));
		makePrivateFolder(at("there/x/y"));
		makePrivateFolder(at("there"));
		const rights = ["there", "there/plugins", "there/plugins/host", "there/x", "there/x/y"].map(at).map(rightsOf);
		expect(rights).toEqual([0o755, 0o700, 0o700, 0o700, 0o700]);
	});

	test("may be empty", () => {
		putFolder(at("ours"), new Map());
		expect(readdirSync(at("ours"))).toEqual([]);
	});

	test("is written again whatever an interrupted write has left", () => {
		for (const name of ["ours", "ours.new", "ours.old"]) {
			mkdirSync(at(name));
			writeFileSync(at(`${name}/half`), "");
		}
		putFolder(at("ours"), new Map([["a", "1"]]));
		expect(readdirSync(folder, { recursive: true }).sort()).toEqual(["ours", "ours/a"]);
	});
});

describe("folders around files", () => {
	test("are listed if they are missing, the innermost first, and each once", () => {
		mkdirSync(at("there"));
		const files = ["there/a", "there/x/b", "there/x/y/c", "z/d"].map(at);
		expect(missingFolders(files)).toEqual([at("there/x/y"), at("there/x"), at("z")]);
	});

	test.each([
		["a link to one", () => symlinkSync("empty", at("folder"))],
		["a link to nothing", () => symlinkSync("none", at("folder"))],
		["a file", () => writeFileSync(at("folder"), "")],
	])("stay, without an error, if there is %s", (_, put) => {
		mkdirSync(at("empty"));
		put();
		dropEmptyFolders([at("folder"), at("folder/inside")]);
		expect(readdirSync(folder).sort()).toEqual(["empty", "folder"]);
	});

	test.skipIf(process.getuid?.() === 0)("stay, without an error, if nothing may be removed", () => {
		mkdirSync(at("closed/empty"), { recursive: true });
		chmodSync(at("closed"), 0o555);
		dropEmptyFolders([at("closed/empty")]);
		chmodSync(at("closed"), 0o755);
		expect(readdirSync(at("closed"))).toEqual(["empty"]);
	});

	test("are removed if they are empty", () => {
		for (const name of ["x/y", "z"]) mkdirSync(at(name), { recursive: true });
		writeFileSync(at("z/somebody's"), "");
		dropEmptyFolders(["x/y", "x", "z", "gone"].map(at));
		expect(readdirSync(folder)).toEqual(["z"]);
	});
});
