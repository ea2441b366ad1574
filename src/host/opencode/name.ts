/** Apart from the rest, since what runs inside the host must load nothing else of it. */
export const OPENCODE = { name: "opencode", title: "OpenCode" } as const;
