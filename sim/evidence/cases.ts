import { seeded } from "../random.ts";
import { CHANGES, changed } from "./changes.ts";
import { COMMANDS, type ShowingCommand, wordsFor } from "./commands.ts";
import { drawFiles, FILE_KINDS } from "./files.ts";
import { type DeliveredCall, EVIDENCE_HOSTS, type EvidenceHostName, PRINTED_VIEWS } from "./hosts.ts";
import type { NamedFiles, Repositories } from "./repository.ts";

/**
 * A case: the model looks at a file, the file changes, a command shows it, perhaps it changes back, the model looks
 * again.
 */
export type EvidenceCase = {
	readonly seed: number;
	readonly command: ShowingCommand;
	readonly change: string;
	readonly isChangedBack: boolean;
	readonly files: string;
	readonly host: EvidenceHostName;
	readonly firstView: string;
	readonly lastView: string;
};

/** The case of a seed; some of its parts may be given. */
export function drawCase(seed: number, given: Partial<EvidenceCase> = {}): EvidenceCase {
	const random = seeded(seed);
	const host = given.host ?? random.pick(Object.keys(EVIDENCE_HOSTS) as EvidenceHostName[]);
	const { views } = EVIDENCE_HOSTS[host];
	const firstView = given.firstView ?? random.pick(views);
	const isAgain = PRINTED_VIEWS.includes(firstView) && random.chance(0.1);
	return {
		seed,
		command: isAgain ? { kind: "the first view again", words: `${firstView} FILE` } : COMMANDS[seed % COMMANDS.length]!,
		change: CHANGES[seed % CHANGES.length]!,
		isChangedBack: random.chance(0.75),
		files: random.pick(FILE_KINDS),
		lastView: random.pick(views),
		...given,
		host,
		firstView,
	};
}

/** What a case is made of: its files, which of them changes and how, and the command. */
export type CaseScript = {
	readonly files: NamedFiles;
	readonly name: string;
	readonly after: readonly string[];
	readonly words: string;
};

/** The script of a case; its files have names that begin with a stem. */
export function scriptOf({ seed, files, change, command }: EvidenceCase, stem = "a"): CaseScript {
	const drawn = drawFiles(files, seeded(seed % FILES_OF_A_KIND));
	const after = changed(change, drawn[0]!, seeded(seed + 1));
	const names = [`${stem}.ts`, `${stem}copy.ts`];
	const named = Object.fromEntries(drawn.map((lines, at) => [names[at]!, lines]));
	return { files: named, name: names[0]!, after: after.lines, words: wordsFor(command, names[0]!, after) };
}

/** Folders are shared, because making one for each case takes time. */
const FILES_OF_A_KIND = 5;

/** Runs a case without a host: its command runs for real, in a folder with its files. */
export function playCase(each: EvidenceCase, repositories: Repositories): readonly DeliveredCall[] {
	const host = EVIDENCE_HOSTS[each.host];
	const { files, name, after, words } = scriptOf(each);
	const directory = repositories.with(files);
	const printed = repositories.printed(words, files, { [name]: after });
	const views = Object.entries(files).map(([path, lines]) => host.view(each.firstView, { path, directory, lines }));
	const last = { path: name, directory, lines: each.isChangedBack ? files[name]! : after };
	return host.deliver([...views, host.run(words, printed), host.view(each.lastView, last)], directory);
}
