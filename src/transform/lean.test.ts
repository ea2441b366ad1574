import { describe, expect, test } from "bun:test";
import type { Asked, Line } from "../../contracts/dialect.ts";
import { limitsOf, toolsOf } from "../../contracts/hosts.ts";
import { inOpenCode } from "../../contracts/opencode-words.ts";
import { inPi } from "../../contracts/pi-words.ts";
import { prove } from "../../contracts/proved.ts";
import { playRequests } from "../../contracts/requests.ts";
import { bash, call, prompt, read, reply, shown } from "../../contracts/talk.ts";
import { code } from "../../sim/conversation-fixture.ts";
import { TOOLS } from "../../sim/life.ts";
import { seeded } from "../../sim/random.ts";
import { defaultPolicy } from "../core/policy.ts";
import { openCodeDialect } from "../dialect/opencode.ts";
import { piDialect } from "../dialect/pi.ts";
import { unlean } from "../lean/lean.ts";
import { DEFAULT_LEAN, LEAN_POLICIES } from "../lean/types.ts";
import { policyOf } from "../limits/limits.ts";
import { newTransform, type TransformTerms } from "./transform.ts";

const HOME = "/home/dev/projects/shop";
const HITS = ["src/features/cart/store.ts", "src/features/orders/history.ts", "src/server/session/memory.ts"]
	.flatMap((path) =>
		Array.from({ length: 12 }, (_, at) => `${path}:${7 * at + 1}:	store.set(${at}, "${path.length}");`),
	)
	.join("\n");
const FILES = ["cart", "orders", "session", "pages"]
	.flatMap((name) => Array.from({ length: 9 }, (_, at) => `${HOME}/src/features/${name}/${name}-${at}.ts`))
	.join("\n");
const FAULT = Array.from(
	{ length: 8 },
	(_, at) => `    at Suite.step${at} (node_modules/runner/dist/suite-${at}.js:${at})`,
);
const LOG = ["first test", ...FAULT, "second test", ...FAULT, "third test", ...FAULT].join("\n");
const search = (text = `${HITS}\n`): Asked => bash('rg -n "store.set" src', text);

/** A host: what is sent for the results of some talk, and how, with all that is wrong with it. */
function hostOf<Message>(terms: TransformTerms<Message>, speak: (line: Line) => readonly Message[]) {
	return (talk: readonly Line[], lean = terms.lean ?? []) => {
		const originals = talk.flatMap(speak);
		const { messages, answers } = newTransform({ ...terms, lean })(originals);
		const proved = prove({ ...terms, originals, sent: messages });
		const results = answers.flat();
		return { faults: proved.faults, messages, originals, answers: results.map(({ answer }) => answer) };
	};
}

const HOSTS = [
	["OpenCode", hostOf({ ...termsOf("opencode"), dialect: openCodeDialect(HOME) }, inOpenCode())],
	["pi", hostOf({ ...termsOf("pi"), dialect: piDialect(HOME) }, inPi)],
] as const;

function termsOf(host: "opencode" | "pi") {
	return { tools: toolsOf(host), policy: policyOf(limitsOf(host)), lean: DEFAULT_LEAN };
}

