import type { HostName } from "../lens/types.ts";

/** The machine that ibid is put on, as far as installing has to do with it. */
export type Machine = {
	readonly home: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Where ibid keeps what it has to remember. */
	readonly data: string;
	/** The package that is going to be copied there, while it is not yet. */
	readonly root?: string;
	/** Runs a program to its end, without a shell. */
	readonly run: (program: string, args: readonly string[], around?: MachineSurroundings) => Promise<ProgramResult>;
	/** Where a program of this name is, if it is anywhere. */
	readonly find: (name: string) => string | undefined;
};

/** Where a program runs, if not where we do, and what it is told: by its environment besides, and to be read by it. */
export type MachineSurroundings = {
	readonly folder?: string;
	readonly environment?: Readonly<Record<string, string | undefined>>;
	readonly input?: string;
};

/** How a program ended. */
export type ProgramResult = { readonly code: number; readonly output: string; readonly errors: string };

/** What starts ibid: a program, and what stands before a command of ibid's. */
export type Launcher = {
	readonly program: string;
	readonly args: readonly string[];
	/** One that was compiled for this machine, or the one for Node. */
	readonly kind: "executable" | "script";
};

/** One thing that is done to a machine, with a sentence for who is asked. */
export type InstallStep =
	/** A file of the user's gets other words; undefined where there is none, or where there should be none. */
	| {
			readonly kind: "edit";
			readonly says: string;
			readonly path: string;
			readonly edit: (text: string | undefined) => string | undefined;
	  }
	/** A folder of ours in the data folder is written anew. */
	| {
			readonly kind: "folder";
			readonly says: string;
			readonly path: string;
			readonly files: ReadonlyMap<string, string>;
	  }
	/** A folder of ours, or one that the host has made for what is ours, goes away. */
	| { readonly kind: "remove"; readonly says: string; readonly path: string }
	/** A program of the host's does it. */
	| {
			readonly kind: "run";
			readonly says: string;
			readonly program: string;
			readonly args: readonly string[];
			readonly around?: MachineSurroundings;
			/** Lines that it always prints, which do not explain a failure. */
			readonly noise?: RegExp;
			/** Other steps do what it should have done, so it may as well fail. */
			readonly mayFail?: boolean;
	  };

/** How ibid gets into a host and out of it. */
export type HostInstaller = {
	readonly host: HostName;
	/** The name of the host as people write it. */
	readonly title: string;
	/** The name of its program; others may have the same. */
	readonly program: string;
	/** The host on this machine; undefined where it is not there. */
	readonly find: (machine: Machine) => Promise<FoundHost | undefined>;
	/** Files of the user's that the steps may change, also those that the host's own programs do. */
	readonly touches: (machine: Machine) => readonly string[];
	readonly install: (machine: Machine, found: FoundHost, launcher: Launcher) => readonly InstallStep[];
	/** Takes out what is there of ours, also half of it; steps that find nothing do nothing. */
	readonly uninstall: (machine: Machine, found: FoundHost | undefined) => readonly InstallStep[];
	/** What the user has said of ours and an upgrade is not to lose: asked for before it, done after it. */
	readonly keeps?: (machine: Machine) => readonly InstallStep[];
	/** What the host itself would ask the user for: a question of its own, and what is done if the answer is yes. */
	readonly consent?: {
		readonly question: string;
		readonly steps: (machine: Machine, found: FoundHost) => Promise<readonly InstallStep[]>;
	};
	/** What of ours the host would use now, by what stands on the disk; in a project, if one is given. */
	readonly wired: (machine: Machine, project?: string) => InstallStatus;
	/** Other tools in the host, in a project too, that have to do with the same results. */
	readonly others: (machine: Machine, project: string) => readonly OtherTool[];
	/** Asks for one real answer by the host's own way; what went wrong, or undefined. */
	readonly tryOut: (machine: Machine, found: FoundHost, launcher: Launcher) => Promise<string | undefined>;
};

/** A host that is there. */
export type FoundHost = { readonly program: string; readonly version: string };

/** Whether a host would use ibid: it would; it would not; or not all of it is there, and why. */
export type InstallStatus =
	| { readonly kind: "yes"; readonly launcher: readonly string[] }
	| { readonly kind: "no" }
	/** Where it stands aside for another tool, nothing is wrong with it. */
	| { readonly kind: "half"; readonly why: string; readonly isAside?: true };

/** Another tool that has to do with the results that ibid shortens: the file that shows it, and what it means for ibid. */
export type OtherTool = { readonly name: string; readonly where: string; readonly means: string };
