import type { HostFigures, Report } from "../../audit/sum.ts";
import { titleOf } from "../../hosts.ts";
import { tokenWords } from "../../store/savings.ts";
import { ESTIMATE_ERROR, whyNothing } from "../audit/audit-lines.ts";
import { kindItems } from "../report/report-lines.ts";
import { counted, grouped, type LabelledRow, percent, rowLines, unbroken, wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { cutStartTo, pathWords } from "../terminal/text.ts";

/** The figures of recorded sessions, and which sessions these are. */
export type Survey = {
	readonly report: Report;
	/** Their period. */
	readonly words: string;
	/** Paths that were named. */
	readonly paths: readonly string[];
	/** Whether the user has no sessions and these are the samples of ibid. */
	readonly isSample: boolean;
};

/** What a summary needs to know about the terminal. */
export type OverviewStyle = Pick<Terminal, "width" | "program" | "home" | "bold" | "red" | "now">;

/** What a new user sees first: what their own agents sent twice, and the evidence for it. */
export function overviewLines(survey: Survey, looks: OverviewStyle): string[] {
	const { report, isSample } = survey;
	const head = isSample ? wrap(NONE_BUT_SAMPLES, looks.width) : [];
	if (report.hosts.length === 0) return [NONE, ...notRead(report, looks)];
	const rows: LabelledRow[] = [
		{
			label: isSample ? "Samples" : "Sessions",
			says: report.hosts.map(({ host, sessions }) => `${titleOf(host)} ${grouped(sessions)}`),
		},
		...savingRows(survey, looks),
		{ label: "Of all input", says: inputWords(report.hosts) },
		{ label: "Proof", says: rebuiltWords(report), ...(report.failed > 0 && { paint: looks.red }) },
		...bestRows(survey, looks),
		{
			label: "Method",
			says: `tokens are estimated, to within ${ESTIMATE_ERROR}% over many results: ${unbroken(`${looks.program} help figures`)}`,
		},
	];
	return [...head, ...rowLines(rows, looks.width, looks.bold), ...notRead(report, looks)];
}

const NONE = "No sessions found.";
const NONE_BUT_SAMPLES =
	"No sessions found where agents keep them. These figures are of sample sessions that come with ibid.";

function savingRows({ report: { hosts, kinds }, words }: Survey, { red }: OverviewStyle): LabelledRow[] {
	const sum = (name: "resultTokens" | "savedTokens" | "sessions"): number =>
		hosts.reduce((all, figures) => all + figures[name], 0);
	const [tokens, saved] = [sum("resultTokens"), sum("savedTokens")];
	const results = `${tokenWords(tokens)} tokens in ${counted(sum("sessions"), "session")}, ${words}`;
	const figure = `${tokenWords(saved)} tokens, ${percent(saved, tokens) || "0.0%"}`;
	const items = kindItems(kinds.map(({ group, savedTokens }) => ({ kind: group, saved: savedTokens })));
	return [
		{ label: "Tool results", says: results },
		saved > 0
			? { label: "Could save", says: `${figure}: the model already had these lines` }
			: { label: "Saved", ...(saved < 0 ? { says: `${figure}: ${LOSS}`, paint: red } : { says: NOTHING }) },
		...(items.length > 0 ? [{ label: "", says: items }] : []),
		...(saved > 0
			? []
			: hosts.flatMap((figures) => (whyNothing(figures) ? [{ label: "", says: whyNothing(figures)! }] : []))),
	];
}

const LOSS = "ibid would have added more tokens than it saved";
const NOTHING = "0 tokens, 0.0%: ibid would have shortened nothing";

/** A token that was not added is not carried by later requests either. */
function inputWords(hosts: readonly HostFigures[]): string {
	const telling = hosts.filter(({ inputTokens }) => inputTokens > 0);
	const sum = (name: "sparedTokens" | "inputTokens"): number => telling.reduce((all, each) => all + each[name], 0);
	const silent = hosts.filter(({ inputTokens }) => inputTokens === 0).map(({ host }) => titleOf(host));
	if (telling.length === 0) return "not recorded in these logs";
	const but = silent.length > 0 ? `; not recorded by ${new Intl.ListFormat("en").format(silent)}` : "";
	return `${percent(sum("sparedTokens"), sum("inputTokens"))}, counting each later request that would have carried them${but}`;
}

function rebuiltWords({ rebuilt, failed }: Report): string {
	const words = `${grouped(rebuilt)} of ${grouped(rebuilt + failed)} shortened results rebuilt line for line`;
	return failed === 0 ? words : `${words}: ${unbroken("ibid verify")}`;
}

function bestRows({ report: { best }, paths }: Survey, { width, home, program }: OverviewStyle): LabelledRow[] {
	if (!best) return [];
	const results = `in ${counted(best.results, "result")} of one session`;
	const subject = cutStartTo(pathWords(best.subject, home), width - 20);
	return [{ label: "Best case", says: `${subject}, ${results}: ${showCommand(best.answer, paths, program)}` }];
}

/** The command that shows a result, for a table row; if logs were named, it names them again. */
export function showCommand(id: string, paths: readonly string[], program: string): string {
	const where = paths.map((path) => (/^[\w./~+@:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`));
	return [`${program} show ${id}`, ...where].map(unbroken).join(" ");
}

function notRead({ unreadable, skipped }: Report, { width }: OverviewStyle): string[] {
	const what = [
		...(unreadable.length > 0 ? [counted(unreadable.length, "file")] : []),
		...(skipped > 0 ? [`${counted(skipped, "line")} of logs`] : []),
	];
	return what.length === 0 ? [] : wrap(`Not understood: ${what.join(" and ")} (see ibid audit).`, width);
}
