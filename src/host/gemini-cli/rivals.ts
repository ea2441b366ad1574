import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { SERVER } from "./channel.ts";
import { type GeminiSurroundings, settingsFiles, settingsIn } from "./settings-files.ts";

/**
 * Whether a hook that is not ours may add words to results that we replace. The host adds them to the original, so that
 * they would be lost with it, and hooks do not see what others say.
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

/** Where an extension stands: in its place among the others, unless the host was only told where to look for it. */
function folderOf(place: string): string {
	const noted = settingsIn(join(place, ".gemini-extension-install.json"));
	return v.is(LinkShape, noted) ? noted.source : place;
}

const LinkShape = v.looseObject({ type: v.literal("link"), source: v.string() });

function speaksOfReads(value: unknown): boolean {
	const parsed = v.safeParse(HooksShape, value);
	// What nobody understands may be one.
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

/** By its own name or by that of the program: a script that Node starts need not stand in a folder of that name. */
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
