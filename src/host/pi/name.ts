/** Apart from the rest, since what runs inside the host must load nothing else of it. */
export const PI = { name: "pi", title: "pi" } as const;
