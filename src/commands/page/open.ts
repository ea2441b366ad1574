import { spawn } from "node:child_process";
import type { EnvironmentVariables } from "../../config/types.ts";

/** Opens a file or an address in the user's browser, if somebody sits before this machine. What comes of it is not waited for. */
export function openInBrowser(target: string, environment: EnvironmentVariables): void {
	const [program, ...args] = process.stdout.isTTY ? openerFor(process.platform, environment) : [];
	if (program === undefined) return;
	const child = spawn(program, [...args, target], { detached: true, stdio: "ignore", windowsHide: true });
	// The path was printed; who has no such program opens it by hand.
	child.on("error", () => {});
	child.unref();
}

/** What opens things on a machine; nothing where no browser could show itself. */
export function openerFor(platform: NodeJS.Platform, environment: EnvironmentVariables): readonly string[] {
	// Who is logged in from elsewhere would see nothing of it.
	if (environment.SSH_CONNECTION || environment.SSH_TTY) return [];
	if (platform === "darwin") return ["open"];
	if (platform === "win32") return ["cmd", "/c", "start", ""];
	return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ["xdg-open"] : [];
}
