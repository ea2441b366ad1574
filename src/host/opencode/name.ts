/** In a file of its own, because the part that runs inside the host must load nothing else. */
export const OPENCODE = { name: "opencode", title: "OpenCode" } as const;
