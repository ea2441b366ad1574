import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { EnvironmentVariables } from "../../config/types.ts";
import { readIf } from "../../wire/system-error.ts";

/** Where Gemini CLI is started, and what it may make of `.env` files there. */
export type EnvFilePlace = {
	readonly home: string;
	readonly directory: string;
	readonly environment: EnvironmentVariables;
	/** Each answer that may be right: whether it trusts the folder. */
	readonly trusts: readonly boolean[];
	/** Each answer that may be right: whether it leaves out `.env` files that are not its own. */
	readonly ignores: readonly boolean[];
};

/** Some of its variables as it will have them; or one that a file sets, perhaps, and that file. */
export type HostVariables =
	| { readonly kind: "known"; readonly variables: EnvironmentVariables }
	| { readonly kind: "unclear"; readonly name: string; readonly file: string };

/** What Gemini CLI will take these variables for: its environment comes first, then the first `.env` file it finds. */
export function hostVariables(names: readonly string[], place: EnvFilePlace): HostVariables {
	const readings = place.trusts.flatMap((isTrusted) =>
		place.ignores.map((isIgnoring) => ({ file: envFile(place, isTrusted, isIgnoring), isTrusted })),
	);
	const variables: Record<string, string | undefined> = {};
	for (const name of names) {
		const values = readings.map(({ file, isTrusted }) => {
			return isTrusted || UNTRUSTED.has(name) ? valueIn(readIf(file), name) : undefined;
		});
		const [value] = values;
		if (place.environment[name] !== undefined) variables[name] = place.environment[name];
		else if (value !== null && values.every((each) => each === value)) variables[name] = value;
		else return { kind: "unclear", name, file: readings.find((_, at) => values[at] !== undefined)?.file ?? "" };
	}
	return { kind: "known", variables };
}

/** The variables that it takes from a file in a folder that it does not trust. */
const UNTRUSTED: ReadonlySet<string> = new Set(["GOOGLE_API_KEY", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"]);

function envFile({ home, directory }: EnvFilePlace, isTrusted: boolean, isIgnoring: boolean): string {
	const candidates = foldersAbove(resolve(directory)).flatMap((folder) => [
		...(isTrusted ? [join(folder, ".gemini", ".env")] : []),
		...(isIgnoring && folder !== home ? [] : [join(folder, ".env")]),
	]);
	const own = [...(isTrusted ? [join(home, ".gemini", ".env")] : []), join(home, ".env")];
	return [...candidates, ...own].find((file) => existsSync(file)) ?? "";
}

function foldersAbove(folder: string): string[] {
	const parent = dirname(folder);
	return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

/** The value of a variable in such a file; null if a line may set it in a way that we do not read. */
function valueIn(text: string, name: string): string | undefined | null {
	const lines = text.split(/\r\n?|\n/).filter((line) => line.includes(name) && !/^\s*#/.test(line));
	const ours = lines.filter((line) => !new RegExp(String.raw`\w${name}|${name}\w`).test(line));
	const values = ours.map((line) => SETTING.exec(line)?.[2]);
	return values.includes(undefined) ? null : values.at(-1);
}

const SETTING = /^\s*(?:export\s+)?\w+\s*=\s*(["']?)([^\s"'`#$\\]*)\1\s*$/;
