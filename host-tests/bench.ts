import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { hostNamed } from "./host-named.ts";
import { install } from "./install.ts";

process.exitCode = await main(process.argv.slice(2));

/** Measures ibid in the real hosts named, or in all that can be measured. */
async function main(wanted: readonly string[]): Promise<number> {
	const all = readdirSync(import.meta.dirname).filter((name) => existsSync(benchOf(name)));
	const unknown = wanted.find((name) => hostNamed(name, all) === undefined);
	if (unknown !== undefined) {
		console.error(`Nothing can be measured in "${unknown}"; there are: ${all.join(", ")}.`);
		return 2;
	}
	if (!install()) {
		console.error("npm install failed in host-tests.");
		return 1;
	}
	for (const host of wanted.length > 0 ? wanted.flatMap((name) => hostNamed(name, all) ?? []) : all) {
		const { bench } = (await import(benchOf(host))) as { bench: () => Promise<void> };
		await bench();
	}
	return 0;
}

function benchOf(host: string): string {
	return join(import.meta.dirname, host, "bench.ts");
}
