import { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { anonymise } from "../anonymise.ts";
import { makeFolder } from "../folders.ts";
import { makeProject } from "../project.ts";
import { toolsIn } from "./calls.ts";
import { type OpenCode, startOpenCode } from "./run.ts";
import { play, SCENES, SETTINGS } from "./scenes.ts";

/** Records a session for each thing that a reader must know: all in one database, and each as the host exports it. */
export async function record(into: string): Promise<void> {
	const home = makeFolder("home");
	const project = makeProject();
	const host = await startOpenCode(home, project, SETTINGS);
	try {
		for (const [name, scene] of Object.entries(SCENES)) {
			const { session } = await play(host, scene(toolsIn(project)));
			await exportSession(host, session, join(into, name));
		}
	} finally {
		await host.close();
	}
	rewrite(host.database);
	copyFileSync(host.database, join(into, "opencode.db"));
}

/** Writes a session, and into a folder of the same name those of its subagents. */
async function exportSession(host: OpenCode, session: string, path: string): Promise<void> {
	writeFileSync(`${path}.json`, await host.export(session));
	const agents = await host.agents(session);
	if (agents.length > 0) mkdirSync(path);
	for (const [index, agent] of agents.entries())
		writeFileSync(join(path, `agent-${index + 1}.json`), await host.export(agent));
}

/** Rewrites every text in a database, and packs it into one file. */
function rewrite(path: string): void {
	const database = new Database(path);
	for (const { name } of v.parse(NamesShape, database.query(TABLES).all())) {
		const columns = v.parse(NamesShape, database.query(`PRAGMA table_info("${name}")`).all());
		for (const column of columns) rewriteColumn(database, name, column.name);
	}
	// Events repeat every message and part, for other machines.
	database.run("DELETE FROM event");
	database.run("VACUUM");
	database.run("PRAGMA wal_checkpoint(TRUNCATE)");
	database.close();
}

const NamesShape = v.array(v.object({ name: v.string() }));
const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";

function rewriteColumn(database: Database, table: string, column: string): void {
	const texts = database.query(
		`SELECT DISTINCT "${column}" AS text FROM "${table}" WHERE typeof("${column}") = 'text'`,
	);
	const update = database.query(`UPDATE "${table}" SET "${column}" = $now WHERE "${column}" = $before`);
	for (const { text } of v.parse(TextsShape, texts.all())) {
		const now = anonymise(text);
		if (now !== text) update.run({ $now: now, $before: text });
	}
}

const TextsShape = v.array(v.object({ text: v.string() }));
