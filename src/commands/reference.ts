import { join } from "node:path";
import { byHost, TITLES } from "../audit/hosts.ts";
import { placesOf } from "../audit/places.ts";
import { ALL_KEYS, type AnyKey } from "../config/keys.ts";
import { userFile } from "../config/places.ts";
import { limitsOf } from "../limits/limits.ts";
import { stateFolder } from "../store/state-folder.ts";
import { ESTIMATE_ERROR } from "./audit-lines.ts";
import type { Exit } from "./command.ts";

/** What can be explained besides commands. */
export const TOPICS = ["figures", "environment"] as const;

/** A name, and one sentence on what it stands for. */
export type Entry = { readonly name: string; readonly about: string };

/** What ibid is, in one sentence. */
export const SUMMARY = "ibid puts a short note where a model already has the lines in front of it.";

/** What exit codes mean, whatever the command. */
export const EXITS: readonly Exit[] = [
	{ code: 0, about: "All is well, also where nothing was found." },
	{ code: 1, about: "A check failed, or something went wrong in ibid itself." },
	{ code: 2, about: "The command line cannot be understood, or what it names cannot be read; one sentence says why." },
	{ code: 130, about: "Interrupted." },
];

/** The variables that ibid looks at. */
export const ENVIRONMENT: readonly Entry[] = [
	{ name: "IBID_STATE", about: "The folder for what ibid keeps, in place of the usual one: a path from the root." },
	{ name: "XDG_STATE_HOME", about: "The folder in which the usual one lies; LOCALAPPDATA on Windows." },
	{
		name: "IBID_DEBUG",
		about: "If set, ibid shows where in it something went wrong, and what its workers complain of.",
	},
	...ALL_KEYS.map(keyVariable),
	{ name: "XDG_CONFIG_HOME", about: "The folder in which your settings lie; APPDATA on Windows." },
	{ name: "NO_COLOR", about: "If set, nothing is printed in bold or in colour." },
	{ name: "FORCE_COLOR", about: "If set, colour is used even where the output is no terminal; if 0, nowhere." },
	{ name: "COLUMNS", about: "How wide to print where the output is no terminal: 80 if not given, 40 at least." },
	...hostVariables(),
];

/** The variable that sets a key. */
function keyVariable(key: AnyKey): Entry {
	const words =
		{ boolean: ": on or off", array: ": globs with commas between them" }[String(key.kind.schema.type)] ?? "";
	return { name: key.variable, about: `${"add" in key ? "Adds to" : "Sets"} ${key.name}, whatever files say${words}.` };
}

function hostVariables(): Entry[] {
	const variables = {
		CLAUDE_CONFIG_DIR: TITLES["claude-code"],
		CODEX_HOME: TITLES.codex,
		XDG_DATA_HOME: TITLES.opencode,
		PI_CODING_AGENT_DIR: TITLES.pi,
		GEMINI_CLI_HOME: TITLES["gemini-cli"],
		COPILOT_HOME: TITLES["copilot-cli"],
	};
	return Object.entries(variables).map(([name, title]) => {
		return { name, about: `Where ${title} keeps its files, as ${title} itself understands it.` };
	});
}

/** Where ibid reads and writes, if no variable says otherwise. */
export const FILES: readonly Entry[] = [
	{
		name: stateFolder("~", {}),
		about: "The copy of ibid that hosts start, and the record of its answers, without any of their text.",
	},
	{
		name: join(stateFolder("~", {}), "page.html"),
		about: "The last page that ibid page has made. Texts of answers stand in it, so only you can read it.",
	},
	{ name: userFile("~", {}), about: "What you have set; .ibid.jsonc in a project can only narrow it." },
	...placesOf("~", {})
		.toSorted(byHost)
		.map(({ folder, host }) => ({ name: folder, about: `Sessions of ${TITLES[host]}, which are only read.` })),
].map(({ name, about }) => ({ name: name.replaceAll("\\", "/"), about }));

/** How to read the figures, one paragraph each. */
export const FIGURES: readonly string[] = [
	"results, tokens: what tools answered in the recorded sessions, as it reached the model. A result that stands in several sessions (resumed, forked) counts once.",
	"saved: for each result, once, the tokens that it would have had without ibid when it first reached the model, less those that it had, notes included. A result that ibid made longer counts below zero, such as a file's text in place of the host's wrong word that nothing has changed; one that the host did not take counts nothing. What later requests make of a result (a compaction, a cleared text) changes nothing of it. ibid report, ibid audit and the page count alike: in sessions that ibid's record knows they say what was, turns that were taken back included; in others ibid audit says what would have been, within what the host lets us replace. In Codex the head above an output (chunk, time and count, some 35 tokens), which a shortened text does without, is not counted as saved.",
	"already shown: the same figure, where it is above zero, with its share of all tokens of results. By kind: files read again as a whole; parts of files, asked for by their lines; output of commands; own writing, where the lines left out are the model's own (written, edited, patched); other tools. A kind is that of the result, so a file of which one half stands in a command's output is a file.",
	"at best: the same if the host let us replace every result. It is no promise; it says what the limits of hosts cost.",
	"notes: tokens of the notes. orphans: notes that stood before the model in a request after the host had taken away their lines, each once; asking again gives the whole text. Where every request passes through ibid (OpenCode, pi) there are none, since such a result comes whole again.",
	`of all input: a token that is not added is not carried by the later requests of its window either, so what is saved is counted again in each of them, up to the next reset, as a share of all input tokens. Some hosts do not record these. It is net of the tools that ibid brings with it in every request: ${limitsOf("codex").declares} tokens in Codex, which adds some of its own where there is any server, and ${limitsOf("gemini-cli").declares} in Gemini CLI; so is the share of cost. Tokens saved at results are not.`,
	"input tokens: all that the requests sent, by the host's own records; where ibid was at work, with what it kept out of them. spared of cost: the share of what the requests cost, had the saved tokens never been added. A token costs most when it is first sent or written to the prompt cache and a tenth each time it is read from there; it is carried by every later request until a reset. Writing to the cache counts 1.25 times plain input on Claude Code, else once; output 5 times there, else 8 times.",
	"proof: every text that was shortened, or would have been, copies included, is rebuilt from what stood before the model, and compared with the original. ibid verify asks a second check too, which shares no code with the first.",
	"ibid report counts what really was, by ibid's own record: only the results that hosts have shown to it, so its shares are of these and not of all that the model got. ibid audit counts all results, so its shares are smaller.",
	"insisted: results that came whole since the model had asked again for lines that a note stood for. For each hundred shortened results that is our rate of regret: the note was true, and of no use.",
	"added time: how long ibid took for a result while the host waited, waiting for the host's log included: the median, and p95, which 19 of 20 do not exceed. Hosts that show whole requests have one time for all results of it. What starting a process takes, where a host starts one for each hook, is not in it.",
	"windows: what a model had before it, from the beginning or a reset up to the next.",
	`Estimates go by classes of letters. In recorded sessions of five hosts, 162 to 2,464 results each, their sums were off from the o200k tokenizer by 2 to 6%, and sums of what was saved in them by up to ${ESTIMATE_ERROR}%; in a sixth, with 12 short results, by 12%. --exact runs that tokenizer; models of other makers count otherwise, and shares hardly change.`,
];
