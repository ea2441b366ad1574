/** Whether a process is alive, also one of another user. */
export function isAlive(id: number): boolean {
	try {
		return process.kill(id, 0);
	} catch (error) {
		return !(error instanceof Error && "code" in error && error.code === "ESRCH");
	}
}
