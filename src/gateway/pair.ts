import { Agent, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { OpenConnection } from "./outgoing.ts";

/** A connection of the agent and the one to the upstream that belongs to it. */
export type ConnectionPair = {
	/** Sends requests over the one to the upstream. */
	readonly agent: Agent;
	/** Tells that a request is under way until its response has ended. Waits for those before it on this connection. */
	readonly enter: (response: ServerResponse) => Promise<void>;
};

/**
 * Gives a connection of the agent one to the upstream. Each is opened, kept and closed with the other, so the agent's
 * HTTP library knows as well as without us which of its connections it can use again.
 */
export function pairUp(client: Socket, openConnection: OpenConnection): ConnectionPair {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const sockets = new Set<Socket>();
	let underWay = 0;
	let last = Promise.resolve();
	// In UTF-8, as Node 20 flushes heads otherwise, fields beyond ASCII would not be what they were.
	client.setDefaultEncoding("latin1");
	const settle = (): void => {
		const isClosed = sockets.size > 0 && [...sockets].every(({ destroyed }) => destroyed);
		if (isClosed && underWay === 0) client.destroySoon();
	};
	const hold = (socket: Socket): void => {
		sockets.add(socket.setDefaultEncoding("latin1"));
		// The request of this connection reports the error.
		socket.on("error", () => {});
		socket.once("close", settle);
		if (client.destroyed) socket.destroy();
	};
	agent.createConnection = (_, done) => {
		sockets.clear();
		// With an error, the second argument is not looked at.
		openConnection(hold).then(
			(socket) => done?.(null, socket),
			(error: Error) => done?.(error, client),
		);
		return undefined;
	};
	client.once("close", () => {
		for (const socket of sockets) socket.destroy();
	});
	const enter = (response: ServerResponse): Promise<void> => {
		const before = last;
		underWay += 1;
		last = new Promise((resolve) => response.once("close", resolve)).then(() => {
			underWay -= 1;
			settle();
		});
		return before;
	};
	return { agent, enter };
}
