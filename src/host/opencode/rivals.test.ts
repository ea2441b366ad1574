import { expect, test } from "bun:test";
import { rivalIn } from "./rivals.ts";

test.each([
	[["@tarquinen/opencode-dcp"], "@tarquinen/opencode-dcp"],
	[["@tarquinen/opencode-dcp@latest"], "@tarquinen/opencode-dcp"],
	[["@tarquinen/opencode-dcp@3.1.14"], "@tarquinen/opencode-dcp"],
	[["ibid", ["@tarquinen/opencode-dcp", { debug: true }]], "@tarquinen/opencode-dcp"],
	[["file:///home/you/node_modules/@tarquinen/opencode-dcp/dist/index.js"], "@tarquinen/opencode-dcp"],
	[["file:///home/you/opencode-dcp"], "opencode-dcp"],
	[["file:///home/you/.config/opencode/plugin/opencode-dcp.js"], "opencode-dcp"],
	[["git+https://github.com/you/opencode-dynamic-context-pruning.git#v2"], "opencode-dynamic-context-pruning"],
	[["opencode-acp"], "opencode-acp"],
	[[{ spec: "opencode-acp@2", scope: "global" }], "opencode-acp"],
	[[{ spec: ["opencode-acp", {}], scope: "global" }], "opencode-acp"],
	[["opencode-dynamic-context-pruning@1"], "opencode-dynamic-context-pruning"],
])("among %j is a plugin that prunes", (plugins, rival) => {
	expect(rivalIn(plugins)).toBe(rival);
});

test.each([
	[undefined],
	[null],
	[{}],
	["opencode-acp"],
	[[]],
	[["ibid", "opencode-acp-viewer", "my-opencode-acp", "file:///home/you/opencode-acp.md"]],
	[[7, null, {}, []]],
])("in %j is no plugin that is known to prune", (plugins) => {
	expect(rivalIn(plugins)).toBeUndefined();
});
