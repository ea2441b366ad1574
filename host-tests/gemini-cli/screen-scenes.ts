import { calls, read } from "./calls.ts";
import { logsIn, type Outcome, type Place } from "./run.ts";
import { openGeminiCli } from "./screen.ts";

/** The model says that its window is half full; before the next prompt the host compresses. */
export async function compress(place: Place): Promise<Outcome> {
	const screen = openGeminiCli({
		...place,
		replies: [
			calls(read("src/duration.ts"), read("src/counter.ts")),
			calls(read("src/clock.ts")),
			{ text: "That is all of it.", tokens: 700_000 },
			calls(read("src/duration.ts")),
			calls(read("src/clock.ts"), read("src/duration.ts", 30, 90)),
			{ text: "And once more." },
		],
	});
	await screen.see("Type your message");
	await screen.say("Read it all.");
	await screen.see("That is all of it.");
	await screen.say("Again, please.");
	await screen.see("And once more.");
	return { requests: await screen.close(), logs: logsIn(place.home) };
}

/** The second prompt is taken back, then changed and sent again. */
export async function rewind(place: Place): Promise<Outcome> {
	const screen = openGeminiCli({
		...place,
		replies: [
			calls(read("src/clock.ts")),
			{ text: "The clock is clear." },
			calls(read("src/clock.ts", 1, 40), read("src/counter.ts")),
			{ text: "The counter is clear." },
			calls(read("src/clock.ts"), read("src/counter.ts")),
			{ text: "Both are clear." },
		],
	});
	await screen.see("Type your message");
	await screen.say("Read the clock.");
	await screen.see("The clock is clear.");
	await screen.say("Read the counter.");
	await screen.see("The counter is clear.");
	await screen.say("/rewind");
	await screen.see("Stay at current position");
	// Above that line are the results of the tools, and above them the prompt.
	await screen.press("up", "up", "enter");
	await screen.see("Rewind conversation");
	await screen.press("enter");
	await screen.see("Read the counter.");
	await screen.say(" And the clock.");
	await screen.see("Both are clear.");
	return { requests: await screen.close(), logs: logsIn(place.home) };
}
