import { bodies } from "./gateway-bodies.ts";
import { play } from "./gateway-fixture.ts";
import { passes, passesInNode } from "./gateway-passes.ts";

const failed: string[] = [];
let played = 0;
for (const [title, scene] of Object.entries({ ...passes, ...passesInNode, ...bodies })) {
	played += 1;
	await play(scene).catch((error: unknown) => failed.push(`${title}: ${error}`));
}
console.log(JSON.stringify({ played, failed }));
