import { join } from "node:path";
import { PROJECT_FILE, userFile } from "../../config/places.ts";
import type { AnyKey } from "../../config/types.ts";
import { ALL_KEYS, HOSTS } from "../../hosts.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { ESTIMATE_ERROR } from "../audit/audit-lines.ts";
import type { CommandDefinition, Exit, Positional } from "../command-line/command.ts";
import { COMMANDS } from "../command-line/commands.ts";
import type { OptionDefinition } from "../command-line/options.ts";

/** Help topics that are not commands. */
export const TOPICS = ["figures", "environment"] as const;

/** A name, and one sentence about it. */
export type HelpEntry = { readonly name: string; readonly about: string };

/** What ibid is, in one sentence. */
export const SUMMARY = "ibid stops coding agents from sending the model lines that it already has in its context.";

/** The exit codes of all commands. */
export const EXITS: readonly Exit[] = [
	{ code: 0, about: "Success, also if nothing was found." },
	{ code: 1, about: "A check failed, or ibid itself has a bug." },
	{ code: 2, about: "Wrong usage, or a file that cannot be read; one sentence says why." },
	{ code: 130, about: "Interrupted." },
];

/** The environment variables that ibid reads. */
export const ENVIRONMENT: readonly HelpEntry[] = [
	{ name: "IBID_STATE", about: "The data folder of ibid, instead of the default: an absolute path." },
	{ name: "XDG_STATE_HOME", about: "The folder that contains ibid's default data folder; LOCALAPPDATA on Windows." },
	{
		name: "IBID_DEBUG",
		about: "If set, print stack traces and the errors of worker processes.",
	},
	...ALL_KEYS.map(keyVariable),
	{ name: "XDG_CONFIG_HOME", about: "The folder that contains your settings; APPDATA on Windows." },
	{ name: "NO_COLOR", about: "If set, print without bold and colour." },
	{ name: "FORCE_COLOR", about: "If set, use colour even if the output is not a terminal; if 0, never." },
	{ name: "COLUMNS", about: "Width of the output if it is not a terminal. Default: 80; at least 40." },
	...hostVariables(),
];

/** The variable that sets a key. */
function keyVariable(key: AnyKey): HelpEntry {
	const words =
		{ boolean: ": on or off", array: ": globs with commas between them" }[String(key.kind.schema.type)] ?? "";
	return {
		name: key.variable,
		about: `${"add" in key ? "Adds to" : "Sets"} ${key.name}, overriding the files${words}.`,
	};
}

function hostVariables(): HelpEntry[] {
	return HOSTS.map(({ variable, title }) => {
		return { name: variable, about: `Where ${title} keeps its files, with the same meaning as for ${title} itself.` };
	});
}

/** Where ibid reads and writes by default. */
export const FILES: readonly HelpEntry[] = [
	{
		name: stateFolder("~", {}),
		about: "The copy of ibid that agents start, and the record of what it did, without any text of tool results.",
	},
	{
		name: join(stateFolder("~", {}), "page.html"),
		about: "The latest page from ibid page. It contains text of tool results, so only you can read it.",
	},
	{ name: userFile("~", {}), about: "Your settings; .ibid.jsonc in a project can only restrict them." },
	...HOSTS.flatMap(({ logs, title }) =>
		logs("~", {}).map(({ folder }) => ({ name: folder, about: `Sessions of ${title}, read only.` })),
	),
].map(({ name, about }) => ({ name: name.replaceAll("\\", "/"), about }));

