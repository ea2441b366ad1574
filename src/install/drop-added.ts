import type { HostName } from "../lens/types.ts";
import { dropEmpty } from "../wire/jsonc-edit.ts";
import { textBefore } from "./journal.ts";
import type { Machine } from "./types.ts";

/** Settings after removing an entry of ours, without its containers if they are now empty and were not there before. */
export function dropAdded(left: string, key: string, { data }: Machine, host: HostName, path: string): string {
	return textBefore(data, host, path)?.includes(`"${key}"`) ? left : dropEmpty(left, [key]);
}
