import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Source files by path from the root, with "/" between folders. */
export type Tree = ReadonlyMap<string, string>;

/** The import table of the design: a folder, and the folders it may import besides itself. */
export const TABLE: Readonly<Record<string, readonly string[]>> = {
	core: [],
	lens: ["core"],
	outline: ["core"],
	lean: ["core", "lens", "outline"],
	symbol: ["core", "outline"],
	sqlite: [],
	wire: [],
	gateway: ["wire"],
	store: ["core", "lens", "lean", "wire"],
	config: ["core", "lens", "lean", "wire"],
	guard: ["core", "lens", "outline", "store", "wire", "conversation"],
	limits: ["core", "lens", "lean"],
	conversation: ["core", "lens", "lean"],
	dialect: ["core", "lens", "conversation"],
	transcript: ["core", "lens", "wire", "conversation", "dialect", "sqlite"],
	transform: ["core", "lens", "outline", "lean", "limits", "conversation", "dialect"],
	shorten: ["core", "lens", "lean", "limits", "conversation", "dialect", "transform"],
	"ai-sdk": ["shorten"],
	install: ["lens", "store", "wire"],
	host: [
		"gateway",
		"core",
		"lens",
		"outline",
		"lean",
		"store",
		"wire",
		"config",
		"install",
		"limits",
		"conversation",
		"transcript",
	],
	// biome-ignore format: one row like the others
	"host/*": ["host", "gateway", "core", "lens", "outline", "lean", "store", "guard", "wire", "config", "install", "limits", "conversation", "dialect", "transcript", "transform", "symbol"],
	run: [
		"lens",
		"lean",
		"guard",
		"limits",
		"conversation",
		"dialect",
		"transform",
		"store",
		"config",
		"gateway",
		"host",
	],
	"hosts.ts": ["host", "host/*", "lens", "config", "install"],
	// biome-ignore format: one row like the others
	audit: ["core", "lens", "outline", "lean", "store", "guard", "wire", "limits", "conversation", "transform", "transcript", "host", "proof"],
	page: ["core", "lens", "store", "wire", "host", "audit"],
	"index.ts": ["core", "lens", "shorten"],
	runtime: ["store", "wire", "config", "host", "hosts.ts", "symbol"],
	commands: [
		"core",
		"lens",
		"outline",
		"lean",
		"store",
		"wire",
		"config",
		"install",
		"audit",
		"host",
		"hosts.ts",
		"page",
		"runtime",
		"symbol",
		"gateway",
		"run",
		"transform",
	],
	"cli.ts": ["commands"],
	proof: [],
};

/** Folders that may import only these from outside. */
const CONFINED: Readonly<Record<string, readonly string[]>> = { core: [], lens: [], sqlite: ["node:fs"], proof: [] };

/** Bun's own modules would tie us to Bun; importing our own package name would bypass the table. */
const FORBIDDEN = /^(bun|ibid)([:/].*)?$/;

/** Every breach of the table, every import of a missing file and every cycle, one sentence each. */
export function checkImports(tree: Tree): string[] {
	const problems: string[] = [];
	const edges = new Map<string, string[]>();
	for (const [file, source] of tree) {
		const tokens = tokensOf(source);
		const specifiers = specifiersOf(tokens);
		const targets = specifiers.filter((name) => name.startsWith(".")).map((name) => posix.join(file, "..", name));
		edges.set(file, targets);
		if (!TABLE[rowOf(file)]) problems.push(`${file}: folder "${folderOf(file)}" is not in the import table`);
		if (tokens.includes("`")) problems.push(`${file}: a template string seems not to end, imports may be missed`);
		problems.push(...specifiers.flatMap((name) => outsideProblems(file, name)));
		problems.push(...targets.flatMap((target) => insideProblems(file, target, tree)));
	}
	return [...problems, ...cycles(edges).map((files) => `cycle: ${files.join(" → ")}`)];
}

/** The sources under src/ and proof/, tests left out. */
export function readTree(root: string): Tree {
	const files = ["src", "proof"].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
	);
	const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)).sort();
	return new Map(sources.map((file) => [file.replaceAll("\\", "/"), readFileSync(join(root, file), "utf8")]));
}

