import { afterAll } from "bun:test";
import { removeFolders } from "../folders.ts";
import { testOutlines } from "../outline-contract.ts";
import { CUT_SCENES } from "./cut-scenes.ts";
import { byPlugin } from "./live.ts";
import { outlineStage } from "./outline-stage.ts";

afterAll(removeFolders);

testOutlines("Claude Code with hooks", () => outlineStage(byPlugin()), CUT_SCENES);
