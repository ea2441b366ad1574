/** The name in the record and in reports, and the one that people write. */
export const QWEN_CODE = { name: "qwen-code", title: "Qwen Code" } as const;
