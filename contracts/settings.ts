import { loadConfig } from "../src/config/load.ts";
import type { Settings } from "../src/config/types.ts";

/** What holds where nobody has set anything. */
export const UNSET: Settings = loadConfig({ home: "/nowhere", environment: {}, directory: "/nowhere" });

/** What holds where ibid is switched off. */
export const OFF: Settings = loadConfig({ home: "/nowhere", environment: { IBID: "off" }, directory: "/nowhere" });
