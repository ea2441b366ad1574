import type { Topic } from "./shelf.ts";

/**
 * What is known of each subject, by its key. A value: who changes something copies only the subjects that changed lately,
 * and only once these are many do they join the others.
 */
export type Topics = { readonly lately: ReadonlyMap<string, Topic>; readonly others: ReadonlyMap<string, Topic> };

/** Nothing is known of anything. */
export function noTopics(): Topics {
	return { lately: new Map(), others: new Map() };
}

/** What is known of the subject with this key. */
export function topicAt({ lately, others }: Topics, key: string): Topic | undefined {
	return lately.get(key) ?? others.get(key);
}

/** What is known of every subject, in no order. */
export function allTopics({ lately, others }: Topics): Topic[] {
	const all = [...lately.values()];
	for (const [key, topic] of others) if (!lately.has(key)) all.push(topic);
	return all;
}

/** The same, ready for the next change. */
export function settled({ lately, others }: Topics): Topics {
	if (lately.size <= MOST_LATELY) return { lately, others };
	return { lately: new Map(), others: new Map([...others, ...lately]) };
}

const MOST_LATELY = 32;
