import { ESTIMATE_ERROR } from "./audit-lines.ts";
import { didYouMean, Mistake } from "./mistake.ts";
import { COMMANDS, type Command, OPTIONS, type Option } from "./options.ts";
import { wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** Prints what is to be known of a command or a topic, or what commands there are. */
export function help(topic: string | undefined, terminal: Terminal): void {
	const command = COMMANDS.find(({ name }) => name === topic);
	if (topic === undefined) terminal.print(overview(terminal));
	else if (command) terminal.print(helpOn(command, terminal));
	else if (topic === "figures")
		terminal.print(FIGURES.flatMap((text) => [...wrap(text, terminal.width), ""]).slice(0, -1));
	else {
		const topics = [...COMMANDS.map(({ name }) => name), "figures"];
		throw new Mistake(
			`There is no help on ${topic}.${didYouMean(topic, topics) || ` There is on ${topics.join(", ")}.`}`,
		);
	}
}

function overview({ width, bold }: Terminal): string[] {
	return [
		"ibid puts a short note where a model already has the lines in front of it.",
		"",
		bold("Usage: ibid [COMMAND] [OPTIONS]"),
		"",
		...COMMANDS.flatMap(({ name, takes, about }) => entry(`${name} ${takes}`, about, width)),
		"",
		...wrap(
			"Without a command: ibid audit. ibid help COMMAND names its options; ibid help figures explains the figures.",
			width,
		),
		"",
		...entry("-V, --version", OPTIONS.version.about, width),
		...entry("-h, --help", OPTIONS.help.about, width),
	];
}

function helpOn({ name, takes, about, options }: Command, { width, bold }: Terminal): string[] {
	return [
		bold(`Usage: ibid ${name} ${takes} [OPTIONS]`),
		"",
		...wrap(about, width),
		"",
		...options.flatMap((each) => entry(usageOf(each, OPTIONS[each]), sentenceOf(OPTIONS[each]), width)),
	];
}

function usageOf(name: string, option: Option): string {
	const short = option.short === undefined ? "    " : `-${option.short}, `;
	return `${short}--${name}${option.kind === "flag" ? "" : ` ${option.value}`}`;
}

function sentenceOf(option: Option): string {
	const standard = "default" in option ? ` Default: ${option.default}.` : "";
	const choices = option.kind === "choice" && !option.choices.every((each) => option.about.includes(each));
	return `${option.about}${choices ? ` One of ${option.choices.join(", ")}.` : ""}${standard}`;
}

const INDENT = 22;

function entry(name: string, about: string, width: number): string[] {
	const [first = "", ...more] = wrap(about, Math.max(20, width - INDENT));
	return [`  ${name}`.padEnd(INDENT) + first, ...more.map((line) => " ".repeat(INDENT) + line)];
}

const FIGURES: readonly string[] = [
	"results, tokens: what tools answered in the recorded sessions, as it reached the model. A result that stands in several sessions (resumed, forked) counts once.",
	"saved: tokens that would not have been sent, within what the host lets us replace, net of the notes put in their place. Below zero if ibid would have lost.",
	"at best: the same if the host let us replace every result. It is no promise; it says what the limits of hosts cost.",
	"notes: tokens of the notes. orphans: notes whose passage the host took away later; asking again gives the whole text.",
	"input tokens: all that the requests sent, by the host's own records. spared of cost: the share of what the requests cost, had the saved tokens never been added. A token costs most when it is first sent or written to the prompt cache and a tenth each time it is read from there; it is carried by every later request until a reset. Writing to the cache counts 1.25 times plain input on Claude Code, else once; output 5 times there, else 8 times.",
	"windows: what a model had before it, from the beginning or a reset up to the next.",
	`Estimates go by classes of letters. In recorded sessions of five hosts, 162 to 2,464 results each, their sums were off from the o200k tokenizer by 2 to ${ESTIMATE_ERROR}%; in a sixth, with 12 short results, by 12%. --exact runs that tokenizer; models of other makers count otherwise, and shares hardly change.`,
];
