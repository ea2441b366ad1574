import { describe, test } from "bun:test";
import { bodies } from "../../contracts/gateway-bodies.ts";
import { play } from "../../contracts/gateway-fixture.ts";
import { passes } from "../../contracts/gateway-passes.ts";

describe.each(Object.entries({ passes, bodies }))("a gateway: %s", (_, scenes) => {
	test.each(Object.entries(scenes))("%s", (_, scene) => play(scene));
});
