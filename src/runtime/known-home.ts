import { homeFolder } from "../config/places.ts";
import { UserError } from "./user-error.ts";

/** The user's home directory, for commands that need one. */
export function knownHome(): string {
	const home = homeFolder();
	if (home !== undefined) return home;
	throw new UserError("Cannot find your home directory. Set HOME to an absolute path, for example HOME=/home/you.");
}
