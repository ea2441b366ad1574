import { HOOKED_HOSTS } from "../hosts.ts";
import { isAlive } from "./is-alive.ts";

/** Puts into the record in a folder what hooks that their hosts have killed could not write. Never throws. */
export async function settleHooks(state: string): Promise<void> {
	for (const { runtime, keeps } of HOOKED_HOSTS)
		if (keeps) (await runtime?.())?.settle?.({ state, now: Date.now, isAlive });
}
