import { faultInFollowing } from "../../proof/follow.ts";
import type { DeliveredCall } from "./hosts.ts";

/** What is wrong with the notes of a conversation, one sentence each. Each note is followed from what is above it. */
export function faultsIn(delivered: readonly DeliveredCall[]): string[] {
	return delivered.flatMap(({ call, original }, at) => {
		const above = delivered.slice(0, at).map((each) => each.call);
		const fault = faultInFollowing(above, call, original);
		return fault === undefined ? [] : [`${wordCall(call.input)}: ${fault}`];
	});
}

function wordCall(input: DeliveredCall["call"]["input"]): string {
	return String(input.command ?? input.path ?? input.filePath ?? input.file_path);
}
