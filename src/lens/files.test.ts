import { expect, test } from "bun:test";
import { fileSubject } from "./files.ts";

test.each([
	["/home/you/project", "src/clock.ts", "/home/you/project/src/clock.ts"],
	["/home/you/project", "./src/../clock.ts", "/home/you/project/clock.ts"],
	["/home/you/project", "../../../../clock.ts", "/clock.ts"],
	["/home/you/project/", "/tmp//clock.ts", "/tmp/clock.ts"],
	["", "/tmp/clock.ts", "/tmp/clock.ts"],
	["/home/you", "odd\\name.ts", "/home/you/odd\\name.ts"],
	["/home/you", "at:noon.ts", "/home/you/at:noon.ts"],
	["C:\\Work\\project", "src\\clock.ts", "C:\\Work\\project\\src\\clock.ts"],
	["C:\\Work\\project", "src/clock.ts", "C:\\Work\\project\\src\\clock.ts"],
	["C:\\Work\\project", ".\\src\\..\\clock.ts", "C:\\Work\\project\\clock.ts"],
	["C:\\Work\\project", "..\\..\\..\\clock.ts", "C:\\clock.ts"],
	["C:/Work/project", "D:/Else/clock.ts", "D:\\Else\\clock.ts"],
	["/home/you", "D:\\Else\\.\\clock.ts", "D:\\Else\\clock.ts"],
	["", "d:\\Else\\clock.ts", "d:\\Else\\clock.ts"],
])("from %s, %s is %s", (directory, path, name) => {
	expect(fileSubject(directory, path)).toEqual({ kind: "file", name, label: path });
});

test("names that differ in case are two files", () => {
	const [one, two] = ["C:\\Work\\Clock.ts", "C:\\Work\\clock.ts"].map((path) => fileSubject("", path)?.name);
	expect(one).not.toBe(two);
});

test.each([
	["/home/you", "~/clock.ts"],
	["/home/you", "$HOME/clock.ts"],
	["/home/you", "`pwd`/clock.ts"],
	["/home/you", "two\nlines.ts"],
	["/home/you", ""],
	["/home/you", 7],
	["/home/you", undefined],
	["", "clock.ts"],
	["relative", "clock.ts"],
	["C:", "clock.ts"],
	["C:\\Work", "/tmp/clock.ts"],
	["C:\\Work", "\\tmp\\clock.ts"],
	["C:\\Work", "\\\\host\\share\\clock.ts"],
	["C:\\Work", "D:clock.ts"],
	["C:\\Work", "%USERPROFILE%\\$x"],
])("from %s, the path %s cannot be resolved", (directory, path) => {
	expect(fileSubject(directory, path)).toBeUndefined();
});
