import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SWITCHED_HOSTS } from "../hosts.ts";
import { loadConfig } from "./load.ts";
import type { EnvironmentVariables, Settings } from "./types.ts";

const root = mkdtempSync(join(tmpdir(), "ibid-config-"));

/** Deletes what was made when a file of tests is done. */
export function tidyUp(): void {
	rmSync(root, { recursive: true, force: true });
}

let count = 0;

/** The settings of one source. */
export type ConfigFixture = {
	readonly user?: string;
	readonly project?: string;
	readonly environment?: EnvironmentVariables;
};

/** A home directory with a repository in it, and these files. */
export function configFixture({ user, project, environment = {} }: ConfigFixture): {
	home: string;
	directory: string;
	environment: EnvironmentVariables;
} {
	const home = join(root, String(count++));
	const directory = join(home, "repository", "deep");
	mkdirSync(join(home, "repository", ".git"), { recursive: true });
	mkdirSync(directory);
	if (user !== undefined) write(join(home, ".config/ibid/config.jsonc"), user);
	if (project !== undefined) write(join(home, "repository/.ibid.jsonc"), project);
	return { home, directory, environment };
}

/** Writes a file and makes its folders. */
export function write(file: string, text: string): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}

/** The settings that apply in such a repository. */
export function load(what: ConfigFixture): Settings {
	return loadConfig({ ...configFixture(what), hosts: SWITCHED_HOSTS });
}

/** The kinds of all warnings. */
export function kindsOf({ warnings }: Settings): string[] {
	return warnings.map(({ kind }) => kind);
}
