import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./docs-blocks.ts";

/**
 * A made-up machine on which the commands of the documents can run; its hosts only print their versions, and say how
 * they are logged in and which APIs they use.
 */
export type DocsFixture = {
	readonly run: (words: readonly string[], width?: string) => Promise<Ran>;
	readonly tidyUp: () => void;
};

/** How a command ended, and what it printed. */
export type Ran = { readonly code: number; readonly printed: string; readonly said: string };

/** The versions that the documents mention. */
const HOSTS = {
	claude: "2.1.325 (Claude Code)",
	codex: "codex-cli 0.166.0",
	gemini: "0.61.0",
	opencode: "1.18.33",
	"my-agent": "A program that ibid does not know.",
	pi: "1.5.0",
};

/** OpenCode's server says that it has a provider; a shell is too little for a server. */
const SERVING = `#!${process.execPath}
const [command, , , , port] = process.argv.slice(2);
const models = { o: { api: { url: "https://api.example.com/v1", npm: "@ai-sdk/openai-compatible" } } };
const provider = { id: "example", options: {}, models };
if (command !== "serve") console.log("${HOSTS.opencode}");
else {
	Bun.serve({ port, hostname: "127.0.0.1", fetch: () => Response.json({ providers: [provider] }) });
	console.log("listening on http://127.0.0.1:" + port);
}
`;

/** Claude Code says how it is logged in. */
const LOGIN = '{"loggedIn": true, "authMethod": "api_key", "apiProvider": "firstParty"}';

function printing(version: string): string {
	return `#!/bin/sh\n[ "$*" = "auth status" ] && echo '${LOGIN}' || echo "${version}"\n`;
}

/** Makes such a machine. Commands run in a project that has only the samples, one log and one source. */
export function newDocsFixture(): DocsFixture {
	const base = realpathSync(mkdtempSync(join(tmpdir(), "ibid-docs-")));
	const [home, programs] = [join(base, "home"), join(base, "bin")];
	const project = join(home, "project");
	for (const folder of [programs, project]) mkdirSync(folder, { recursive: true });
	symlinkSync(join(ROOT, "samples"), join(project, "samples"));
	symlinkSync(join(ROOT, "samples", "claude-code", "re-reads.jsonl"), join(project, "log.jsonl"));
	mkdirSync(join(project, "src"));
	symlinkSync(join(ROOT, "src", "core", "resolve.ts"), join(project, "src", "parser.ts"));
	for (const [name, version] of Object.entries(HOSTS)) {
		writeFileSync(join(programs, name), name === "opencode" ? SERVING : printing(version));
		chmodSync(join(programs, name), 0o755);
	}
	const environment = { HOME: home, PATH: `${programs}:/usr/bin:/bin`, TZ: "UTC", NO_COLOR: "1" };
	return {
		run: (words, width = "80") => run(words, { cwd: project, env: { ...environment, COLUMNS: width } }),
		tidyUp: () => rmSync(base, { recursive: true, force: true }),
	};
}

function run(words: readonly string[], around: { cwd: string; env: Record<string, string> }): Promise<Ran> {
	const args = [join(ROOT, "src", "cli.ts"), ...words];
	return new Promise((resolve) => {
		const child = execFile(process.execPath, args, { ...around, maxBuffer: 1e8 }, (error, printed, said) => {
			resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, printed, said });
		});
		child.stdin?.end();
	});
}
