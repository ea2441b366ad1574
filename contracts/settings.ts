import { loadConfig } from "../src/config/load.ts";
import type { Settings } from "../src/config/types.ts";
import { SWITCHED_HOSTS as hosts } from "../src/hosts.ts";
import type { AnswerRecord } from "../src/store/record.ts";

/** The settings if none is made. */
export const UNSET: Settings = loadConfig({ home: "/nowhere", environment: {}, directory: "/nowhere", hosts });

/** The settings if ibid is switched off. */
export const OFF: Settings = loadConfig({
	home: "/nowhere",
	environment: { IBID: "off" },
	directory: "/nowhere",
	hosts,
});

/** A record that keeps nothing. */
export const noRecord: AnswerRecord = {
	write: () => {},
	shortened: () => new Set(),
	orphaned: () => new Set(),
	noteHashes: () => new Set(),
	refused: () => new Set(),
	folds: () => new Map(),
};
