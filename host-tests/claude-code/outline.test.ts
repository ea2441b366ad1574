import { afterAll } from "bun:test";
import { join } from "node:path";
import { makeFolder, removeFolders } from "../folders.ts";
import { testOutlines } from "../outline-contract.ts";
import { AGENT_SCENES, OUTLINE_SCENES, UNFOLDED_SCENES } from "../outline-scenes.ts";
import { outlineStage } from "./outline-stage.ts";

afterAll(removeFolders);

testOutlines(
	"Claude Code under ibid run",
	() => {
		const state = makeFolder("state");
		return outlineStage({ state, run: { state, record: join(state, "requests.jsonl") } });
	},
	{ ...OUTLINE_SCENES, ...UNFOLDED_SCENES, ...AGENT_SCENES },
);
