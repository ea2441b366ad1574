import type { Findings } from "../audit/findings.ts";
import { isWithin, type Period } from "../audit/ledger.ts";
import { tokenWords } from "../store/savings-words.ts";
import { counted, grouped, percent } from "./table.ts";

/** How far reading has come, and what is known by then. */
export type Progress = {
	heard(findings: Findings): void;
	/** One more file has been read to its end; gives the line that says so. */
	read(width: number): string;
};

/** Nothing of so many files has been read. Findings count as they come; copies are known by their short names. */
export function newProgress(files: number, period: Period): Progress {
	const seen = new Set<string>();
	let [read, tokens, saved] = [0, 0, 0];
	return {
		heard(findings) {
			for (const finding of findings.strands.flat()) {
				if (finding.kind !== "answer" || seen.has(finding.id)) continue;
				seen.add(finding.id);
				if (!isWithin(period, finding.time)) continue;
				tokens += finding.tokens;
				saved += finding.saved;
			}
		},
		read(width) {
			const files_ = `${grouped(++read)} of ${grouped(files)} files`;
			const figures = `${tokenWords(saved)} of ${tokenWords(tokens)}`;
			const lines = [
				`Reading logs: ${files_}`,
				`${files_} · ${figures}, ${percent(saved, tokens)}`,
				`${files_} · ${figures} tokens already shown, ${percent(saved, tokens)}`,
			];
			// A line that is broken cannot be taken back.
			return lines.slice(0, tokens > 0 ? 3 : 1).findLast((line) => line.length < width) ?? files_;
		},
	};
}

/** What has been read, and how long that took. */
export function readWords(logs: number, milliseconds: number): string {
	return `Read ${counted(logs, "log")} in ${(milliseconds / 1000).toFixed(1)} s`;
}

/** What is said of files that could not be read, where no room is to name them. */
export function unreadWords(files: number): string {
	return `${grouped(files)} could not be read; ibid audit says which, and why.`;
}
