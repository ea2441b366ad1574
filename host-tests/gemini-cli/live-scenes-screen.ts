import { calls, read } from "./calls.ts";
import type { LiveScene } from "./compare.ts";
import { openGeminiCli } from "./screen.ts";
import { rewind } from "./screen-scenes.ts";

/** The model says that its window is more than half full; before the next prompt the host compresses. */
export const COMPRESSED: LiveScene = {
	alone: true,
	play: async (place) => {
		const screen = openGeminiCli({
			...place,
			replies: [
				calls(read("src/duration.ts")),
				calls(read("src/duration.ts", 10, 90)),
				calls(read("src/clock.ts")),
				{ text: "That is all of it.", tokens: 700_000 },
				calls(read("src/duration.ts")),
				calls(read("src/clock.ts")),
				calls(read("src/clock.ts", 5, 60)),
				{ text: "And once more." },
			],
		});
		await screen.see("Type your message");
		await screen.say("Read it all.");
		await screen.see("That is all of it.");
		await screen.say("Again, please.");
		await screen.see("And once more.");
		return screen.close();
	},
};

/** The user makes the host compress. */
export const COMPRESSED_BY_HAND: LiveScene = {
	alone: true,
	play: async (place) => {
		const screen = openGeminiCli({
			...place,
			replies: [
				calls(read("src/duration.ts")),
				calls(read("src/duration.ts", 10, 90)),
				{ text: "That is all of it." },
				calls(read("src/duration.ts")),
				calls(read("src/duration.ts", 10, 90)),
				{ text: "And once more." },
			],
		});
		await screen.see("Type your message");
		await screen.say("Read it all.");
		await screen.see("That is all of it.");
		await screen.say("/compress");
		await screen.see("compressed from");
		await screen.say("Again, please.");
		await screen.see("And once more.");
		return screen.close();
	},
};

/** A prompt is taken back with everything after it, then changed and sent again. */
export const REWOUND: LiveScene = { alone: true, play: async (place) => (await rewind(place)).requests };
