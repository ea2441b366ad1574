import { expect, test } from "bun:test";
import { stateFolder } from "./state-folder.ts";

test.each([
	["of ibid alone", { IBID_STATE: "/kept", XDG_STATE_HOME: "/state" }, "/kept"],
	["of all programs", { IBID_STATE: "", XDG_STATE_HOME: "/state", LOCALAPPDATA: "/local" }, "/state/ibid"],
	["of Windows", { LOCALAPPDATA: "/local" }, "/local/ibid"],
	["that no variable names", {}, "/home/you/.local/state/ibid"],
	["that would be another one in each project", { IBID_STATE: "kept" }, "/home/you/.local/state/ibid"],
	["of all programs in each project", { XDG_STATE_HOME: "./state", LOCALAPPDATA: "/local" }, "/local/ibid"],
])("a folder %s", (_, environment, folder) => {
	expect(stateFolder("/home/you", environment)).toBe(folder);
});
