import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder with two files and a folder in it, where lines are typed into real shells. */
export type ShellFixture = {
	/** Puts a script where a shell takes it from. */
	put(shell: Shell, script: readonly string[]): void;
	/** What is offered for a line that is typed so far; without short options and what a shell puts behind a word. */
	offered(shell: Shell, line: string): Promise<string[]>;
	tidyUp(): void;
};

/** A shell, or a second way to give it the script. */
export type Shell = "bash" | "zsh" | "autoloading zsh" | "fish";

/** Such a folder, new. */
export function newShellFixture(): ShellFixture {
	const root = mkdtempSync(join(tmpdir(), "ibid-shells-"));
	const place = join(root, "place");
	for (const folder of [join(place, "logs"), join(root, "functions")]) mkdirSync(folder, { recursive: true });
	for (const file of ["a log.jsonl", "b.json"]) writeFileSync(join(place, file), "");
	const ways = { bash: typeToBash, zsh: typeToZsh, "autoloading zsh": typeToZsh, fish: askFish };
	return {
		put(shell, script) {
			const file = shell === "autoloading zsh" ? "functions/_ibid" : `ibid.${shell}`;
			writeFileSync(join(root, file), `${script.join("\n")}\n`);
			writeFileSync(join(root, START[shell].file), START[shell].text);
		},
		async offered(shell, line) {
			const words = (await ways[shell](line, root)).map((word) => word.replace(/[=/]$/, ""));
			return [...new Set(words.filter((word) => !/^-\w$/.test(word)))].sort();
		},
		tidyUp: () => rmSync(root, { recursive: true }),
	};
}

/** Only what is offered goes through compadd without these options. */
const LISTEN = `
compadd() {
	if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
		builtin compadd "$@"
		return
	fi
	local -a fitting
	builtin compadd -O fitting "$@"
	print -rl -- $fitting >> $HOME/offered
	builtin compadd "$@"
}
PS1='READY>'
`;

/** What a shell runs when it starts. */
const START: Readonly<Record<Shell, { readonly file: string; readonly text: string }>> = {
	bash: { file: ".bashrc", text: "source ~/ibid.bash\nibid() { printf '<%s>\\n' \"$@\"; }\nPS1= PS2=\n" },
	zsh: { file: ".zshrc", text: `autoload -Uz compinit && compinit -u\nsource ~/ibid.zsh\n${LISTEN}` },
	"autoloading zsh": {
		file: ".zshrc",
		text: `fpath=(~/functions $fpath)\nautoload -Uz compinit && compinit -u\n${LISTEN}`,
	},
	fish: { file: "ask.fish", text: "source ~/ibid.fish\ncomplete -C $argv[1]\n" },
};

function surroundings(root: string): { cwd: string; env: Record<string, string> } {
	const env = { PATH: process.env.PATH ?? "", HOME: root, ZDOTDIR: root, TERM: "dumb", LC_ALL: "C" };
	return { cwd: join(root, "place"), env };
}

/** Readline puts all that it would offer into the line, which is then run. */
function typeToBash(line: string, root: string): string[] {
	const input = `${line}\u001b*\nexit\n`;
	const { stdout } = spawnSync("bash", ["-i"], { ...surroundings(root), input, encoding: "utf8" });
	const words = [...stdout.matchAll(/^<(.*)>$/gm)].map(([, word = ""]) => word);
	const typed = line.split(" ").slice(1);
	if (words.join(" ") === typed.join(" ").trim()) return [];
	return words.slice(typed.length - 1).map(withoutOption);
}

function withoutOption(word: string): string {
	return word.replace(/^--\w+=(?=.)/, "");
}

/** A tab is only taken in a terminal. */
async function typeToZsh(line: string, root: string): Promise<string[]> {
	const file = join(root, "offered");
	writeFileSync(file, "");
	let seen = "";
	const data = (terminal: Bun.Terminal, data: Uint8Array): void => {
		const wasReady = seen.includes("READY>");
		seen += new TextDecoder().decode(data);
		if (!wasReady && seen.includes("READY>")) terminal.write(`${line}\t\u0015exit\n`);
	};
	await Bun.spawn(["zsh", "-d", "-i"], { ...surroundings(root), terminal: { cols: 200, rows: 100, data } }).exited;
	const words = readFileSync(file, "utf8").split("\n").filter(Boolean);
	return words.map((word) => word.replaceAll("\\", ""));
}

function askFish(line: string, root: string): string[] {
	const args = ["--no-config", join(root, START.fish.file), line];
	const { stdout } = spawnSync("fish", args, { ...surroundings(root), encoding: "utf8" });
	const words = stdout.split("\n").filter(Boolean);
	return words.map((word) => withoutOption(word.replace(/\t.*/, "")));
}
