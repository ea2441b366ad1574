import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commandsPage } from "../src/commands/commands-page.ts";
import { configPage } from "../src/commands/config-page.ts";

const folder = fileURLToPath(new URL("../docs/", import.meta.url));

mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}commands.md`, commandsPage());
writeFileSync(`${folder}config.md`, configPage());
