import { afterAll, expect, test } from "bun:test";
import { type ChatAgent, testChatAgent } from "../chat-under-run.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { environmentOf, programOf, run } from "../program.ts";
import { underRun } from "../under-run.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

const PROGRAM = programOf(".bin", "copilot");

const agent: ChatAgent = {
	title: "Copilot CLI",
	name: "copilot-cli",
	start: (api, { home }) => ({
		program: PROGRAM,
		args: ["-p", "Look at the clock.", "--allow-all-tools", "--model", "scripted"],
		environment: {
			...environmentOf(home),
			...{ COPILOT_PROVIDER_BASE_URL: `${api}/v1`, COPILOT_PROVIDER_TYPE: "openai", COPILOT_PROVIDER_API_KEY: "none" },
		},
	}),
	// With a model that it does not know, its own reader prints no numbers, and ibid takes nothing for lines of a file.
	read: (path, lines) => {
		const command = lines ? `sed -n '${lines.join(",")}p' ${path}` : `cat ${path}`;
		return { tool: "bash", input: { command, description: "It runs.", mode: "sync" } };
	},
};

testChatAgent(agent);

test(
	"Copilot CLI is not started with a GitHub login",
	async () => {
		const [folder, state] = [makeFolder("home"), makeFolder("state")];
		const { program, args } = underRun({ program: PROGRAM, args: ["-p", "Go on."] }, []);
		const { code, errors } = await run(program, args, {
			folder,
			environment: { ...environmentOf(folder), IBID_STATE: state, GH_TOKEN: "none" },
		});
		expect(code).toBe(2);
		expect(errors).toContain("with a GitHub login its requests go to GitHub");
	},
	TIME,
);
