import { forgetAfter } from "./forget.ts";

/** A plugin that forgets whenever it is told to. */
export async function forgetsLast(): Promise<object> {
	return forgetAfter("Forget it");
}