/** What a source imports, types included; an import() of anything but a literal counts as "a computed name". */
export function importsOf(source: string): string[] {
	return specifiersOf(tokensOf(source));
}

function specifiersOf(tokens: readonly string[]): string[] {
	return tokens.flatMap((token, i) => {
		const next = tokens[i + 1] ?? "";
		if ((token === "from" || token === "import") && /^["']/.test(next)) return [next.slice(1, -1)];
		if ((token !== "import" && token !== "require") || next !== "(" || tokens[i - 1] === ".") return [];
		const name = tokens[i + 2] ?? "";
		return [/^["'`].*["'`]$/.test(name) ? name.slice(1, -1) : "a computed name"];
	});
}

/** Splits a source so that words in comments, strings, templates and patterns cannot be taken for code. */
function tokensOf(source: string): string[] {
	const tokens: string[] = [];
	const open: string[] = [];
	for (let at = spaceEnd(source, 0); at < source.length; ) {
		const token = tokenAt(source, at, tokens.at(-1) ?? "", open.at(-1) === "${");
		if (token.startsWith("}")) open.pop();
		if (token.endsWith("{")) open.push(token.endsWith("${") ? "${" : "{");
		tokens.push(token);
		at = spaceEnd(source, at + token.length);
	}
	return tokens;
}

const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const TEMPLATE_REST = /\}(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y;
const PATTERN = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
const TOKEN = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)|[\w$]+|\S/y;

/** After these a "/" divides (or, after "<", closes a tag); after anything else it begins a pattern. */
const OPERAND = /[\w$)\]"'`<]$/;
const BEFORE_OPERAND = /^(return|typeof|case|in|of|delete|void|throw|new|do|else|await|yield|instanceof)$/;

function spaceEnd(source: string, at: number): number {
	return at + (matchAt(SPACE, source, at) ?? "").length;
}

function tokenAt(source: string, at: number, last: string, inTemplate: boolean): string {
	if (inTemplate && source[at] === "}") return matchAt(TEMPLATE_REST, source, at) ?? "`";
	const mayBePattern = source[at] === "/" && (!OPERAND.test(last) || BEFORE_OPERAND.test(last));
	return (mayBePattern ? matchAt(PATTERN, source, at) : undefined) ?? matchAt(TOKEN, source, at) ?? "";
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
	pattern.lastIndex = at;
	return pattern.exec(source)?.[0];
}

function outsideProblems(file: string, name: string): string[] {
	if (name.startsWith(".")) return [];
	const allowed = CONFINED[folderOf(file)];
	if (allowed && !allowed.includes(name))
		return [`${file} imports ${name}: ${folderOf(file)} imports ${allowed.join(", ") || "nothing"} from outside`];
	return FORBIDDEN.test(name) ? [`${file} imports ${name}, which no source may import`] : [];
}

function insideProblems(file: string, target: string, tree: Tree): string[] {
	if (!tree.has(target)) return [`${file} imports ${target}, which is no source file`];
	if (folderOf(file) === folderOf(target) || TABLE[rowOf(file)]?.includes(rowOf(target))) return [];
	return [`${file} imports ${target}: ${folderOf(file)} may not import ${folderOf(target)}`];
}

function rowOf(file: string): string {
	return folderOf(file).replace(/^host\/.*/, "host/*");
}

function folderOf(file: string): string {
	const [top = "", first = "", ...rest] = file.split("/");
	if (top !== "src") return top;
	return first === "host" && rest.length > 1 ? `host/${rest[0]}` : first;
}

/** One cycle for every import that leads back into the current path; each begins and ends with the same file. */
export function cycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
	const found: string[][] = [];
	const done = new Set<string>();
	const walk = (file: string, path: readonly string[]): void => {
		if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file]);
		if (path.includes(file) || done.has(file)) return;
		for (const target of edges.get(file) ?? []) walk(target, [...path, file]);
		done.add(file);
	};
	for (const file of edges.keys()) walk(file, []);
	return found;
}
