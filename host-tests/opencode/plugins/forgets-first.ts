import { forgetAfter } from "./forget.ts";

/** A plugin that forgets for ever. */
export async function forgetsFirst(): Promise<object> {
	return forgetAfter("Forget it for good.");
}
