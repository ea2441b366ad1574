/** Apart from the rest, so that every part of the host can have it. */
export const CODEX = { name: "codex", title: "Codex" } as const;
