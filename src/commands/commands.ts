import { ALL_KEYS } from "../config/keys.ts";
import type { Argument, Command, CommandName, Exit } from "./command.ts";
import { FITTED_HOSTS } from "./fittings.ts";
import { HOOKED_HOSTS } from "./hooks.ts";
import {
	by,
	byOfRecord,
	compare,
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
	noOpen,
	offerRead,
	out,
	pageJson,
	project,
	purge,
	raw,
	since,
	top,
	trust,
	until,
	wrap,
	yes,
} from "./options.ts";

/** The shells that completions are made for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

const ANSWER: Argument = { usage: "[ID|last]", kind: "text", many: false };
const PATHS: Argument = { usage: "[PATH…]", kind: "path", many: true };
const HOSTS: Argument = { usage: "[HOST…]", kind: "choice", choices: FITTED_HOSTS, many: true };
const HOST: Argument = { usage: "HOST", kind: "choice", choices: HOOKED_HOSTS, many: false };
const SETTING: readonly Argument[] = [
	{ usage: "[path | set", kind: "choice", choices: ["path", "set"], many: false },
	{ usage: "KEY", kind: "choice", choices: ALL_KEYS.map(({ name }) => name), many: false, behind: "set" },
	{ usage: "VALUE]", kind: "text", many: false },
];
const STOPPED: Exit = { code: 130, about: "Interrupted; what is known so far is printed." };

/** Every command there is; those for people come first. */
export const COMMANDS: readonly Command[] = [
	{
		name: "overview",
		group: "porcelain",
		takes: [PATHS],
		about:
			"Say in a few lines what ibid would save here, or, where a host has it, what it does; this is what ibid alone does.",
		options: { since, until, host, project, json, jobs, help },
		examples: [{ line: "ibid overview --since 7d", about: "What there is to say of the last week." }],
		exits: [STOPPED],
	},
	{
		name: "report",
		group: "porcelain",
		takes: [],
		about:
			"Say what ibid has really saved in the hosts that have it, by its own record, losses included: the last 30 days, or any other.",
		options: { by: byOfRecord, top, since, until, host, json, help },
		examples: [
			{ line: "ibid report --by day --since 7d", about: "Day by day." },
			{ line: "ibid report --host codex --by tool", about: "Which tools of Codex have saved most." },
		],
		exits: [],
	},
	{
		name: "audit",
		group: "porcelain",
		takes: [PATHS],
		about: "Say what ibid would have saved in recorded sessions: those in PATH, or all that your hosts have kept.",
		options: { by, top, since, until, host, project, compare, exact, json, jobs, help },
		examples: [
			{ line: "ibid audit --since 4w --by project", about: "Which projects of the last four weeks would have gained." },
			{ line: "ibid audit --host codex --by tool", about: "Which tools of Codex would have saved most." },
			{ line: "ibid audit log.jsonl --exact --json", about: "One log, counted by a tokenizer, for a program." },
		],
		exits: [STOPPED],
	},
	{
		name: "show",
		group: "porcelain",
		takes: [ANSWER, PATHS],
		about:
			"Show one answer before and after, and where its quotes stand: the last that is shortened, or the one named.",
		options: { full, raw, diff, host, project, json, help },
		examples: [
			{ line: "ibid show --project .", about: "The last shortened answer in this directory." },
			{ line: "ibid show a1f3 --diff", about: "What ibid changed in one answer." },
		],
		exits: [{ code: 1, about: "The answer could not be rebuilt." }],
	},
	{
		name: "verify",
		group: "porcelain",
		takes: [PATHS],
		about:
			"Rebuild and prove every text that ibid has or would have shortened in recorded sessions: those in PATH, or all.",
		options: { host, project, json, jobs, help },
		examples: [{ line: "ibid verify --project .", about: "All sessions in this directory." }],
		exits: [{ code: 1, about: "A text could not be rebuilt or proved." }, STOPPED],
	},
	{
		name: "page",
		group: "porcelain",
		takes: [PATHS],
		about: "Make one HTML file of recorded sessions, down to single answers, and open it: those in PATH, or all.",
		options: { live, since, until, host, project, out, "no-open": noOpen, json: pageJson, jobs, help },
		examples: [
			{ line: "ibid page --since 4w", about: "The last four weeks." },
			{ line: "ibid page --live", about: "Watch sessions that are going on." },
		],
		exits: [{ code: 130, about: "Interrupted: no page was made, or --live was ended." }],
	},
	{
		name: "install",
		group: "porcelain",
		takes: [HOSTS],
		about: "Put ibid into the hosts named, or into all that are found: show what will be done, ask, do it, try it out.",
		options: { yes, trust, "dry-run": dryRun, help },
		examples: [
			{ line: "ibid install --dry-run", about: "What would be done, and nothing else." },
			{ line: "ibid install codex --yes", about: "Codex only, unasked." },
		],
		exits: [
			{ code: 1, about: "A host could not be fitted with ibid, or does not answer." },
			{ code: 130, about: "Interrupted; what was begun is taken back." },
		],
	},
	{
		name: "uninstall",
		group: "porcelain",
		takes: [HOSTS],
		about: "Take ibid out of the hosts named, or out of all, and say of each file what became of it.",
		options: { purge, help },
		examples: [{ line: "ibid uninstall --purge", about: "Leave nothing behind." }],
		exits: [{ code: 1, about: "A host still has ibid, since it could not be taken out." }],
	},
	{
		name: "doctor",
		group: "porcelain",
		takes: [],
		about: "Say for every host whether ibid works in it, and if not, why.",
		options: { fix, json, help },
		examples: [{ line: "ibid doctor --json", about: "The same for a program." }],
		exits: [{ code: 1, about: "Something is wrong in a host that has ibid." }],
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
		about: "Switch ibid off in all hosts, in running sessions too.",
		options: { project: inProject, help },
		examples: [{ line: "ibid disable --project", about: "Only in this project." }],
		exits: [],
	},
	{
		name: "config",
		group: "porcelain",
		takes: SETTING,
		about: "Show what is set and who says so; or the path of your file; or set a key in it.",
		options: { json, help },
		examples: [
			{ line: "ibid config set hosts.codex false", about: "Switch ibid off in Codex only." },
			{ line: "ibid config set ignore '*.lock,/docs/'", about: "Never shorten these files." },
		],
		exits: [],
	},
	{
		name: "help",
		group: "porcelain",
		takes: [{ usage: "[TOPIC]", kind: "topic", many: false }],
		about: "Explain a command, how to read the figures, or what ibid takes from the environment.",
		options: { help },
		examples: [{ line: "ibid help figures", about: "What is counted, and how exactly." }],
		exits: [],
	},
	{
		name: "serve",
		group: "plumbing",
		takes: [HOST],
		about: "Answer the hooks of a host for as long as it runs; the host starts this by itself.",
		options: { "offer-read": offerRead, help },
		examples: [],
		exits: [],
	},
	{
		name: "hook",
		group: "plumbing",
		takes: [HOST],
		about: "Answer one hook of a host, whose JSON comes on standard input.",
		options: { help },
		examples: [],
		exits: [{ code: 0, about: "Also if something went wrong; the host then goes on by itself." }],
	},
	{
		name: "statusline",
		group: "plumbing",
		takes: [],
		about: "Print in a few letters what was saved in the session that Claude Code tells of on standard input.",
		options: { wrap, help },
		examples: [
			{ line: "ibid statusline --wrap 'my-status.sh'", about: "Behind the first row of a status line of yours." },
		],
		exits: [{ code: 0, about: "Also if something went wrong; then nothing is printed." }],
	},
	{
		name: "completions",
		group: "plumbing",
		takes: [{ usage: "SHELL", kind: "choice", choices: SHELLS, many: false }],
		about: "Print a script that lets bash, zsh or fish complete what is typed behind ibid.",
		options: { help },
		examples: [
			{ line: "source <(ibid completions bash)", about: "In ~/.bashrc." },
			{ line: "source <(ibid completions zsh)", about: "In ~/.zshrc." },
			{ line: "ibid completions fish | source", about: "In ~/.config/fish/config.fish." },
		],
		exits: [],
	},
];

/** What runs where no command is named. */
export const STANDARD: CommandName = "overview";
