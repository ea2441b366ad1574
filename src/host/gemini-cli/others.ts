import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { hookTraces, keysOn, nameTraces, othersIn } from "../../install/others.ts";
import { entriesOf, saidIn } from "../../install/settings.ts";
import type { Machine, OtherTool } from "../../install/types.ts";
import { hostHome } from "./home.ts";
import { settingsFiles } from "./settings-files.ts";

/** Other tools that Gemini CLI would use in a project: their hooks, extensions and servers. */
export function others(machine: Machine, project: string): OtherTool[] {
	const home = hostHome(machine);
	const extensions = join(home, ".gemini", "extensions");
	const names = existsSync(extensions) ? readdirSync(extensions) : [];
	const settings = settingsFiles({ home, project, environment: machine.environment });
	const hooks = [...settings, ...names.map((name) => join(extensions, name, "hooks", "hooks.json"))];
	const late = hooks.flatMap((path) => hookTraces(path, entriesOf(saidIn(path).hooks).AfterTool));
	const seen = [
		...hooks.flatMap((path) => hookTraces(path, saidIn(path).hooks)),
		...settings.flatMap((path) => nameTraces(path, keysOn(saidIn(path).mcpServers))),
		...names.flatMap((name) => nameTraces(join(extensions, name), [name])),
	];
	const hasSay = Object.fromEntries(othersIn(late).map(({ name }) => [name, HAS_SAY]));
	return othersIn(seen, hasSay);
}

/** The host puts what such a hook adds behind the original, where it would be lost. */
const HAS_SAY = "it has a say in the same results, so ibid leaves them as they are";
