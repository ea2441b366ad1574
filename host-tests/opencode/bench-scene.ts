import { seeded } from "../../bench/random.ts";
import { codeLines } from "../../bench/texts.ts";
import { put } from "../files.ts";
import { meanwhile, readFrom } from "./live-steps.ts";
import type { Reply } from "./model.ts";
import { prompt, type Scene, says } from "./scenes.ts";

/** Twelve replies with a call each, two without, and other actions before the last one; then a compaction. */
export function sessionOfTwelve(...more: readonly Reply[]): Scene {
	return ({ path, read, bash, grep, edit, write }) => [
		meanwhile(() => {
			put(path("src/orders.ts"), ORDERS.join("\n"));
			put(path("src/stock.ts"), STOCK.join("\n"));
		}),
		prompt(
			"Orders must look into the stock.",
			says("The orders:", read("src/orders.ts")),
			says("The stock:", read("src/stock.ts")),
			says("Where they meet:", grep("import ")),
			says("A first change:", edit("src/orders.ts", ORDERS[200]!, `${ORDERS[200]} // in stock`)),
			says("The orders now:", read("src/orders.ts")),
			says("And the stock:", read("src/stock.ts")),
			says("Does it work?", bash(REPORT)),
			says("Still?", bash(REPORT)),
			says("It works."),
		),
		prompt(
			"Write down how many there are.",
			says("Like this:", write("src/count.ts", COUNT.join("\n"))),
			says("As it stands there:", read("src/count.ts")),
			says("The orders once more:", readFrom("src/orders.ts")),
			says("And a part of the stock:", read("src/stock.ts", 100, 150)),
			...more,
			says("They are counted."),
		),
		{ kind: "compact" },
		prompt("Go on.", says("There is nothing left to do.")),
	];
}

const ORDERS = ["// Orders.", ...linesFrom(1, 380)];
const STOCK = ["// The stock.", ...linesFrom(2, 380)];
const COUNT = linesFrom(3, 160);
const REPORT = "seq -f 'case %g passed in every browser that we know of' 1 150";

/** Lines of code that are all different. */
function linesFrom(seed: number, count: number): string[] {
	return codeLines(seeded(seed), count).map((line, index) => (line === "" ? "" : `${line} // ${seed}.${index}`));
}
