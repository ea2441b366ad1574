import { CLOCK, plain, type Row, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapCopilotCli } from "./copilot-cli.ts";

/** The line below a command that has ended. */
type Ended = (code: number) => string;

const exited: Ended = (code) => `<exited with exit code ${code}>`;
const completed: Ended = (code) => `<shellId: 5 completed with exit code ${code}>`;
const LARGE = "Output too large to read at once (27.2 KB). Saved to: /tmp/x";

/** What both versions put around results. */
const wrappersOf = (ended: Ended): readonly Row[] => [
	["an output", "bash", `${CLOCK}\n${ended(0)}`, CLOCK, "done"],
	["an output of one line", "bash", `tick\n${ended(0)}`, "tick", "done"],
	["a bad exit", "bash", `tick\n${ended(128)}`, "tick", "failed"],
	["an exit by a signal", "bash", `tick\n${ended(-1)}`, "tick", "failed"],
	["no output", "bash", `\n${ended(0)}`, "", "done"],
	["no output and a bad exit", "bash", `\n${ended(1)}`, "", "failed"],
	["blank lines of the command", "bash", `tick\n\n${ended(0)}`, "tick\n", "done"],
	["a blank first line of the command", "bash", `\ntick\n${ended(0)}`, "\ntick", "done"],
	["a preview of a command", "bash", `${LARGE}\n\ntick\n${ended(0)}`, "", "cut"],
	["a preview of a search", "rg", `${LARGE}\n\ntick`, "", "cut"],
	["a command's text without an end", "bash", "tick", "", "cut"],
];

/** What neither version puts around results. */
const lookalikesOf = (ended: Ended): readonly Row[] => [
	["an exit above the last one", "bash", `${ended(1)}\n${ended(0)}`, ended(1), "done"],
	["an exit in the middle", "bash", `tick\n${ended(1)}\ntock\n${ended(0)}`, `tick\n${ended(1)}\ntock`, "done"],
	["a preview told of below the first line", "bash", `tick\n${LARGE}\n${ended(0)}`, `tick\n${LARGE}`, "done"],
	plain("an exit in a file", "view", `1. tick\n${ended(1)}`),
	plain("a preview told of in a file", "view", `1. ${LARGE}`),
	plain(
		"what the view tool puts below a file",
		"view",
		"1. tick\n\n[Output truncated. Use view_range=[2, ...] to continue.]",
	),
	plain("a search's results", "rg", `src/clock.ts:1:${ended(1)}`),
	plain("a command stopped, in a file", "view", "<command with id: 5 stopped>"),
	["half an exit", "bash", `tick\n${ended(0).slice(0, -3)}`, `tick\n${ended(0).slice(0, -3)}`, "cut"],
	["an exit that goes on", "bash", `tick\n${ended(0)} or so`, `tick\n${ended(0)} or so`, "cut"],
	["an exit behind other words", "bash", `tick\nso ${ended(0)}`, `tick\nso ${ended(0)}`, "cut"],
	["an exit above words of somebody else", "bash", `tick\n${ended(0)}\nDone.`, `tick\n${ended(0)}\nDone.`, "cut"],
];

testUnwrap("Copilot CLI 1.0.40", unwrapCopilotCli, wrappersOf(exited), lookalikesOf(exited), ["bash"]);

const running = "<command with shellId: 5 is still running after 30 seconds. Go on.>";
const gone = "shellId: 5 was already stopped via stop_bash.\n\nActive shell sessions:\n  shellId: 0";

testUnwrap(
	"Copilot CLI 1.0.64",
	unwrapCopilotCli,
	[
		...wrappersOf(completed),
		["still running", "bash", `tick\n${running}`, "tick", "failed"],
		["still running, no output", "bash", running, "", "failed"],
		["read again", "read_bash", `tock\n${completed(0)}`, "tock", "done"],
		["stopped", "stop_bash", "<command with id: 5 stopped>", "", "failed"],
	],
	[
		...lookalikesOf(completed),
		["a shell that is no more", "read_bash", gone, gone, "cut"],
		["still running, told of in the middle", "bash", `${running}\ntick\n${completed(0)}`, `${running}\ntick`, "done"],
	],
	["bash", "read_bash", "stop_bash"],
);
