import { spawn } from "node:child_process";
import type { EnvironmentVariables } from "../../config/types.ts";

/** Opens a file or an address in the user's browser if this machine has a screen. Does not wait for the outcome. */
export function openInBrowser(target: string, environment: EnvironmentVariables): void {
	const [program, ...args] = process.stdout.isTTY ? openerFor(process.platform, environment) : [];
	if (program === undefined) return;
	const child = spawn(program, [...args, target], { detached: true, stdio: "ignore", windowsHide: true });
	// The path was printed; without such a program the user opens it.
	child.on("error", () => {});
	child.unref();
}

/** The command that opens things on this machine; undefined if there is no screen for a browser. */
export function openerFor(platform: NodeJS.Platform, environment: EnvironmentVariables): readonly string[] {
	// A user who is logged in remotely would not see it.
	if (environment.SSH_CONNECTION || environment.SSH_TTY) return [];
	if (platform === "darwin") return ["open"];
	if (platform === "win32") return ["cmd", "/c", "start", ""];
	return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ["xdg-open"] : [];
}
