import { ALL_KEYS } from "../config/keys.ts";
import { PROJECT_FILE, userFile } from "../config/places.ts";
import { SCHEMA_IN_PROJECT } from "./edit-settings.ts";
import { defaultWords, PRECEDENCE, projectWords } from "./key-entries.ts";
import { markdownTable } from "./markdown-table.ts";

/** The page of the documents on settings, as Markdown. */
export function configPage(): string {
	const blocks = [
		"# Settings",
		"<!-- Made from src/config/keys.ts by `npm run docs`; change it there. -->",
		"Everything has a default, so there need be no settings at all. `ibid config` shows what holds where you are, and who says so; `ibid config set KEY VALUE` sets a key in your file and leaves the rest of it as it is; `ibid config path` says where that file lies. What you set holds from the next answer on, in running sessions too.",
		"## Keys",
		keys(),
		"`true` and `false` may be given as `on` and `off` in variables and to `ibid config set`, and globs with commas between them. A key with a dot stands in a group: `gates.lines` is `lines` inside of `gates`.",
		"## Files",
		`Yours is \`${userFile("~", {}).replaceAll("\\", "/")}\`; \`$XDG_CONFIG_HOME\`, or \`%APPDATA%\` on Windows, takes the place of \`~/.config\`. A project's is \`${PROJECT_FILE}\`, the nearest one from the working directory up to the repository. Both are JSON that may have comments and trailing commas:`,
		["```jsonc", EXAMPLE.trimEnd(), "```"].join("\n"),
		"`$schema` lets an editor check and complete the file; where a schema is at hand, `ibid config set` and `ibid disable` put it into a file that they make.",
		"## Who has the say",
		...PRECEDENCE,
		"A key that ibid does not know, or a value that it cannot take, is passed over with a warning in `ibid config` and `ibid doctor`. Where it cannot be told whether ibid was meant to be off, since a file is broken or cannot be read, or `enabled` is neither true nor false, it is off.",
	];
	return `${blocks.join("\n\n")}\n`;
}

/** A file as a project may have it. */
export const EXAMPLE: string = `{
	"$schema": "${SCHEMA_IN_PROJECT}",
	// What a model should always see as it stands.
	"ignore": ["*.lock", "/docs/**"],
	"hosts": { "gemini-cli": false },
	"gates": { "lines": 10 }
}
`;

function keys(): string {
	const rows = ALL_KEYS.map((key) => [
		`\`${key.name}\``,
		key.about,
		key.kind.can.replaceAll("*", "\\*"),
		`\`${defaultWords(key)}\``,
		`\`${key.variable}\``,
		projectWords(key),
	]);
	return markdownTable(["Key", "Meaning", "Can be", "Default", "Variable", "A project"], rows);
}
