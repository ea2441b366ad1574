import { choice, key } from "../../config/keys.ts";
import type { Key } from "../../config/types.ts";

/** Whether the user is told what was saved, and when. */
export const noticeKey: Key<Notice> = key(
	"notice",
	"Claude Code only: whether to tell you what was saved: never, of the last session once the next one works, or turn by turn.",
	choice(["off", "session", "turn"]),
	"off",
);

/** When to say what was saved. */
export type Notice = "off" | "session" | "turn";
