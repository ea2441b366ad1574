import { afterAll, expect, test } from "bun:test";
import { type ChatAgent, testChatAgent } from "../chat-under-run.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { environmentOf, programOf, run } from "../program.ts";
import { underRun } from "../under-run.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

const PROGRAM = programOf(".bin", "qwen");

const agent: ChatAgent = {
	title: "Qwen Code",
	name: "qwen-code",
	start: (api, { home }) => ({
		program: PROGRAM,
		args: ["--auth-type", "openai", "--yolo", "Look at the clock."],
		environment: {
			...environmentOf(home),
			...{ OPENAI_BASE_URL: `${api}/v1`, OPENAI_API_KEY: "none", OPENAI_MODEL: "scripted" },
		},
	}),
	read: (file_path, [first, last] = [0, 0]) => ({
		tool: "read_file",
		input: { file_path, ...(first > 0 && { offset: first - 1, limit: last - first + 1 }) },
	}),
};

testChatAgent(agent);

test(
	"Qwen Code is not started where nothing says which API it uses",
	async () => {
		const [folder, state] = [makeFolder("home"), makeFolder("state")];
		const { program, args } = underRun({ program: PROGRAM, args: ["Go on."] }, []);
		const { code, errors } = await run(program, args, {
			folder,
			environment: { ...environmentOf(folder), IBID_STATE: state },
		});
		expect(code).toBe(2);
		expect(errors).toContain("must be in OPENAI_BASE_URL or behind --openai-base-url");
	},
	TIME,
);