/** How to read the figures, one paragraph each. */
export const FIGURES: readonly string[] = [
	"results, tokens: the tool results in the recorded sessions, as they reached the model. A result that is in several sessions (resumed, forked) counts once.",
	"saved: counted once for each tool result: the tokens that it would have had without ibid when it first reached the model, minus those that it had, notes included. A result that ibid made longer counts below zero, for example a file's text instead of the agent's wrong word that nothing changed; one that the agent did not accept counts nothing. What later requests do with a result (a compaction, a cleared text) changes nothing. ibid report, ibid audit and the page count the same way: in sessions that are in ibid's record they show what was saved, including turns that were taken back; in others ibid audit shows what could have been saved in the tool results that the agent lets ibid replace. In Codex the header above an output (chunk, time and count, about 35 tokens), which a shortened result does not have, is not counted as saved.",
	"could save: the same figure for sessions without ibid, and its share of all tokens of tool results. By kind: files read again in full; parts of files, requested by their lines; output of commands; own writing, where the left-out lines are the model's own (written, edited, patched); other tools. The kind is that of the result, so a file of which one half was shown by a command counts as a file.",
	"lean text: a part of what is saved: the same lines in fewer tokens, for example hits of a search below their path. What a terminal does not show (lean.terminal-text) is listed apart and counts as nothing saved. Each policy counts what it saved, minus its words in the first line; results to which several apply count under each.",
	"outlines (ibid audit --policy outline): what the setting outline would have done, by itself and no part of what is saved. withheld: how many tokens fewer a first view has than what ibid would send without outlines. asked again: tokens of withheld lines that the session later read, edited or wrote over, of a call for each, and of what the model hears about folds; their cost also has the call as output and one request more, which reads the context from the cache. An edit of lines that the model would not have seen (unseen) counts as if it had read the fold first; a write over folds is refused, so it counts as written twice. net: withheld minus asked again. It is at most that: what a model needed and read only once leaves no trace in a log.",
	"at best: the same if the agent let ibid replace every tool result. It is no promise; it shows what the limits of agents cost.",
	"notes: tokens of the notes. broken notes: notes that were in a request after the agent had removed their lines, each counted once; if the model asks again, it gets the tool result in full. Agents that pass every request through ibid (OpenCode, pi) have none, since such a result is sent in full again.",
	`of all input: a token that is not added is not carried by the later requests of its context either, so what is saved is counted again in each of them, up to the next reset, as a share of all input tokens. Some agents do not record these. What ibid adds to every request, ${declaredWords()}, is subtracted here and from the share of cost, but not from the tokens saved in results.`,
	"input tokens: everything that the requests sent, from the agent's own records; in sessions with ibid, including what it left out. cost saved: the share of what the requests cost, had the saved tokens never been added. A token costs most when it is first sent or written to the prompt cache and a tenth each time it is read from there; every later request carries it until a reset. Writing to the cache counts 1.25 times plain input on Claude Code, else once; output 5 times there, else 8 times.",
	"proof: every tool result that was shortened, or would have been, copies included, is rebuilt from the context and compared with the original. ibid verify also runs a second check, which shares no code with the first. What ibid run has sent is made again from the agent's log; where the log does not have all that its requests had, the result counts as saved and not checked.",
	"ibid report counts what really happened, from ibid's own record: only the tool results that agents passed to it, so its shares are of these and not of everything that the model got. ibid audit counts all tool results, so its shares are smaller.",
	"asked again: results that were sent in full because the model asked again for lines that a note had replaced: the note was true, but of no use.",
	"added time: how long ibid took for a tool result while the agent waited, including waiting for the agent's log: the median, and p95, which 19 of 20 do not exceed. Agents that pass whole requests have one time for all results of a request. Starting a process, where an agent starts one for each hook, is not included.",
	"contexts: what a model had in front of it, from the beginning or a reset up to the next reset.",
	`Tokens are estimated from character classes. In recorded sessions of five agents, 162 to 2,464 results each, the sums were off from the o200k tokenizer by 2 to 6%, and sums of what was saved by up to ${ESTIMATE_ERROR}%; in a sixth, with 12 short results, by 12%. --exact runs that tokenizer; models of other makers count differently, but shares hardly change.`,
];

/** Each key that can be set: what it means, what it can be, its default and its variable. */
export const KEY_ENTRIES: readonly HelpEntry[] = ALL_KEYS.map((key) => {
	const { name, about, variable } = key;
	return { name, about: `${about}${enumWords(key)} Default: ${defaultWords(key)}. Variable: ${variable}.` };
});

/** Which settings override which, one paragraph each. */
export const PRECEDENCE: readonly string[] = [
	"Environment variables override the project's file, which overrides yours, which overrides the default. Globs in ignore add up.",
	`A project's ${PROJECT_FILE} may come from strangers, so it can only restrict your settings: switch ibid off, ignore more files, raise the thresholds for notes.`,
];

/** The default of a key, in words. */
export function defaultWords({ default: standard }: AnyKey): string {
	return Array.isArray(standard) ? "none" : String(standard);
}

/** What a project's file may do with a key. */
export function projectWords(key: AnyKey): string {
	if ("add" in key) return "can add to it";
	if (!("isNarrower" in key)) return "cannot set it";
	return typeof key.default === "boolean" ? "can set it to false" : "can raise it";
}

function enumWords({ kind: { schema } }: AnyKey): string {
	return Array.isArray(schema.enum) ? ` One of ${schema.enum.join(", ")}.` : "";
}

/** What ibid adds to every request, host by host. */
function declaredWords(): string {
	const words = HOSTS.filter(({ declares }) => declares > 0).map(
		({ declares, title }) => `${declares} tokens in ${title}`,
	);
	return words.join(" and ");
}

/** The usage of a command, without its options. */
export function commandUsage({ name, takes }: CommandDefinition): string {
	return [name, ...takes.map(({ usage }) => usage)].join(" ");
}

/** The usage of an option. */
export function optionUsage(name: string, option: OptionDefinition): string {
	const short = option.short === undefined ? "" : `-${option.short}, `;
	return `${short}--${name}${option.kind === "flag" ? "" : ` ${option.value}`}`;
}

/** What an option does, its choices and its default. */
export function optionSentence(option: OptionDefinition): string {
	const standard = "default" in option ? ` Default: ${option.default}.` : "";
	const choices = option.kind === "choice" && !option.choices.every((each) => option.about.includes(each));
	return `${option.about}${choices ? ` One of ${option.choices.join(", ")}.` : ""}${standard}`;
}

/** The words that an argument can be; none if it is a path or free text. */
export function choicesOf(argument: Positional): readonly string[] {
	if (argument.kind === "topic") return topics();
	return argument.kind === "choice" ? argument.choices : [];
}

/** All help topics: commands and the others. */
export function topics(): string[] {
	return [...COMMANDS.map(({ name }) => name), ...TOPICS];
}

/** The options of a command that take a value, as shells see them. */
export function withValue({ name, options }: CommandDefinition): string[] {
	return Object.entries(options).flatMap(([option, { kind }]) => (kind === "flag" ? [] : [`${name}--${option}`]));
}
