/** The name in commands, settings, the record and reports, and the one that people write. */
export const COPILOT_CLI = { name: "copilot-cli", title: "Copilot CLI" } as const;
