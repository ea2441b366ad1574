import { homeFolder } from "../config/places.ts";
import { UserError } from "./user-error.ts";

/** The user's home, for commands that can do nothing without it. */
export function knownHome(): string {
	const home = homeFolder();
	if (home !== undefined) return home;
	throw new UserError("Cannot find your home directory. Set HOME to an absolute path, for example HOME=/home/you.");
}
