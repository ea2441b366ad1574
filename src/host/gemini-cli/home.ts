import type { Machine } from "../../install/types.ts";

/** The folder that Gemini CLI uses as the user's home. */
export function hostHome({ home, environment }: Pick<Machine, "home" | "environment">): string {
	return environment.GEMINI_CLI_HOME || home;
}
