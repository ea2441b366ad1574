import { describe } from "bun:test";
import { join } from "node:path";
import { claudeCodeFitting } from "../../src/host/claude-code/install.ts";
import type { Machine } from "../../src/install/types.ts";
import { testFitting } from "../install-contract.ts";
import { environmentOf } from "../program.ts";
import { makeProject } from "../project.ts";
import { resultsIn } from "./model.ts";
import { PROGRAMS, runClaudeCode, type Version } from "./run.ts";

/** Settings in no order and no style, with a hook on the same tool and a plugin of somebody else's. */
const SETTINGS = `{
  "permissions" : { "allow":[ "Bash(ls:*)" ] },
	"hooks": {"PostToolUse":[{"matcher":"Read|Bash|mcp__.*",
	   "hooks":[{"type":"command","command":"true"}]}]},   "enabledPlugins": {"theirs@elsewhere": false}
}`;

/** What the host keeps of itself, of its sessions, and the empty folders that its plugins would stand in. */
const WRITES = [
	/^\.claude\.json/,
	/^\.claude\/(backups|projects|sessions|session-env|shell-snapshots|statsig|todos|debug|cache|telemetry|ide|file-history|tasks)(\/|$)/,
	/^\.claude$/,
	/^\.claude\/plugins(\/(cache|data|marketplaces))?$/,
	/^\.(cache|npm|local)(\/|$)/,
	/^\.config$/,
];

const VERSIONS: readonly Version[] = ["2.1.325", "2.1.197"];

describe.each(VERSIONS)("installing in Claude Code %s", (version) => {
	testFitting(`Claude Code ${version}`, {
		fitting: claudeCodeFitting,
		programs: { claude: [PROGRAMS[version]] },
		environment: environmentOf,
		files: { ".claude/settings.json": SETTINGS },
		settings: ".claude/settings.json",
		change: (text) => text.replace('"Bash(ls:*)"', '"Bash(ls:*)",\n  "Bash(pwd)"'),
		writes: WRITES,
		isStoppedToo: version === VERSIONS[0],
		session: (machine) => session(machine, version),
	});
});

async function session({ home }: Machine, version: Version): Promise<string[]> {
	const project = makeProject();
	const input = { file_path: join(project, "src", "clock.ts") };
	const whole = { calls: [{ tool: "Read", input }] };
	// The older version answers a read that repeats the last one of a file by itself.
	const part = { calls: [{ tool: "Read", input: { ...input, offset: 3, limit: 4 } }] };
	const replies = [whole, part, whole];
	const { requests } = await runClaudeCode({ home, project, version, prompts: ["Read the clock."], replies });
	const [first, , last] = resultsIn(requests.at(-1) ?? { model: "", messages: [], tools: [], stream: false });
	return [first?.text ?? "", last?.text ?? ""];
}
