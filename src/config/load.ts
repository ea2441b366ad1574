import { existsSync } from "node:fs";
import { type ConfiguredHost, keysFor } from "./keys.ts";
import { merge } from "./merge.ts";
import { projectAt, userFile } from "./places.ts";
import { type FileSays, newReader } from "./read-file.ts";
import type { EnvironmentVariables, IbidConfig, Settings } from "./types.ts";
import { environmentVoice, fileVoice } from "./voice.ts";

/** Where to look for settings, and which hosts can have some. */
export type ConfigPlaces = {
	readonly home: string;
	readonly environment: EnvironmentVariables;
	readonly hosts: readonly ConfiguredHost[];
};

/**
 * The settings that apply in a directory now: defaults, the user's file, the project's, the environment. Never throws.
 */
export function loadConfig({ directory, ...where }: ConfigPlaces & { readonly directory: string }): Settings {
	return followConfig(where).now(directory);
}

/** Settings for a long-lived process. */
export type ConfigFollower = {
	/**
	 * The settings that apply in a directory now. Files are read again only when they have changed; otherwise it is the
	 * same object as before.
	 */
	readonly now: (directory: string) => Settings;
};

/**
 * Follows settings files while they change. Once `program`, the file that the process runs from, is gone, ibid is off.
 */
export function followConfig({ home, environment, hosts }: ConfigPlaces, program?: string | URL): ConfigFollower {
	const read = newReader();
	const wasThere = program !== undefined && existsSync(program);
	const own = userFile(home, environment);
	const variables = environmentVoice(environment);
	const keys = keysFor(hosts);
	const known = new Map<string, Remembered>();
	const now = (directory: string): Settings => {
		const user = read(own);
		const { says: project, root } = projectAt(directory, home, read);
		const last = known.get(root);
		if (last && last.user === user && last.project === project) return last.settings;
		const settings = merge(
			[fileVoice("user", user, keys), fileVoice("project", project, keys), variables],
			root,
			hosts,
		);
		if (known.size >= MOST) known.clear();
		known.set(root, { user, project, settings });
		return settings;
	};
	return {
		now(directory) {
			const settings = now(directory);
			const isGone = wasThere && !existsSync(program);
			return isGone ? { ...settings, config: { ...settings.config, enabled: false } } : settings;
		},
	};
}

type Remembered = {
	readonly user: FileSays | undefined;
	readonly project: FileSays | undefined;
	readonly settings: Settings;
};

/** Whether ibid shortens anything in a host. */
export function isOn({ enabled, hosts }: IbidConfig, host: string): boolean {
	return enabled && hosts[host] !== false;
}

/** More projects than this are not worth remembering. */
const MOST = 64;
