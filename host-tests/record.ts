import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anonymise, traces } from "./anonymise.ts";

const SAMPLES = join(import.meta.dirname, "..", "samples");

process.exitCode = await main(process.argv.slice(2));

/** Records sample sessions with the named real hosts, or with all of them. */
async function main(wanted: readonly string[]): Promise<number> {
	const all = readdirSync(import.meta.dirname).filter((name) => existsSync(recorderOf(name)));
	const unknown = wanted.find((name) => !all.includes(name));
	if (unknown !== undefined) {
		console.error(`Nothing can be recorded with "${unknown}"; there are: ${all.join(", ")}.`);
		return 2;
	}
	let failed = 0;
	for (const host of wanted.length > 0 ? wanted : all) failed += (await recordHost(host)) ? 0 : 1;
	return failed === 0 ? 0 : 1;
}

function recorderOf(host: string): string {
	return join(import.meta.dirname, host, "record.ts");
}

async function recordHost(host: string): Promise<boolean> {
	const into = join(SAMPLES, host);
	rmSync(into, { recursive: true, force: true });
	mkdirSync(into, { recursive: true });
	const { record } = (await import(recorderOf(host))) as { record: (into: string) => Promise<void> };
	await record(into);
	const files = readdirSync(into, { recursive: true, encoding: "utf8" }).map((name) => join(into, name));
	return !files
		.filter((path) => statSync(path).isFile())
		.map(finish)
		.includes(false);
}

/** Rewrites a recorded file. Returns false if it still identifies the machine. */
function finish(path: string): boolean {
	const bytes = readFileSync(path);
	// A database is rewritten by its recorder, because it contains the lengths of texts.
	const isText = !bytes.includes(0);
	const text = isText ? anonymise(bytes.toString("utf8")) : bytes.toString("latin1");
	if (isText) writeFileSync(path, text);
	const found = traces(text);
	console.log(`${path}: ${Math.ceil(text.length / 1024)} KB`);
	for (const trace of found) console.error(`${path} still has "${trace}".`);
	return found.length === 0;
}
