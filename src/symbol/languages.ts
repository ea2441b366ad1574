import type { LanguageName } from "./types.ts";

/** The language of a source by its name, and by its text where the name leaves it open; undefined if we do not know it. */
export function languageOf(path: string, text: string): LanguageName | undefined {
	const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
	const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
	if (extension === "h") return CPP_ONLY.test(text) ? "cpp" : "c";
	return BY_EXTENSION.get(extension) ?? BY_NAME.get(name) ?? BY_PROGRAM.get(programOf(text));
}

/** What a header of C cannot have at the beginning of a line. */
const CPP_ONLY =
	/^[ \t]*(?:(?:class|namespace|template|using|constexpr)\b|(?:public|private|protected)[ \t]*:|extern "C\+\+")/m;

const EXTENSIONS: Readonly<Record<LanguageName, string>> = {
	bash: "sh bash bats ebuild",
	c: "c",
	cpp: "cc cpp cxx c++ hpp hh hxx h++ ipp tpp inl",
	csharp: "cs csx",
	go: "go",
	java: "java",
	javascript: "js jsx mjs cjs",
	kotlin: "kt kts",
	lua: "lua",
	php: "php phtml",
	python: "py pyi pyw",
	ruby: "rb rake gemspec ru",
	rust: "rs",
	scala: "scala sc sbt",
	swift: "swift",
	tsx: "tsx",
	typescript: "ts mts cts",
};

const NAMES: Readonly<Partial<Record<LanguageName, string>>> = {
	bash: ".bashrc .bash_profile .bash_aliases .profile PKGBUILD",
	ruby: "Gemfile Rakefile Vagrantfile Podfile Fastfile",
};

/** Programs in the first line of a script. */
const PROGRAMS: Readonly<Partial<Record<LanguageName, string>>> = {
	bash: "sh bash dash ksh",
	javascript: "node bun",
	lua: "lua luajit",
	php: "php",
	python: "python python2 python3 pypy pypy3 uv",
	ruby: "ruby",
	typescript: "deno tsx ts-node",
};

const BY_EXTENSION = turned(EXTENSIONS);
const BY_NAME = turned(NAMES);
const BY_PROGRAM = turned(PROGRAMS);

function turned(lists: Readonly<Partial<Record<LanguageName, string>>>): ReadonlyMap<string, LanguageName> {
	const names = Object.keys(lists) as LanguageName[];
	return new Map(names.flatMap((language) => lists[language]!.split(" ").map((word) => [word, language] as const)));
}

/**
 * The program that a script names in its first line, without a version such as that of `python3.12`. `env` is not it, and
 * neither is what stands before the program for `env`.
 */
function programOf(text: string): string {
	const [, line] = /^#![ \t]*([^\n]*)/.exec(text) ?? [];
	const words = line?.trim().split(/\s+/) ?? [];
	const names = words[0]?.endsWith("/env") ? words.slice(1).filter((word) => !/^-|=/.test(word)) : words;
	return /([a-z][a-z-]*\d?)(?:\.\d+)*$/.exec(names[0] ?? "")?.[1] ?? "";
}
