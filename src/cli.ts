import { main } from "./commands/main.ts";

// No await at the top, and no question where this module is: a program compiled to bytecode knows neither.
main(process.argv.slice(2), process.argv[1] ?? "").then((code) => {
	process.exitCode = code;
});
