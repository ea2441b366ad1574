import { runWorker } from "../audit/worker.ts";
import { loadCatalog } from "../hosts.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import { builtFolder } from "../runtime/program.ts";
import { audit } from "./audit/audit.ts";
import type { Arguments } from "./command-line/parse.ts";
import { doctor } from "./doctor/doctor.ts";
import { install } from "./install/install.ts";
import { uninstall } from "./install/uninstall.ts";
import { overview } from "./overview/overview.ts";
import { page } from "./page/page.ts";
import { report } from "./report/report.ts";
import { show } from "./show/show.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { verify } from "./verify/verify.ts";

/** The commands that read logs or change agents: no agent waits for them, and they need nearly all that there is. */
type LongCommand = "overview" | "report" | "audit" | "show" | "verify" | "page" | "install" | "uninstall" | "doctor";

/** What does each of them, and gives the exit code. */
export const LONG: Readonly<Record<LongCommand, (args: Arguments, terminal: Terminal) => Promise<number>>> = {
	...{ overview, report, audit, show, verify, page },
	...{ install, uninstall, doctor },
};

/** Does the part of an audit that a worker was started for. */
export async function work(task: string): Promise<void> {
	await runWorker(JSON.parse(task), await loadCatalog(), loadFolds, process.stdin, process.stdout);
}

async function loadFolds(): Promise<FoldFinder> {
	const { builtFolds } = await import("../symbol/built-outliner.ts");
	return builtFolds(builtFolder(process.argv[1] ?? ""));
}
