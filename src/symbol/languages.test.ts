import { expect, test } from "bun:test";
import { languageOf } from "./languages.ts";
import { RULES } from "./rules.ts";

test.each([
	["src/a.ts", "", "typescript"],
	["C:\\sources\\A.TSX", "", "tsx"],
	["a.d.mts", "", "typescript"],
	["lib/a.hpp", "", "cpp"],
	["lib/a.h", "struct row { int a; };\n", "c"],
	["lib/a.h", "#pragma once\nnamespace rows {}\n", "cpp"],
	["Gemfile", "", "ruby"],
	["bin/run", "#!/usr/bin/env python3\n", "python"],
	["bin/run", "#!/usr/bin/python3.12 -u\r\n", "python"],
	["bin/run", "#!/bin/sh -e\nls\n", "bash"],
	["bin/run", "#! /bin/bash", "bash"],
	["bin/run", "#!/usr/bin/env -S node --no-warnings\n", "javascript"],
	["bin/run", "#!/usr/bin/env -S DEBUG=1 uv run --script\n", "python"],
	["bin/run", "#!/usr/bin/env ts-node\n", "typescript"],
	["bin/run", "#!/usr/bin/env\n", undefined],
	["bin/run", "#!\npython\n", undefined],
	["bin/run", "#!/usr/bin/awk -f\n", undefined],
	["README.md", "", undefined],
	["data.json", "{}", undefined],
	["ts", "", undefined],
	[".ts", "", "typescript"],
	["", "", undefined],
] as const)("%s that begins with %j is %p", (path, text, language) => {
	expect(languageOf(path, text)).toBe(language);
});

test("every language has some name that leads to it", () => {
	const names = ["a.sh", "a.c", "a.cc", "a.cs", "a.go", "a.java", "a.js", "a.kt", "a.lua", "a.php", "a.py"];
	const more = ["a.rb", "a.rs", "a.scala", "a.swift", "a.tsx", "a.ts"];
	const found = [...names, ...more].map((name) => String(languageOf(name, "")));
	expect(found.sort()).toEqual(Object.keys(RULES).sort());
});
