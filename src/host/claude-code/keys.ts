import { choice, key } from "../../config/keys.ts";
import type { Key } from "../../config/types.ts";

/** Whether and when the user sees what was saved. */
export const noticeKey: Key<Notice> = key(
	"notice",
	"Claude Code only: when to show what was saved: never, for the last session when the next one starts working, or after each turn.",
	choice(["off", "session", "turn"]),
	"off",
);

/** When to show what was saved. */
export type Notice = "off" | "session" | "turn";
