/** What people and its requests call this host. */
export const GEMINI_CLI = { name: "gemini-cli", title: "Gemini CLI" } as const;
