import type { Subject } from "../core/types.ts";

/** A file as a subject. Undefined where its place cannot be known: `~`, variables, an unknown directory. */
export function fileSubject(directory: string, path: unknown): Subject | undefined {
	if (typeof path !== "string" || path === "" || /^~|[$`\n]/.test(path)) return undefined;
	const name = path.startsWith("/") ? path : directory.startsWith("/") ? `${directory}/${path}` : undefined;
	return name === undefined ? undefined : { kind: "file", name: straighten(name), label: path };
}

function straighten(path: string): string {
	const names: string[] = [];
	for (const name of path.split("/")) {
		if (name === "..") names.pop();
		else if (name !== "" && name !== ".") names.push(name);
	}
	return `/${names.join("/")}`;
}
