import { homeFolder } from "../config/places.ts";
import { Mistake } from "./mistake.ts";

/** The user's home, for commands that can do nothing without it. */
export function knownHome(): string {
	const home = homeFolder();
	if (home !== undefined) return home;
	throw new Mistake("Nobody knows where your home is; set HOME to a whole path, as in HOME=/home/you.");
}
