import { Agent, type ClientRequest } from "node:http";
import type { Socket } from "node:net";
import type { OpenConnection } from "./outgoing.ts";

/** A connection of the agent and the one to the upstream that belongs to it. */
export type ConnectionPair = {
	/** Sends requests over the one to the upstream. */
	readonly agent: Agent;
	/** Requests of this connection that are under way; they end with it. */
	readonly open: Set<ClientRequest>;
	/** Called after a request has left `open`. */
	readonly settle: () => void;
};

/**
 * Gives a connection of the agent one to the upstream. Each is opened, kept and closed with the other, so the agent's
 * HTTP library knows as well as without us which of its connections it can use again.
 */
export function pairUp(client: Socket, openConnection: OpenConnection): ConnectionPair {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const open = new Set<ClientRequest>();
	const sockets = new Set<Socket>();
	// In UTF-8, as Node 20 flushes heads otherwise, fields beyond ASCII would not be what they were.
	client.setDefaultEncoding("latin1");
	const hold = (socket: Socket): void => {
		sockets.add(socket.setDefaultEncoding("latin1"));
		// The request of this connection reports the error.
		socket.on("error", () => {});
		socket.once("close", settle);
		if (client.destroyed) socket.destroy();
	};
	const settle = (): void => {
		const isClosed = sockets.size > 0 && [...sockets].every(({ destroyed }) => destroyed);
		if (isClosed && open.size === 0) client.destroySoon();
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
		for (const request of open) request.destroy();
		for (const socket of sockets) socket.destroy();
	});
	return { agent, open, settle };
}
