import type { EnvironmentVariables } from "../../config/types.ts";
import { isRecord } from "../../dialect/foreign.ts";
import { settingsFiles, settingsIn } from "./settings-files.ts";

/** What one file of settings says of logging in and of where the host runs. */
export type RunSettings = {
	/** Whether it counts only in a folder that the host trusts. */
	readonly isProject: boolean;
	readonly login: string | undefined;
	readonly asksForTrust: boolean | undefined;
	readonly ignoresEnvFiles: boolean;
	readonly isSandboxed: boolean;
};

/** What all files say that may count, the most important first. */
export function runSettings(home: string, project: string, environment: EnvironmentVariables): RunSettings[] {
	const own = new Set(settingsFiles({ home, project: home, environment }));
	return settingsFiles({ home, project, environment }).map((file) => {
		const settings = settingsIn(file);
		const at = (...keys: readonly string[]): unknown =>
			keys.reduce((value, key) => (isRecord(value) ? value[key] : undefined), settings);
		const [login, trust] = [at("security", "auth", "selectedType"), at("security", "folderTrust", "enabled")];
		const sandbox = at("tools", "sandbox");
		return {
			isProject: !own.has(file),
			login: login === undefined ? undefined : String(login),
			asksForTrust: trust === undefined ? undefined : trust !== false,
			ignoresEnvFiles: Boolean(at("advanced", "ignoreLocalEnv")),
			isSandboxed: isOn(isRecord(sandbox) ? sandbox.enabled : sandbox),
		};
	});
}

/** Whether the host trusts the folder; both answers, if that is not certain. */
export function trustsIn(settings: readonly RunSettings[], environment: EnvironmentVariables): readonly boolean[] {
	const { GEMINI_CLI_TRUST_WORKSPACE: told, GEMINI_RESTRICTED_MODE: restricted } = environment;
	if (restricted === "true" || told === "false") return [false];
	const asks = settings.flatMap(({ asksForTrust }) => asksForTrust ?? []);
	return told === "true" || (asks.length > 0 && !asks.includes(true)) ? [true] : [true, false];
}

/** Whether the host would work in a sandbox: a variable says so, or what was typed, or else the settings. */
export function isSandboxed(
	settings: readonly RunSettings[],
	args: readonly string[],
	{ SANDBOX: inside, GEMINI_SANDBOX: chosen }: EnvironmentVariables,
): boolean {
	if (inside) return false;
	if (chosen?.trim()) return isOn(chosen);
	if (args.some((word) => /^(?:-s|--sandbox(?:=(?!false$).*)?)$/.test(word))) return true;
	return settings.some((each) => each.isSandboxed);
}

function isOn(value: unknown): boolean {
	return !/^(?:|0|false|null|undefined)$/.test(String(value).trim().toLowerCase());
}
