import { existsSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { meaningOf, saidIn } from "../../install/settings.ts";
import { readIf } from "../../wire/system-error.ts";
import type { RunSituation } from "../runner.ts";
import { hostFolder, managedFiles, remoteSettings } from "./wired.ts";

/**
 * A file that shows that an organisation has rules for Claude Code here; undefined if there is none. `machine` are the
 * folders of its administrators.
 */
export function organisationFile(
	{ home, environment }: Pick<RunSituation, "home" | "environment">,
	machine?: readonly string[],
): string | undefined {
	const folder = hostFolder({ home, environment });
	const managed = [...managedFiles(machine), ...PREFERENCES].find((path) => existsSync(path));
	if (managed !== undefined) return managed;
	const received = [remoteSettings(folder), join(folder, "policy-limits.json")].find(saysSomething);
	if (received !== undefined) return received;
	const login = join(folder, ".credentials.json");
	const account = join(environment.CLAUDE_CONFIG_DIR || home, ".claude.json");
	return [login, account].find((path) => {
		const { claudeAiOauth, oauthAccount } = v.parse(AccountShape, saidIn(path));
		return isOrganisations(claudeAiOauth.subscriptionType) || isOrganisations(oauthAccount.organizationType);
	});
}

/** Whether a plan, such as `max` or `claude_team`, is that of an organisation. */
export function isOrganisations(plan: string | undefined): boolean {
	return plan !== undefined && /team|enterprise/.test(plan);
}

/** Settings that a Mac gets from its administrators. */
const PREFERENCES: readonly string[] = ["/Library/Managed Preferences/com.anthropic.claudecode.plist"];

/** Without rules, the host writes down that there are none. */
function saysSomething(path: string): boolean {
	return meaningOf(Buffer.from(readIf(path))) !== "{}";
}

const Plan = v.fallback(v.optional(v.string()), undefined);
const AccountShape = v.object({
	claudeAiOauth: v.fallback(v.object({ subscriptionType: Plan }), { subscriptionType: undefined }),
	oauthAccount: v.fallback(v.object({ organizationType: Plan }), { organizationType: undefined }),
});
