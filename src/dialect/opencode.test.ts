import { testDialect } from "../../contracts/dialect.ts";
import { inOpenCode } from "../../contracts/opencode-words.ts";
import { openCodeDialect } from "./opencode.ts";

testDialect("OpenCode", openCodeDialect("/w"), inOpenCode());
