import type { RunnableHost } from "../runner.ts";
import { QWEN_CODE } from "./name.ts";

/** Qwen Code; ibid has no hooks in it and does not read its logs. */
export const qwenCode: RunnableHost = {
	...QWEN_CODE,
	runner: async () => (await import("./runner.ts")).qwenCodeRunner,
};
