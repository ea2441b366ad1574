import { parseArgs } from "node:util";
import { playCases, wordReport } from "./many.ts";

const { values } = parseArgs({
	options: { cases: { type: "string", default: "5000" }, seed: { type: "string", default: "1" } },
});
const report = playCases(Number(values.cases), Number(values.seed));
console.log(wordReport(report));
process.exitCode = report.failed.length === 0 ? 0 : 1;
