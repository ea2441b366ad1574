import { memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes in use after a garbage collection; undefined if we cannot ask for one. */
export function usedHeap(): number | undefined {
	if (!collect) return undefined;
	collect();
	const { heapUsed, arrayBuffers } = memoryUsage();
	return "Bun" in globalThis ? heapUsed : heapUsed + arrayBuffers;
}

const collect = findCollector();

function findCollector(): (() => void) | undefined {
	if ("Bun" in globalThis) return () => Bun.gc(true);
	try {
		setFlagsFromString("--expose-gc");
		return runInNewContext("gc");
	} catch {
		return undefined;
	}
}
