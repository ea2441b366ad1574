import { inOpenCode } from "../../contracts/opencode-words.ts";
import { inPi } from "../../contracts/pi-words.ts";
import { testTransform } from "../../contracts/transform.ts";
import { TOOLS } from "../../sim/life.ts";
import { defaultPolicy, type Policy } from "../core/policy.ts";
import { openCodeDialect } from "../dialect/opencode.ts";
import { piDialect } from "../dialect/pi.ts";
import { newTransform } from "./transform.ts";

const eager: Policy = { ...defaultPolicy, siblings: "same subject", lines: 3, tokens: 10, share: 0.05 };

const openCode = { dialect: openCodeDialect("/w"), tools: TOOLS };
testTransform(
	"in OpenCode's words",
	{
		...openCode,
		speak: inOpenCode(),
		begin() {
			const transform = newTransform({ ...openCode, policy: eager });
			return async (messages) => transform(messages).messages;
		},
	},
	50,
);

const pi = { dialect: piDialect("/w"), tools: TOOLS };
testTransform(
	"in pi's words",
	{
		...pi,
		speak: inPi,
		begin() {
			const transform = newTransform({ ...pi, policy: eager });
			return async (messages) => transform(messages).messages;
		},
	},
	50,
);
