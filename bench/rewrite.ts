import { conversationOf, newBenchRewriter } from "./known-conversation.ts";
import { type Effort, measure, median } from "./measure.ts";
import { ms, printTable, type Row, times } from "./table.ts";

/** Prints how long a request of a known conversation takes, beside parsing its body and within what the gateway may add. */
export function benchRewrite(): void {
	const about =
		"one more turn of a known conversation; p50 in ms; budget: 2 ms and 20 ns a byte; ratio: ours to JSON.parse";
	printTable("A request of Claude Code through ibid run", about, [100_000, 1_000_000, 5_000_000].map(rowOf));
}

const EFFORT: Effort = { rounds: 30, most: 4000 };
const HEAD = { method: "POST", path: "/v1/messages?beta=true", headers: {} };

function rowOf(bytes: number): Row {
	const { before, body } = conversationOf(bytes);
	const rewrite = newBenchRewriter();
	const sent = rewrite(HEAD, body);
	const { request, parse } = measure(
		{
			request: () => {
				rewrite(HEAD, before);
				return () => rewrite(HEAD, body);
			},
			parse: () => () => JSON.parse(body.toString("utf8")),
		},
		EFFORT,
	);
	const p50 = median(request);
	return {
		body: `${(body.length / 1e6).toFixed(2)} MB → ${(sent.length / 1e6).toFixed(2)}`,
		ibid: ms(p50),
		"JSON.parse": ms(median(parse)),
		ratio: times(p50, median(parse)),
		"ns a byte": ((p50 * 1e6) / body.length).toFixed(1),
		budget: ms(2 + body.length * 2e-5),
	};
}
