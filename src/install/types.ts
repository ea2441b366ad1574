import type { HostName } from "../lens/types.ts";

/** The machine that ibid is installed on, as far as installing needs it. */
export type Machine = {
	readonly home: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Where ibid keeps its state. */
	readonly data: string;
	/** The package that will be copied there, if it is not there yet. */
	readonly root?: string;
	/** Runs a program to its end, without a shell. */
	readonly run: (program: string, args: readonly string[], around?: MachineSurroundings) => Promise<ProgramResult>;
	/** Where the program with this name is, if it exists. */
	readonly find: (name: string) => string | undefined;
};

/** The folder in which a program runs, if not ours, additional environment variables, and its input. */
export type MachineSurroundings = {
	readonly folder?: string;
	readonly environment?: Readonly<Record<string, string | undefined>>;
	readonly input?: string;
};

/** How a program ended. */
export type ProgramResult = { readonly code: number; readonly output: string; readonly errors: string };

/** What starts ibid: a program, and what comes before a command of ibid. */
export type Launcher = {
	readonly program: string;
	readonly args: readonly string[];
	/** An executable for this machine, or the program for Node. */
	readonly kind: "executable" | "script";
};

/** One step on a machine, with a sentence for the user who confirms it. */
export type InstallStep =
	/** A file of the user gets a new content; undefined if there is none, or if there should be none. */
	| {
			readonly kind: "edit";
			readonly says: string;
			readonly path: string;
			readonly edit: (text: string | undefined) => string | undefined;
	  }
	/** A folder of ours in the data folder is written. */
	| {
			readonly kind: "folder";
			readonly says: string;
			readonly path: string;
			readonly files: ReadonlyMap<string, string>;
	  }
	/** A folder of ours, or one that the host has made for ours, is removed. */
	| { readonly kind: "remove"; readonly says: string; readonly path: string }
	/** A program of the host does it. */
	| {
			readonly kind: "run";
			readonly says: string;
			readonly program: string;
			readonly args: readonly string[];
			readonly around?: MachineSurroundings;
			/** Lines that the program always prints, which do not explain a failure. */
			readonly noise?: RegExp;
			/** Other steps do what the program should have done, so it may fail. */
			readonly mayFail?: boolean;
	  };

/** How ibid is installed in a host and removed from it. */
export type HostInstaller = {
	readonly host: HostName;
	/** The name of the host as people write it. */
	readonly title: string;
	/** The name of its program; other programs may have the same name. */
	readonly program: string;
	/** Whether what is installed only guards writes, because only `ibid run` shortens results in this host. */
	readonly isGuard?: true;
	/** The host on this machine; undefined if it is not installed. */
	readonly find: (machine: Machine) => Promise<FoundHost | undefined>;
	/** Files of the user that the steps may change, including those that the host's own programs change. */
	readonly touches: (machine: Machine) => readonly string[];
	readonly install: (machine: Machine, found: FoundHost, launcher: Launcher) => readonly InstallStep[];
	/** Removes what is there of ours, even if only half of it is; steps that find nothing do nothing. */
	readonly uninstall: (machine: Machine, found: FoundHost | undefined) => readonly InstallStep[];
	/** What the user has decided about ibid and an upgrade must not lose: read before the upgrade, done after it. */
	readonly keeps?: (machine: Machine) => readonly InstallStep[];
	/**
	 * What the host itself requires the user to confirm: a separate question, and what is done if the answer is yes.
	 */
	readonly consent?: {
		readonly question: string;
		readonly steps: (machine: Machine, found: FoundHost) => Promise<readonly InstallStep[]>;
	};
	/** What of ours the host would use now, according to the files on disk; in a project, if one is given. */
	readonly wired: (machine: Machine, project?: string) => InstallStatus;
	/** Other tools in the host, also in a project, that work on the same results. */
	readonly others: (machine: Machine, project: string) => readonly OtherTool[];
	/** Makes the host itself get one real answer; returns what went wrong, or undefined. */
	readonly tryOut: (machine: Machine, found: FoundHost, launcher: Launcher) => Promise<string | undefined>;
};

/** A host that is installed. */
export type FoundHost = { readonly program: string; readonly version: string };

/** Whether a host would use ibid: yes; no; or something is missing, and what. */
export type InstallStatus =
	| { readonly kind: "yes"; readonly launcher: readonly string[] }
	| { readonly kind: "no" }
	/** If ibid does nothing because of another tool, nothing is wrong with it. */
	| { readonly kind: "half"; readonly why: string; readonly isAside?: true };

/** Another tool that works on the results that ibid shortens: the file that shows it, and what it means for ibid. */
export type OtherTool = { readonly name: string; readonly where: string; readonly means: string };
