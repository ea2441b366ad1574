import type { FoundHost, Machine, MachineSurroundings } from "./types.ts";

/**
 * A host by the name of its program; undefined if there is none, or if it prints no version and so is something else.
 */
export async function findHost(
	machine: Machine,
	name: string,
	version: RegExp,
	around?: MachineSurroundings,
): Promise<FoundHost | undefined> {
	const program = machine.find(name);
	if (program === undefined) return undefined;
	const { output } = await machine.run(program, ["--version"], around);
	const [told] = version.exec(output) ?? [];
	return told === undefined ? undefined : { program, version: told };
}
