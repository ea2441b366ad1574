import type { OwnEdit, OwnWrite } from "../../core/types.ts";
import { fileAt, type WorkingDirectory } from "./directory.ts";
import type { ShellCommand } from "./grammar.ts";

/** A file that a command writes from a here-document, and whether the command also prints it. */
type DocumentWrite = { readonly own: readonly (OwnWrite | OwnEdit)[]; readonly prints: boolean };

/** `cat > file <<EOF`, `cat >> file <<EOF` and the same with `tee`. Undefined for other commands. */
export function documentWrite(command: ShellCommand, place: WorkingDirectory): DocumentWrite | undefined {
	const documents = command.redirects.flatMap(({ target, stream }) =>
		target.kind === "document" ? [{ ...target, stream }] : [],
	);
	const [document] = documents;
	if (!document?.known || documents.length !== 1 || !/^0?$/.test(document.stream)) return undefined;
	const written = writeTarget(command);
	const subject = fileAt(place, written?.path);
	if (!written || !subject || DEVICE.test(subject.name)) return undefined;
	const { text } = document;
	const own = written.append
		? ({ kind: "edit", subject, old: "", text, all: false } as const)
		: ({ kind: "write", subject, text } as const);
	return { own: [own], prints: written.prints };
}

/** Writing to these may print. */
const DEVICE = /^\/(?:dev|proc)\//;

/** The patch that a command gives to `apply_patch`, in a here-document or as its argument. */
export function patchIn({ words, redirects }: ShellCommand): string | undefined {
	const [name, patch, more] = words;
	if (name?.text !== "apply_patch" || more) return undefined;
	const [document] = redirects.map(({ target }) => target);
	if (patch) return patch.known && !document ? patch.text : undefined;
	return redirects.length === 1 && document?.kind === "document" ? document.text : undefined;
}

type WriteTarget = { readonly path: string; readonly append: boolean; readonly prints: boolean };

function writeTarget({ words, redirects }: ShellCommand): WriteTarget | undefined {
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
