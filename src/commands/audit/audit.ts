import { RULES } from "../../audit/compare/rules.ts";
import { GROUPINGS, type Grouping } from "../../audit/groups.ts";
import { PLAIN_TASK } from "../../audit/task.ts";
import { LEAN_POLICIES, type LeanPolicy } from "../../lean/types.ts";
import type { Way } from "../../store/record-lines.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { hostsOf, periodOf, projectOf } from "../command-line/filters.ts";
import type { Arguments } from "../command-line/parse.ts";
import { INTERRUPTED, type SumOrder, sumUp } from "../sessions/sum-up.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { auditLines } from "./audit-lines.ts";
import { waysLines } from "./ways-lines.ts";

/** The policy that is none of lean text: it adds columns of its own and changes no other. */
const OUTLINE = "outline";

const WAYS: readonly Way[] = ["hooks", "run"];

/** The policies of lean text that were asked for; undefined if the user named none. */
function policiesOf(args: Arguments): readonly LeanPolicy[] | undefined {
	const names = args.texts("policy").filter((name) => name !== OUTLINE);
	return names.length === 0 ? undefined : LEAN_POLICIES.filter((policy) => names.includes(policy));
}

/** Reports what ibid would have saved in recorded sessions. Returns the exit code. */
export async function audit(args: Arguments, terminal: Terminal): Promise<number> {
	const ways = args.texts("way");
	const isBoth = ways.includes("hooks") && ways.includes("run");
	const asked = WAYS.find((way) => ways.includes(way));
	const first = await sumUp(orderFor(args, terminal, asked), terminal);
	const second = isBoth && !terminal.interrupt.aborted ? await sumUp(orderFor(args, terminal, "run"), terminal) : first;
	const isStopped = terminal.interrupt.aborted;
	const { read, of } = second;
	const stopped = isStopped && { stopped: { read, of } };
	const both = { hooks: first.report, run: second.report };
	if (args.flag("json"))
		terminal.print([JSON.stringify({ ...(isBoth ? { schema: 1, ...both } : first.report), ...stopped }, null, 2)]);
	else if (isBoth) terminal.print(waysLines(both, terminal));
	else terminal.print(auditLines(first.report, terminal, args.number("top") ?? Number.POSITIVE_INFINITY));
	return isStopped ? INTERRUPTED : 0;
}

function orderFor(args: Arguments, terminal: Terminal, way: Way | undefined): SumOrder {
	const isExact = args.flag("exact");
	const isOutlined = args.texts("policy").includes(OUTLINE);
	const rules = args.flag("compare") ? RULES : [];
	return {
		paths: args.positionals,
		task: {
			...PLAIN_TASK,
			exact: isExact,
			compare: args.flag("compare"),
			record: stateFolder(terminal.home, terminal.environment),
			lean: policiesOf(args),
			outline: isOutlined,
			way,
			hosts: hostsOf(args),
			project: projectOf(args),
		},
		wanted: {
			tokens: isExact ? "o200k" : "estimate",
			rules: rules.map(({ name }) => name),
			outline: isOutlined,
			by: GROUPINGS.find((grouping): grouping is Grouping => grouping === args.text("by")),
			...periodOf(args, terminal.now),
		},
		jobs: args.number("jobs"),
	};
}
