import { AUDIT } from "./audit.ts";
import { BODIES } from "./bodies.ts";
import { CORE } from "./core.ts";
import { HOSTS } from "./hosts.ts";
import { LEAN } from "./lean.ts";
import { LENS } from "./lens.ts";
import type { Mutant } from "./mutant.ts";
import { OUTLINES } from "./outlines.ts";
import { RUN } from "./run.ts";
import { WINDOWS } from "./windows.ts";

/** Every mutant, by name. */
export const MUTANTS: readonly Mutant[] = [
	...CORE,
	...LENS,
	...WINDOWS,
	...BODIES,
	...HOSTS,
	...LEAN,
	...AUDIT,
	...OUTLINES,
	...RUN,
].sort((a, b) => (a.name < b.name ? -1 : 1));
