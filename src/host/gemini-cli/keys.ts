import { key, toggle } from "../../config/keys.ts";
import type { Key } from "../../config/types.ts";

/** Whether results are replaced even if the model then sees them as errors. */
export const asErrorsKey: Key<boolean> = key(
	"geminiAsErrors",
	"Whether to send notes in Gemini CLI even if ibid's server is missing; the model then sees them as errors.",
	toggle(),
	false,
);
