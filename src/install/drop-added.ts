import type { HostName } from "../lens/types.ts";
import { dropEmpty } from "../wire/jsonc-edit.ts";
import { textBefore } from "./journal.ts";
import type { Machine } from "./types.ts";

/** Settings that have lost an entry of ours, without what it stood in, if that is empty now and was not there before us. */
export function dropAdded(left: string, key: string, { data }: Machine, host: HostName, path: string): string {
	return textBefore(data, host, path)?.includes(`"${key}"`) ? left : dropEmpty(left, [key]);
}
