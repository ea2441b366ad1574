import { createHash } from "node:crypto";
import { join } from "node:path";
import { dayOf } from "../audit/days.ts";
import type { Findings } from "../audit/findings.ts";
import type { Period } from "../audit/ledger.ts";
import type { HostCatalog } from "../host/definition.ts";
import { sessionOf } from "../store/every-line.ts";
import { answersIn, fileName, recordFilesIn } from "../store/record.ts";
import type { RecordLine } from "../store/record-lines.ts";
import { statIf } from "../wire/system-error.ts";
import { inspectedTexts, newCollection } from "./collect.ts";
import type { AnswerText } from "./data.ts";
import { encodePage } from "./page-codec.ts";

/** What a live page is about, and how to read it. */
export type LiveSource = {
	readonly version: string;
	readonly period: Period;
	readonly hosts: HostCatalog;
	/** The folder of the record, and the lines in it that belong to the page. */
	readonly record: string;
	readonly lines: () => Iterable<RecordLine>;
	/** The files with sessions, in their order. */
	readonly files: () => readonly string[];
	/** Findings of some of them; of one, with the result of an id inspected. */
	readonly read: (files: readonly string[], inspect?: string) => Promise<ReadonlyMap<string, readonly Findings[]>>;
	readonly now: () => number;
};

/** The data of a page as they are now, and a name for this state. */
type Edition = { readonly data: string; readonly name: string };

/** Follows running sessions. */
export type LivePage = {
	/** Reads again only what has changed since the last time; a new day is a new state. */
	edition(): Promise<Edition>;
	/** The texts of any result; undefined if there are none, or if they may contain secrets. */
	answer(id: string): Promise<AnswerText | undefined>;
};

/** Starts to follow. */
export function newLivePage(watched: LiveSource): LivePage {
	let known: ReadonlyMap<string, KnownFile> = new Map();
	let [last, lastStamp]: [Edition | undefined, string] = [undefined, ""];
	let running: Promise<Edition> | undefined;
	const renew = async (): Promise<Edition> => {
		const stamps = recordStamps(watched.record);
		known = await refreshed(known, watched, stamps);
		// After midnight, "today" is another day.
		const today = dayOf(watched.now());
		const stamp = JSON.stringify([today, [...known].map(([file, { stamp }]) => [file, stamp]), [...stamps]]);
		if (last && stamp === lastStamp) return last;
		lastStamp = stamp;
		last = editionOf(known, watched);
		return last;
	};
	return {
		edition() {
			// Requests that come meanwhile get the same answer.
			running ??= renew().finally(() => {
				running = undefined;
			});
			return running;
		},
		async answer(id) {
			const [file] = [...known].find(([, { ids }]) => ids.has(id)) ?? [];
			if (file === undefined) return undefined;
			const found = (await watched.read([file], id)).get(file) ?? [];
			return found.flatMap(inspectedTexts).find(({ text }) => text.id === id)?.text;
		},
	};
}

/** What is known of a file, and the stamp that shows whether it has changed. */
type KnownFile = {
	readonly stamp: string;
	readonly found: readonly Findings[];
	readonly ids: ReadonlySet<string>;
};

async function refreshed(
	before: ReadonlyMap<string, KnownFile>,
	{ files, read }: LiveSource,
	records: ReadonlyMap<string, string>,
): Promise<Map<string, KnownFile>> {
	const all = filesNow(files, before).map((file) => ({ file, own: stampOf(file), last: before.get(file) }));
	const stampNow = (own: string, found: readonly Findings[]): string =>
		JSON.stringify([own, found.map(({ session }) => records.get(fileName(session)))]);
	const isOld = ({ own, last }: (typeof all)[number]): boolean => !last || last.stamp !== stampNow(own, last.found);
	const old = new Set(all.filter(isOld).map(({ file }) => file));
	const fresh = old.size === 0 ? new Map<string, readonly Findings[]>() : await read([...old]);
	return new Map(
		all.map(({ file, own, last }) => {
			const found = fresh.get(file) ?? (old.has(file) ? [] : (last?.found ?? []));
			return [file, { stamp: stampNow(own, found), found, ids: found === last?.found ? last.ids : answerIdsIn(found) }];
		}),
	);
}

/** If a named path is gone, the files known before are used; nothing is found in those that are gone too. */
function filesNow(files: LiveSource["files"], before: ReadonlyMap<string, KnownFile>): readonly string[] {
	try {
		return files();
	} catch (error) {
		if (before.size === 0) throw error;
		return [...before.keys()];
	}
}

function answerIdsIn(found: readonly Findings[]): Set<string> {
	const answers = found.flatMap(({ threads }) => threads.flat()).filter((finding) => finding.kind === "answer");
	return new Set(answers.map(({ id }) => id));
}

/** New entries of a database may still be in the file next to it. */
function stampOf(file: string): string {
	const stamps = [file, ...(file.endsWith(".db") ? [`${file}-wal`] : [])].map((each) => {
		const stat = statIf(each);
		return stat ? `${stat.mtimeMs} ${stat.size}` : "";
	});
	return stamps.join(" ");
}

/** The same for the record of sessions, by the names of its files. */
function recordStamps(folder: string): Map<string, string> {
	const stamps = new Map<string, string>();
	const place = answersIn(folder);
	for (const name of recordFilesIn(place).sort()) {
		const session = sessionOf(name);
		stamps.set(session, `${stamps.get(session) ?? ""} ${name} ${stampOf(join(place, name))}`);
	}
	return stamps;
}

function editionOf(known: ReadonlyMap<string, KnownFile>, { version, period, hosts, lines, now }: LiveSource): Edition {
	const collection = newCollection(period, hosts);
	for (const { found } of known.values()) for (const findings of found) collection.add(findings);
	const data = encodePage(collection.page({ version, made: now(), isLive: true }, lines()));
	return { data, name: createHash("sha256").update(data).digest("hex").slice(0, 16) };
}
