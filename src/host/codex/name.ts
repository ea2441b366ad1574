/** In a file of its own, so that every part of the host can import it. */
export const CODEX = { name: "codex", title: "Codex" } as const;
