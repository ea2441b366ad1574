import { ALL_KEYS, HOOKED_HOSTS, INSTALLED_HOSTS, SERVED_HOSTS } from "../../hosts.ts";
import type { CommandDefinition, CommandName, Exit, Positional } from "./command.ts";
import {
	api,
	by,
	byOfRecord,
	compare,
	depth,
	diff,
	dryRun,
	exact,
	fix,
	full,
	help,
	host,
	inProject,
	jobs,
	json,
	live,
	minBody,
	noOpen,
	offerRead,
	out,
	outlineJson,
	pageJson,
	policy,
	project,
	purge,
	raw,
	record,
	since,
	top,
	trust,
	unmanaged,
	until,
	way,
	wrap,
	yes,
} from "./options.ts";

/** The shells that completions are made for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

const ANSWER: Positional = { usage: "[ID|last]", kind: "text", many: false };
const PATHS: Positional = { usage: "[PATH…]", kind: "path", many: true };
const SOURCES: Positional = { usage: "FILE…", kind: "path", many: true };
const HOSTS: Positional = {
	usage: "[HOST…]",
	kind: "choice",
	choices: INSTALLED_HOSTS.map(({ name }) => name),
	many: true,
};
const HOOKED: Positional = {
	usage: "HOST",
	kind: "choice",
	choices: HOOKED_HOSTS.map(({ name }) => name),
	many: false,
};
const SERVED: Positional = { ...HOOKED, choices: SERVED_HOSTS.map(({ name }) => name) };
const AGENT: Positional = { usage: "-- COMMAND…", kind: "text", many: true };
const SETTING: readonly Positional[] = [
	{ usage: "[path | set", kind: "choice", choices: ["path", "set"], many: false },
	{ usage: "KEY", kind: "choice", choices: ALL_KEYS.map(({ name }) => name), many: false, behind: "set" },
	{ usage: "VALUE]", kind: "text", many: false },
];
const STOPPED: Exit = { code: 130, about: "Interrupted; the results so far are printed." };

/** All commands; those for people come first. */
export const COMMANDS: readonly CommandDefinition[] = [
	{
		name: "overview",
		group: "porcelain",
		takes: [PATHS],
		about: "Show a short summary of what ibid saved, or could have saved; this is the default command.",
		options: { since, until, host, project, json, jobs, help },
		examples: [{ line: "ibid overview --since 7d", about: "A summary of the last week." }],
		exits: [STOPPED],
	},
	{
		name: "report",
		group: "porcelain",
		takes: [],
		about:
			"Show what ibid really saved, losses included, from its own record of the last 30 days or of another period.",
		options: { by: byOfRecord, top, since, until, host, json, help },
		examples: [
			{ line: "ibid report --by day --since 7d", about: "Day by day." },
			{ line: "ibid report --host codex --by tool", about: "Which tools of Codex saved most." },
		],
		exits: [],
	},
	{
		name: "audit",
		group: "porcelain",
		takes: [PATHS],
		about: "Show what ibid would have saved in recorded sessions: those in PATH, or all that your agents keep.",
		options: { by, top, since, until, host, project, way, policy, compare, exact, json, jobs, help },
		examples: [
			{
				line: "ibid audit --since 4w --by project",
				about: "What it would have saved in each project, in the last four weeks.",
			},
			{ line: "ibid audit --host codex --by tool", about: "Which tools of Codex would have saved most." },
			{ line: "ibid audit --way run --way hooks", about: "Which of the two would have saved more." },
			{ line: "ibid audit log.jsonl --exact --json", about: "One log, with exact token counts, as JSON." },
		],
		exits: [STOPPED],
	},
	{
		name: "show",
		group: "porcelain",
		takes: [ANSWER, PATHS],
		about:
			"Show one tool result before and after, and where its left-out lines are (default: the latest shortened one).",
		options: { full, raw, diff, host, project, json, help },
		examples: [
			{ line: "ibid show --project .", about: "The latest shortened tool result in this directory." },
			{ line: "ibid show a1f3 --diff", about: "What ibid changed in one tool result." },
		],
		exits: [{ code: 1, about: "The tool result could not be rebuilt." }],
	},
	{
		name: "verify",
		group: "porcelain",
		takes: [PATHS],
		about:
			"Rebuild every tool result that ibid shortened, or would have shortened, and compare it with the original, in the sessions in PATH or in all.",
		options: { host, project, json, jobs, help },
		examples: [{ line: "ibid verify --project .", about: "All sessions in this directory." }],
		exits: [{ code: 1, about: "A tool result could not be rebuilt, or the second check disagrees." }, STOPPED],
	},
	{
		name: "page",
		group: "porcelain",
		takes: [PATHS],
		about: "Write recorded sessions, down to single tool results, to one HTML file and open it: those in PATH, or all.",
		options: { live, since, until, host, project, out, "no-open": noOpen, json: pageJson, jobs, help },
		examples: [
			{ line: "ibid page --since 4w", about: "The last four weeks." },
			{ line: "ibid page --live", about: "Watch running sessions." },
		],
		exits: [{ code: 130, about: "Interrupted: no page was written, or --live was stopped." }],
	},
	{
		name: "outline",
		group: "porcelain",
		takes: [SOURCES],
		about:
			"Print source files with the bodies of long functions folded to one line each, which names the lines; FILE:120-188 prints these lines. Imports, types, signatures and comments outside bodies stay as they are. The languages are Bash, C, C++, C#, Go, Java, JavaScript, Kotlin, Lua, PHP, Python, Ruby, Rust, Scala, Swift and TypeScript.",
		options: { depth, "min-body": minBody, json: outlineJson, help },
		examples: [
			{ line: "ibid outline src/parser.ts", about: "The shape of a file." },
			{ line: "ibid outline src/parser.ts:120-188", about: "The lines that a mark names." },
			{ line: "ibid outline --json src/parser.ts", about: "What the file defines, for a program." },
		],
		exits: [],
	},
	{
		name: "run",
		group: "porcelain",
		takes: [AGENT],
		about:
			"Run an agent with ibid between it and its API, on this machine and for this run only: everything is shortened, nothing is installed.",
		options: { api, record, unmanaged, help },
		examples: [
			{ line: "ibid run --unmanaged -- claude", about: "Claude Code, where no organisation has rules for it." },
			{ line: "ibid run -- opencode run hello", about: "All that follows -- is for the agent." },
			{ line: "ibid run --api openai -- my-agent", about: "A program that ibid does not know." },
		],
		exits: [],
	},
	{
		name: "install",
		group: "porcelain",
		takes: [HOSTS],
		about: "Install ibid in the agents named, or in all that are found: show the plan, ask, install, test.",
		options: { yes, trust, "dry-run": dryRun, help },
		examples: [
			{ line: "ibid install --dry-run", about: "Only show the plan." },
			{ line: "ibid install codex --yes", about: "Codex only, without confirmation." },
		],
		exits: [
			{ code: 1, about: "An agent in which ibid could not be installed, or does not work." },
			{ code: 130, about: "Interrupted; unfinished changes are undone." },
		],
	},
	{
		name: "uninstall",
		group: "porcelain",
		takes: [HOSTS],
		about: "Remove ibid from the agents named, or from all, and list what happened to each file.",
		options: { purge, help },
		examples: [{ line: "ibid uninstall --purge", about: "Remove everything, the record too." }],
		exits: [{ code: 1, about: "An agent from which ibid could not be removed." }],
	},
	{
		name: "doctor",
		group: "porcelain",
		takes: [],
		about: "Check for every agent whether ibid works in it, and if not, why.",
		options: { fix, json, help },
		examples: [{ line: "ibid doctor --json", about: "The same for a program." }],
		exits: [{ code: 1, about: "Something is wrong in an agent that has ibid." }],
	},
	{
		name: "enable",
		group: "porcelain",
		takes: [],
		about: "Switch ibid on again, in running sessions too.",
		options: { project: inProject, help },
		examples: [],
		exits: [],
	},
	{
		name: "disable",
		group: "porcelain",
		takes: [],
		about: "Switch ibid off in all agents, in running sessions too.",
		options: { project: inProject, help },
		examples: [{ line: "ibid disable --project", about: "Only in this project." }],
		exits: [],
	},
	{
		name: "config",
		group: "porcelain",
		takes: SETTING,
		about: "Show all settings and where each was set; or the path of your settings file; or change a setting in it.",
		options: { json, help },
		examples: [
			{ line: "ibid config set hosts.codex false", about: "Switch ibid off in Codex only." },
			{ line: "ibid config set ignore '*.lock,/docs/'", about: "Always send these files in full." },
		],
		exits: [],
	},
	{
		name: "help",
		group: "porcelain",
		takes: [{ usage: "[TOPIC]", kind: "topic", many: false }],
		about: "Explain a command, the figures, or the environment variables and files.",
		options: { help },
		examples: [{ line: "ibid help figures", about: "What is counted, and how exactly." }],
		exits: [],
	},
	{
		name: "serve",
		group: "plumbing",
		takes: [SERVED],
		about: "Answer the hooks of an agent while it runs; the agent starts this itself.",
		options: { "offer-read": offerRead, help },
		examples: [],
		exits: [],
	},
	{
		name: "hook",
		group: "plumbing",
		takes: [HOOKED],
		about: "Answer one hook of an agent (reads its JSON from standard input).",
		options: { help },
		examples: [],
		exits: [{ code: 0, about: "Also if something went wrong; the agent then works as without ibid." }],
	},
	{
		name: "statusline",
		group: "plumbing",
		takes: [],
		about: "Print a status line for Claude Code (reads the session's JSON from standard input).",
		options: { wrap, help },
		examples: [
			{ line: "ibid statusline --wrap 'my-status.sh'", about: "Append it to the first line of your own status line." },
		],
		exits: [{ code: 0, about: "Also if something went wrong; nothing is printed then." }],
	},
	{
		name: "completions",
		group: "plumbing",
		takes: [{ usage: "SHELL", kind: "choice", choices: SHELLS, many: false }],
		about: "Print a completion script for bash, zsh or fish.",
		options: { help },
		examples: [
			{ line: "source <(ibid completions bash)", about: "In ~/.bashrc." },
			{ line: "source <(ibid completions zsh)", about: "In ~/.zshrc." },
			{ line: "ibid completions fish | source", about: "In ~/.config/fish/config.fish." },
		],
		exits: [],
	},
];

/** The command that runs if none is named. */
export const STANDARD: CommandName = "overview";
