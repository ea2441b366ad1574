import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { recordFilesIn } from "../../store/record.ts";

/**
 * Whether a subagent of a session has written its log since the session's own was: then it may be the one that calls, and
 * a hook is not told so. This finds out even if nobody noted that it was sent.
 */
export function isAgentAtWork(log: string, session: string): boolean {
	const folder = join(dirname(log), session);
	const written = statSync(log).mtimeMs;
	return recordFilesIn(folder).some((file) => statSync(join(folder, file)).mtimeMs >= written);
}
