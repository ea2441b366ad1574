import type { HostFigures, Report } from "../../audit/sum.ts";
import { titleOf } from "../../hosts.ts";
import { grouped, headedTable, left, percent, right, spaced, wrap } from "../terminal/table.ts";
import { type AuditStyle, outlineLines, trouble } from "./audit-lines.ts";

/** What is saved in each of two ways, and what of the cost, net of what each adds to requests. */
export type WayReports = { readonly hooks: Report; readonly run: Report };

/** Both ways side by side for people, in lines. */
export function waysLines({ hooks, run }: WayReports, terminal: AuditStyle): string[] {
	if (hooks.hosts.length === 0) return ["No sessions found.", ...trouble(hooks, terminal.width)];
	const rows = hooks.hosts.flatMap((byHooks) => {
		const byRun = run.hosts.find(({ host }) => host === byHooks.host);
		return byRun ? [[titleOf(byHooks.host), ...savedCells(byHooks), ...savedCells(byRun)]] : [];
	});
	const columns = [right("by hooks"), right(""), right("cost"), right("by run"), right(""), right("cost")];
	const words =
		"By hooks: in the tool results that the agent lets ibid's hooks or its plugin replace. By run: under ibid run, which sees every request. Cost: what that saves of the cost of all requests, minus what hooks add to each. Where ibid was active, both are what it really saved.";
	return spaced([
		headedTable([left("saved"), ...columns], rows, terminal),
		...waysOutlines(hooks, run, terminal),
		[...new Set([...trouble(hooks, terminal.width), ...trouble(run, terminal.width)])],
		wrap(words, terminal.width),
	]);
}

/** Each agent in the way in which its first views can be outlines. */
function waysOutlines(hooks: Report, run: Report, terminal: AuditStyle): string[][] {
	const best = hooks.hosts.map((byHooks) => {
		const byRun = run.hosts.find(({ host }) => host === byHooks.host);
		return byRun?.outlines?.sent ? byRun : byHooks;
	});
	return outlineLines(best, terminal);
}

function savedCells({ savedTokens, resultTokens, moneyShare }: HostFigures): string[] {
	const cost = moneyShare === null ? "n/a" : percent(moneyShare, 1);
	return [grouped(savedTokens), percent(savedTokens, resultTokens), cost];
}
