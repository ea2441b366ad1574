import type { OwnEdit, OwnWrite } from "../../core/types.ts";
import type { Command } from "./grammar.ts";
import { fileAt, type Place } from "./place.ts";

/** What the model writes into files with a command, in a here-document, and whether the command prints something too. */
export type Owned = { readonly own: readonly (OwnWrite | OwnEdit)[]; readonly prints: boolean };

/** `cat > file <<EOF`, `cat >> file <<EOF` and the same with `tee`. Undefined where nothing is written that way. */
export function ownOf(command: Command, place: Place): Owned | undefined {
	const documents = command.redirects.flatMap(({ target, stream }) =>
		target.kind === "document" ? [{ ...target, stream }] : [],
	);
	const [document] = documents;
	if (!document?.known || documents.length !== 1 || !/^0?$/.test(document.stream)) return undefined;
	const written = writtenFile(command);
	const subject = fileAt(place, written?.path);
	if (!written || !subject || DEVICE.test(subject.name)) return undefined;
	const { text } = document;
	const own = written.append
		? ({ kind: "edit", subject, old: "", text, all: false } as const)
		: ({ kind: "write", subject, text } as const);
	return { own: [own], prints: written.prints };
}

/** What is written there may be printed. */
const DEVICE = /^\/(?:dev|proc)\//;

/** The patch that a command gives to `apply_patch`, in a here-document or as its argument. */
export function patchIn({ words, redirects }: Command): string | undefined {
	const [name, patch, more] = words;
	if (name?.text !== "apply_patch" || more) return undefined;
	const [document] = redirects.map(({ target }) => target);
	if (patch) return patch.known && !document ? patch.text : undefined;
	return redirects.length === 1 && document?.kind === "document" ? document.text : undefined;
}

type Written = { readonly path: string; readonly append: boolean; readonly prints: boolean };

function writtenFile({ words, redirects }: Command): Written | undefined {
	const [name, ...rest] = words;
	const outputs = redirects.filter(({ target }) => target.kind === "word");
	const [output] = outputs;
	if (name?.text === "cat" && rest.length === 0 && outputs.length === 1) {
		const isWrite = output?.operator === ">" || output?.operator === ">>" || output?.operator === ">|";
		if (!isWrite || output.target.kind !== "word" || !output.target.known || !/^1?$/.test(output.stream))
			return undefined;
		return { path: output.target.text, append: output.operator === ">>", prints: false };
	}
	if (name?.text !== "tee") return undefined;
	const append = rest[0]?.text === "-a";
	const [path, more] = append ? rest.slice(1) : rest;
	const isNowhere =
		output?.target.kind === "word" &&
		output.target.text === "/dev/null" &&
		output.operator === ">" &&
		/^1?$/.test(output.stream);
	if (!path?.known || path.text.startsWith("-") || more || outputs.length > (isNowhere ? 1 : 0)) return undefined;
	return { path: path.text, append, prints: !isNowhere };
}
