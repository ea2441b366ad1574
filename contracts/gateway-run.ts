import { bodies } from "./gateway-bodies.ts";
import { connections } from "./gateway-connections.ts";
import { faults, faultsInNode } from "./gateway-faults.ts";
import { play } from "./gateway-fixture.ts";
import { outgoing } from "./gateway-outgoing.ts";
import { passes, passesInNode } from "./gateway-passes.ts";

const suites = [{ ...passes, ...passesInNode }, bodies, connections, { ...faults, ...faultsInNode }, outgoing];
const failed: string[] = [];
let played = 0;

/** Plays every scene, here in Node, and prints how many there are and which failed. */
async function playAll(): Promise<void> {
	await Promise.all(
		suites.map(async (scenes) => {
			for (const [title, scene] of Object.entries(scenes)) {
				await play(scene).catch((error: unknown) => failed.push(`${title}: ${error}`));
				played += 1;
			}
		}),
	);
	console.log(JSON.stringify({ played, failed }));
}

await playAll();
