import { fstatSync } from "node:fs";
import type { HostDefinition } from "../host/definition.ts";
import { didYouMean, UserError } from "./user-error.ts";

/** If a person types a command that hosts start, says what it is for instead of waiting for input. */
export async function refuseTyped(
	command: string,
	{ name, title }: Pick<HostDefinition, "name" | "title">,
): Promise<void> {
	if (!(await isTyped())) return;
	throw new UserError(`ibid ${command} is started by ${title} itself. To set that up: ibid install ${name}`);
}

/** Whether a person types the input: standard input is a terminal. */
export async function isTyped(): Promise<boolean> {
	try {
		// The module that knows for sure takes longer to load than many hooks take in all.
		return fstatSync(0).isCharacterDevice() && (await import("node:tty")).isatty(0);
	} catch {
		return false;
	}
}

/** The host that a word means: its name, or a beginning that no other name has. */
export function hostNamed<Host extends { readonly name: string }>(
	word: string | undefined,
	hosts: readonly Host[],
): Host {
	const meant = hosts.filter(({ name }) => name === word || (word && name.startsWith(word)));
	const [only] = meant;
	if (only && (meant.length === 1 || only.name === word)) return only;
	const names = hosts.map(({ name }) => name);
	const known = new Intl.ListFormat("en").format(names);
	if (word === undefined) throw new UserError(`Which agent? One of ${known}.`);
	throw new UserError(`ibid does not support an agent ${word}.${didYouMean(word, names) || ` Supported: ${known}.`}`);
}
