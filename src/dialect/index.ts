/**
 * The entry point `ibid/dialect`: how agents write the messages of a conversation, and the type for a dialect of your
 * own.
 */
export type { Entry } from "../conversation/types.ts";
export { type OpenCodeMessage, openCodeDialect } from "./opencode.ts";
export { type PiMessage, piDialect } from "./pi.ts";
export type { Dialect } from "./types.ts";
