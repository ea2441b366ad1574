const OTHERS: readonly unknown[] = [null, undefined, 7, "x", "tool", true, [], [null], {}, { type: "text" }];

/** A message with each value inside its fields, one at a time, replaced by others or left out. */
export function* spoiled<Message>(message: Message): Iterable<Message> {
	if (typeof message !== "object" || message === null) return;
	for (const [key, field] of Object.entries(message))
		for (const other of inside(field)) yield { ...message, [key]: other };
}

function* inside(value: unknown): Iterable<unknown> {
	if (Array.isArray(value)) {
		yield [];
		for (const [at, item] of value.entries())
			for (const other of [...OTHERS, ...inside(item)]) yield value.with(at, other);
		return;
	}
	if (typeof value !== "object" || value === null) return;
	for (const [key, item] of Object.entries(value)) {
		yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
		for (const other of [...OTHERS, ...inside(item)]) yield { ...value, [key]: other };
	}
}
