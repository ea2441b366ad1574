/** Whether a process is there, also one of another user's. */
export function isAlive(id: number): boolean {
	try {
		return process.kill(id, 0);
	} catch (error) {
		return !(error instanceof Error && "code" in error && error.code === "ESRCH");
	}
}
