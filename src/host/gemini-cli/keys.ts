import { key, toggle } from "../../config/keys.ts";
import type { Key } from "../../config/types.ts";

/** Whether results are replaced where the host would show the replacement as an error. */
export const asErrorsKey: Key<boolean> = key(
	"geminiAsErrors",
	"Whether to send notes in Gemini CLI even if ibid's server is missing; the model then sees them as errors.",
	toggle(),
	false,
);