describe.each(HOSTS)("lean text in %s", (name, send) => {
	const forms = (...talk: readonly Line[]): string => {
		const { faults, answers } = send(talk);
		return [...faults, ...answers.map(({ form, reason }) => reason ?? form)].join(", ");
	};

	/** Messages of OpenCode say that the directory is another one. */
	test("is on by default, for searches, lists and repeated lines", () => {
		const { faults, answers } = send([
			prompt(),
			reply(search()),
			reply(bash("find src", FILES)),
			reply(bash("npm test", LOG)),
		]);
		expect(faults).toEqual([]);
		expect(answers.map(({ form, steps }) => [form, ...(steps ?? []).map(({ policy }) => policy)].join(" "))).toEqual([
			"lean search-groups",
			name === "pi" ? "lean working-directory path-folders" : "lean path-folders",
			"lean repeated-lines",
		]);
		expect(answers.map(({ text }) => unlean(text))).toEqual([`${HITS}\n`, FILES, LOG]);
	});

	test("comes out the same for every beginning of the conversation", () => {
		const talk = [
			prompt(),
			reply(search()),
			reply(bash("npm test", LOG), search()),
			reply(search()),
			reply(bash("find src", FILES)),
		];
		const all = send(talk);
		for (let end = 0; end < talk.length; end++) {
			const part = send(talk.slice(0, end));
			expect(part.messages).toEqual(all.messages.slice(0, part.messages.length));
			expect(part.faults).toEqual([]);
		}
	});

	test("is quoted as the text that it stands for, and is the last run of its command", () => {
		expect(forms(reply(search()), reply(bash("rg -n store.set", HITS)))).toBe("lean, same");
		const first = reply(bash("npm test", `${code(40).join("\n")}\n`));
		const again = reply(bash("npm test", `${code(40).join("\n")}\n`));
		expect(forms(first, again)).toBe("fresh, same");
		expect(forms(first, reply(bash("npm test", LOG)), again)).toBe("fresh, lean, fresh");
		const part = HITS.split("\n").slice(0, 12).join("\n");
		expect(forms(reply(search()), reply(bash("cat notes.txt | head -12", part)))).toBe("lean, same");
	});

	test("quotes what stands in full, and the rest of it is lean", () => {
		const lines = code(200);
		const numbered = (each: readonly string[]): string => each.map((line, at) => `${at + 1}: ${line}`).join("\n");
		const changed = lines.with(100, "another line");
		const page = (each: readonly string[]): Line => reply(read("a.ts", shown(`${HOME}/a.ts`, each)));
		if (name === "pi") return;
		const { faults, answers } = send([page(lines), page([...changed, ...code(300).slice(200)])]);
		expect(faults).toEqual([]);
		expect(answers.map(({ form, steps }) => [form, ...(steps ?? []).map(({ policy }) => policy)].join(" "))).toEqual([
			"lean short-gutters",
			"quoted short-gutters",
		]);
		expect(answers[0]?.text).not.toContain(numbered(lines.slice(0, 1)));
	});

	test("is not made of what is quoted, short, wanted in full, secret, instructions, or a file", () => {
		const long = reply(bash("npm test", `${code(40).join("\n")}\n`));
		expect(forms(long, long)).toBe("fresh, same");
		expect(forms(reply(bash("rg -n x", HITS.slice(0, 40))))).toBe("short");
		expect(forms(reply(bash("cat .env", LOG)))).toBe("sensitive");
		expect(forms(reply(bash("cat src/log.txt", LOG)))).toBe("fresh");
		expect(forms(reply(call("grep", { pattern: "x", path: ".env" }, HITS)))).not.toContain("lean");
		expect(forms(reply(call("grep", { pattern: "x", path: "AGENTS.md" }, HITS)))).not.toContain("lean");
		expect(forms(reply(bash("rg -n x", { kind: "cut", text: HITS })))).not.toContain("lean");
	});

	test("is not made of what the model asks for again: that is sent in full", () => {
		const again = Array.from({ length: 4 }, () => reply(search()));
		expect(forms(...again)).toBe("lean, same, asked again, same");
		const [file, tests] = [bash("cat src/log.txt", LOG), bash("npm test", LOG)];
		expect(forms(reply(file), reply(tests), reply(tests))).toBe("fresh, same, asked again");
	});

	test("of a folder is quoted, and sent in full if the model asks again", () => {
		const entries = [...FILES.split("\n"), "", "(36 entries)"];
		const text = ["<path>/w/src</path>", "<type>directory</type>", "<entries>", ...entries, "</entries>"].join("\n");
		const look = (): Line => reply(name === "pi" ? call("ls", { path: "src" }, text) : read("src", text));
		expect(forms(look(), look(), look())).toBe("lean, same, asked again");
	});

	test("is not made where a line could be taken for ours", () => {
		expect(forms(reply(search(`${HITS}\nsrc/a.ts:1:[ibid] x`)))).toBe("fresh");
	});

	test("leaves what files show alone: a file is quoted as before", () => {
		const lines = code(40);
		const text = name === "pi" ? lines.join("\n") : shown(`${HOME}/a.ts`, lines);
		const look = (): Line => reply(name === "pi" ? call("read", { path: "a.ts" }, text) : read("a.ts", text));
		expect(forms(look(), reply(search()), look())).toBe("fresh, lean, same");
	});

	test("can be switched off, policy by policy", () => {
		const talk = [reply(search()), reply(bash("npm test", LOG))];
		expect(send(talk, []).answers.map(({ form }) => form)).toEqual(["whole", "whole"]);
		expect(send(talk, ["search-groups"]).answers.map(({ form }) => form)).toEqual(["lean", "whole"]);
	});
});

