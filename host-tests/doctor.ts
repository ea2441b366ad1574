import { expect } from "bun:test";
import { join } from "node:path";
import * as v from "valibot";
import { type Kit, makePackage, makePlace, putFile } from "./install-place.ts";
import { type Ended, run } from "./program.ts";
import { makeProject } from "./project.ts";

/** A user with a project, and a host in which ibid's own command has installed it. */
export type Patient = {
	readonly home: string;
	readonly project: string;
	readonly environment: Readonly<Record<string, string>>;
	/** Runs a command of ibid in the project. */
	readonly ibid: (...args: readonly string[]) => Promise<Ended>;
	/** Writes a file, in the home or anywhere else. */
	readonly put: (path: string, content: object | string) => void;
	/** Runs the doctor in the project, with these additional environment variables. */
	readonly examine: (more?: Readonly<Record<string, string>>) => Promise<Examined>;
};

/** The doctor's verdict on a host, the tools beside ibid with what they mean, and whether it counts as a failure. */
export type Examined = {
	readonly code: number | undefined;
	readonly wired: { readonly kind: string; readonly why?: string | undefined };
	readonly others: Readonly<Record<string, string>>;
	/** The lines on the screen. */
	readonly screen: string;
};

/** Installs ibid in a host; the arguments of the command can be given. */
export async function makePatient(kit: Kit, ...words: readonly string[]): Promise<Patient> {
	const { installer } = kit;
	const root = await makePackage();
	const { machine } = await makePlace(kit, root);
	const [home, project] = [machine.home, makeProject()];
	const known = Object.entries(machine.environment).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, value]],
	);
	const environment: Record<string, string> = Object.fromEntries(known);
	const ask = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> => {
		const around = { folder: project, environment: { ...environment, ...more } };
		return run(Bun.which("node") ?? "node", [join(root, "dist", "cli.js"), ...args], around);
	};
	const ibid = (...args: readonly string[]): Promise<Ended> => ask(args);
	const { code, errors } = await ibid("install", installer.host, "--yes", ...words);
	expect([code, errors]).toEqual([0, ""]);
	return {
		home,
		project,
		environment,
		ibid,
		put: (path, content) => putFile(path, typeof content === "string" ? content : JSON.stringify(content)),
		async examine(more = {}) {
			const { code, output } = await ask(["doctor", "--json"], more);
			const found = v.parse(ReportShape, output).hosts.find(({ host }) => host === installer.host);
			const others = Object.fromEntries((found?.others ?? []).map(({ name, means }) => [name, means]));
			const screen = (await ask(["doctor"], more)).output;
			return { code, wired: found?.wired ?? { kind: "nowhere" }, others, screen };
		},
	};
}

const ReportShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		hosts: v.array(
			v.object({
				host: v.string(),
				wired: v.object({ kind: v.string(), why: v.optional(v.string()) }),
				others: v.array(v.object({ name: v.string(), where: v.string(), means: v.string() })),
			}),
		),
	}),
);
