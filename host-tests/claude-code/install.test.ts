import { describe } from "bun:test";
import { join } from "node:path";
import { claudeCodeInstaller } from "../../src/host/claude-code/install.ts";
import type { Machine } from "../../src/install/types.ts";
import { type Read, testInstaller } from "../install-contract.ts";
import { definedIn } from "../install-place.ts";
import { environmentOf } from "../program.ts";
import { makeProject } from "../project.ts";
import { type Reply, resultsIn } from "./model.ts";
import { PROGRAMS, runClaudeCode, type Version } from "./run.ts";

/** Settings without order or style, with another hook on the same tool and a plugin of another maker. */
const SETTINGS = `{
  "permissions" : { "allow":[ "Bash(ls:*)" ] },
	"hooks": {"PostToolUse":[{"matcher":"Read|Bash|mcp__.*",
	   "hooks":[{"type":"command","command":"true"}]}]},   "enabledPlugins": {"theirs@elsewhere": false}
}`;

/** What the host stores about itself and its sessions. */
const WRITES = [
	/^\.claude\.json/,
	/^\.claude\/(backups|projects|sessions|session-env|shell-snapshots|statsig|todos|debug|cache|telemetry|ide|file-history|tasks)(\/|$)/,
	/^\.claude\/\.last-cleanup$/,
	/^\.claude\/plugins\/store$/,
	/^\.(cache|npm)(\/|$)/,
];

/** The folders for its plugins. */
const LEAVES = [/^\.claude$/, /^\.claude\/plugins(\/(cache|data|marketplaces))?$/];

const VERSIONS: readonly Version[] = ["2.1.325", "2.1.197"];

describe.each(VERSIONS)("installing in Claude Code %s", (version) => {
	testInstaller(`Claude Code ${version}`, {
		installer: claudeCodeInstaller,
		programs: { claude: [PROGRAMS[version]] },
		environment: environmentOf,
		files: { ".claude/settings.json": SETTINGS },
		settings: ".claude/settings.json",
		change: (text) => text.replace('"Bash(ls:*)"', '"Bash(ls:*)",\n  "Bash(pwd)"'),
		writes: WRITES,
		leaves: LEAVES,
		session: (machine, reads) => session(machine, reads, version),
	});
});

/**
 * The older version has its own answer to a read that repeats the last one of a file, so some lines are read in
 * between.
 */
async function session(machine: Machine, reads: readonly Read[], version: Version): Promise<string[][]> {
	const project = makeProject();
	const replies = reads.flatMap(({ path, meanwhile }): Reply[] => {
		const input = { file_path: join(project, path) };
		const part = { calls: [{ tool: "Read", input: { ...input, offset: 3, limit: 4 } }] };
		return [{ calls: [{ tool: "Read", input }], meanwhile }, part];
	});
	const { home, environment } = machine;
	const around = { home, project, version, environment: definedIn(environment) };
	const { requests } = await runClaudeCode({ ...around, prompts: ["Read these."], replies });
	return requests.map((request) => resultsIn(request).flatMap(({ text }, index) => (index % 2 === 0 ? [text] : [])));
}
