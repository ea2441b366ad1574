import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { SERVER } from "./channel.ts";
import { type GeminiSurroundings, settingsFiles, settingsIn } from "./settings-files.ts";

/**
 * Whether another hook may add words to results that we replace. The host appends them to the original, so they would
 * be lost, and hooks do not see what other hooks say.
 */
export function hasRivals(around: GeminiSurroundings): boolean {
	const extensions = join(around.home, ".gemini", "extensions");
	const names = existsSync(extensions) ? readdirSync(extensions) : [];
	const files = [
		...settingsFiles(around),
		...names.map((name) => join(folderOf(join(extensions, name)), "hooks", "hooks.json")),
	];
	return files.map(settingsIn).some(speaksOfReads);
}

/** The folder of an extension: among the others, unless it is only linked. */
function folderOf(place: string): string {
	const noted = settingsIn(join(place, ".gemini-extension-install.json"));
	return v.is(LinkShape, noted) ? noted.source : place;
}

const LinkShape = v.looseObject({ type: v.literal("link"), source: v.string() });

function speaksOfReads(value: unknown): boolean {
	const parsed = v.safeParse(HooksShape, value);
	// If we cannot read an entry, it may be such a hook.
	if (!parsed.success) return true;
	const groups = parsed.output.hooks?.AfterTool ?? [];
	return groups.some(({ matcher, hooks }) => matchesReads(matcher) && !hooks.every(isOurHook));
}

const HooksShape = v.looseObject({
	hooks: v.optional(
		v.looseObject({
			AfterTool: v.optional(
				v.array(
					v.looseObject({
						matcher: v.optional(v.string(), ""),
						hooks: v.array(v.looseObject({ name: v.optional(v.string(), ""), command: v.optional(v.string(), "") })),
					}),
				),
			),
		}),
	),
});

/** Recognised by its name or by its program: a script started by Node need not be in a folder of that name. */
function isOurHook({ name, command }: { readonly name: string; readonly command: string }): boolean {
	return / hook gemini\b/.test(command) && (name === SERVER || /\bibid\b/.test(command));
}

function matchesReads(matcher: string): boolean {
	if (matcher === "" || matcher === "*") return true;
	try {
		return ["read_file", "run_shell_command"].some((tool) => new RegExp(matcher).test(tool));
	} catch {
		return true;
	}
}