/** The state of some jobs, as an API prints it on one line. */
const status = (change: (job: { id: number }) => object = (job) => job): string =>
	JSON.stringify({
		at: "2026-01-31T10:00:00Z",
		jobs: Array.from({ length: 30 }, (_, id) =>
			change({
				...{ id, state: "queued", tries: 1, error: null, tags: ["ci", "main"], runner: { os: "linux", cpus: 4 } },
			}),
		),
	});

describe.each(HOSTS)("JSON on one line in %s", (_, send) => {
	const poll = (text: string): Line => reply(bash("curl -s localhost/jobs", text));
	const second = (text: string, next = status()): { form: string; text: string } => {
		const { faults, answers } = send([poll(next), poll(text)]);
		expect(faults).toEqual([]);
		return answers[1]!;
	};

	test("is sent as it is at first, and then only what differs, value by value", () => {
		const done = status((job) => (job.id === 7 || job.id === 20 ? { ...job, state: "done" } : job));
		const { form, text } = second(done);
		expect(form).toBe("quoted");
		const tail = [
			'"tries":1,',
			'"error":null,',
			'"tags":[',
			'"ci",',
			'"main"],',
			'"runner":{',
			'"os":"linux",',
			'"cpus":4}},',
			"{",
		];
		expect(text.split("\n")).toEqual([
			'[ibid] JSON is on one line: the line breaks here, and those that notes count, are behind each "," "{" "[".',
			"{",
			'[ibid] 81 lines as in the last run, beginning "\\"at\\":\\"2026-01-31T10:00:00Z\\",". Left out, already above.',
			'"state":"done",',
			...tail,
			'[ibid] 133 lines as in the last run, beginning "\\"id\\":8,"',
			'"state":"done",',
			...tail,
			'[ibid] 98 lines as in the last run, beginning "\\"id\\":21,"',
		]);
	});

	test.each([
		["a number for a string", status((job) => ({ ...job, id: String(job.id) }))],
		["null for a missing key", status(({ ...job }) => ({ ...job, error: undefined }))],
		["the word null for null", status((job) => ({ ...job, error: "null" }))],
		["another order of keys", status((job) => Object.fromEntries(Object.entries(job).reverse()))],
		["another nesting", status((job) => ({ ...job, runner: { runner: { os: "linux" }, cpus: 4 } }))],
		["numbers that are equal but written otherwise", status().replaceAll(":1,", ":1.0,")],
		["a key twice", status().replaceAll('"tries":1', '"tries":2,"tries":1')],
	])("never loses %s", (_, text) => {
		// What was sent is rebuilt to the byte by both readers, and the change is seen.
		expect(second(text).text).not.toBe(second(status()).text);
	});

	test("is not quoted by lines of other texts, nor quotes them", () => {
		const pretty = JSON.stringify(JSON.parse(status()), undefined, 0).replaceAll(/(?<=[,[{])/g, "\n");
		const print = (text: string): Line => reply(bash("cat /proc/jobs", text));
		for (const talk of [
			[poll(status()), print(pretty)],
			[print(pretty), poll(status())],
		]) {
			const { faults, answers } = send(talk);
			expect(faults).toEqual([]);
			expect(answers.map(({ form }) => form)).toEqual(["whole", "whole"]);
		}
	});
});

const ESC = "\u001b";
const COLOURED = Array.from(
	{ length: 40 },
	(_, at) => `${ESC}[32m✓${ESC}[0m test number ${at} ${ESC}[2m(${at} ms)${ESC}[0m`,
).join("\n");

describe.each(HOSTS)("terminal text in %s", (_, send) => {
	const test1 = (text = COLOURED): Line => reply(bash("npm test", text));

	test("is off unless it is wanted", () => {
		expect(send([test1()]).answers.map(({ text }) => text)).toEqual([COLOURED]);
	});

	test("says that it is one, and is not counted as saved", () => {
		const { faults, answers } = send([test1()], ["terminal-text"]);
		const [{ form, text, before, after }] = answers as [(typeof answers)[0]];
		expect([faults, form, before - after]).toEqual([[], "lean", 0]);
		expect(text.split("\n").slice(0, 2)).toEqual([
			"[ibid] As a terminal shows it: without colours, and without what was written over.",
			"✓ test number 0 (0 ms)",
		]);
	});

	test("is quoted, and comes in full with its codes if the model asks again", () => {
		const { faults, answers } = send([test1(), test1(), test1()], ["terminal-text"]);
		expect(faults).toEqual([]);
		expect(answers.map(({ form, reason }) => reason ?? form)).toEqual(["lean", "same", "asked again"]);
		expect(answers[2]?.text).toBe(COLOURED);
	});

	test("is not made where it would have more characters", () => {
		const few = Array.from({ length: 10 }, (_, at) => `${ESC}[1;31mt${at}`).join("\n");
		expect(send([test1(few)], ["terminal-text"]).answers.map(({ text }) => text)).toEqual([few]);
	});

	test("is never made of a file or of a diff", () => {
		const diff = [
			...["diff --git a/a.txt b/a.txt", "index 111..222 100644", "--- a/a.txt", "+++ b/a.txt", "@@ -1,40 +1,40 @@"],
			...code(40).map((line) => ` ${line}`),
		];
		const painted = diff.map((line) => `${ESC}[1m${line}${ESC}[m`).join("\n");
		const { answers } = send([reply(bash("cat a.txt", COLOURED)), reply(bash("git diff", painted))], ["terminal-text"]);
		expect(answers.map(({ text }) => text)).toEqual([COLOURED, painted]);
	});
});

/** What tools return that can be sent lean, or not: the same commands bring both. */
const RESULTS = [
	`${HITS}\n`,
	FILES,
	LOG,
	`${code(40).join("\n")}\n`,
	HITS.replaceAll("12", "13"),
	"src/a.ts:1:one hit\n",
	status(),
	status((job) => (job.id % 9 === 0 ? { ...job, state: "done" } : job)),
	COLOURED,
	COLOURED.replaceAll("number 1", "number one"),
];
const COMMANDS = ["npm test", "rg -n store src", "make check"];

/** The messages of a random session, with commands in between that search, list and test. */
async function mixed(seed: number): Promise<readonly Line[]> {
	const random = seeded(seed);
	const lines = (await playRequests(seed, async () => "")).at(-1) ?? [];
	return lines.flatMap((line) => {
		const more = random.chance(0.5) ? [reply(bash(random.pick(COMMANDS), random.pick(RESULTS)))] : [];
		return line.kind === "reply" ? [...more, line] : [line, ...more];
	});
}

describe("in random sessions with searches in between", () => {
	const eager = { ...defaultPolicy, siblings: "same subject", lines: 3, tokens: 10, share: 0.05 } as const;
	const terms = { tools: TOOLS, policy: eager, lean: LEAN_POLICIES };
	const hosts = [
		["OpenCode", hostOf({ ...terms, dialect: openCodeDialect("/w") }, inOpenCode())],
		["pi", hostOf({ ...terms, dialect: piDialect("/w") }, inPi)],
	] as const;

	test.each(hosts)("%s: every text can be rebuilt, and no message depends on those after it", async (_, send) => {
		const forms = new Map<string, number>();
		for (let seed = 1; seed <= 40; seed++) {
			const talk = await mixed(seed);
			const all = send(talk);
			expect(all.faults).toEqual([]);
			for (const { form } of all.answers) forms.set(form, (forms.get(form) ?? 0) + 1);
			for (let end = 1; end < talk.length; end += 3) {
				const part = send(talk.slice(0, end));
				expect(part.faults).toEqual([]);
				expect(part.messages).toEqual(all.messages.slice(0, part.messages.length));
			}
		}
		for (const form of ["lean", "same", "quoted"]) expect([form, (forms.get(form) ?? 0) > 5]).toEqual([form, true]);
	});
});
