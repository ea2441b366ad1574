import { intervals } from "../src/audit/compare/intervals.ts";
import { claudeCodeStub, lastAnswers, sameRange } from "../src/audit/compare/repeated-results.ts";
import type { HostName } from "../src/lens/types.ts";

/**
 * Whether the net saving of a rule, as a share of all result tokens (0.01 is one percent), has the size that was
 * measured on about 900 sessions: within a factor of three, or half a percent. True if nothing comparable was measured.
 */
export function withinMagnitude(rule: string, host: HostName, share: number): boolean {
	const measured = MEASURED[host];
	const bounds = measured && BOUNDS[rule]?.(measured);
	if (!bounds) return true;
	const [least, most] = bounds;
	const percent = 100 * share;
	return percent >= least / FACTOR - SLACK && percent <= most * FACTOR + SLACK;
}

const FACTOR = 3;
const SLACK = 0.5;

/** Percent of the result tokens that each mechanism alone could save at best. */
type MeasuredShares = {
	/** The same call shows the same lines of a file again. */
	readonly identical: number;
	/** Another call shows lines that were shown before. */
	readonly covered: number;
	/** Lines that changed since, as a diff. */
	readonly diff: number;
	/** A file as the model wrote it. */
	readonly written: number;
	/** Results of any tool that repeat an earlier one, however long ago. */
	readonly repeated: number;
};

/** OpenCode without one project of reviews, each of which was requested once. */
const MEASURED: Readonly<Partial<Record<HostName, MeasuredShares>>> = {
	"claude-code": { identical: 0.8, covered: 1.1, diff: 1.8, written: 0.6, repeated: 1.1 },
	codex: { identical: 0.5, covered: 2.0, diff: 1.3, written: 0, repeated: 1.2 },
	opencode: { identical: 0.7, covered: 0.6, diff: 1.2, written: 0, repeated: 0.8 },
	pi: { identical: 0.6, covered: 4.0, diff: 1.0, written: 0.1, repeated: 1.3 },
};

type ShareBounds = readonly [least: number, most: number];

const BOUNDS: Readonly<Record<string, (measured: MeasuredShares) => ShareBounds>> = {
	// It reads with a tool of its own, which Codex does not have.
	[claudeCodeStub.name]: ({ identical }) => [0, identical],
	// Only some of the last five results may still be in the window, and we do not know which.
	[lastAnswers.name]: ({ repeated }) => [0, repeated],
	// The same range may be requested in another way.
	[sameRange.name]: ({ identical, covered }) => [identical, identical + covered],
	[intervals.name]: ({ identical, covered, diff, written }) => {
		const all = identical + covered + diff + written;
		return [all, all];
	},
};
