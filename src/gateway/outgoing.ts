import { connect, isIP, type Socket } from "node:net";
import { type ConnectionOptions, rootCertificates, connect as secure } from "node:tls";
import { readIf } from "../wire/system-error.ts";
import { askForTunnel, type Environment, proxyFor, type ServerAddress } from "./proxy.ts";

/** Opens a connection to the upstream. `hold` gets each socket as soon as there is one, so that it can be ended. */
export type OpenConnection = (hold: (socket: Socket) => void) => Promise<Socket>;

/** What the user's environment says of connections, and certificates (PEM) to trust beside those of the engine. */
export type OutgoingOptions = {
	readonly env: Environment;
	readonly trusted: readonly string[];
};

/**
 * Connections to the host of a URL as the user has them without us: through their proxy, trusting what they trust. A
 * certificate is always verified, whatever the environment says.
 */
export function newOutgoing(upstream: URL, { env, trusted }: OutgoingOptions): OpenConnection {
	const target = addressOf(upstream);
	if (upstream.protocol === "http:") return async (hold) => held(connect(target), hold);
	const extra = [readIf(env.NODE_EXTRA_CA_CERTS ?? ""), ...trusted].filter((pem) => pem !== "");
	const authorities = extra.length > 0 ? { ca: [...rootCertificates, ...extra] } : {};
	const verified = (address: ServerAddress): ConnectionOptions => ({
		...address,
		...nameOf(address),
		...authorities,
		...VERIFIED,
	});
	const proxy = isLoopback(target.host) ? undefined : proxyFor(upstream, env);
	if (!proxy) return async (hold) => held(secure(verified(target)), hold);
	return async (hold) => {
		const first = addressOf(proxy);
		const socket = held(proxy.protocol === "https:" ? secure(verified(first)) : connect(first), hold);
		await askForTunnel(socket, target, proxy);
		return held(secure({ ...verified(target), socket }), hold);
	};
}

const VERIFIED: ConnectionOptions = { rejectUnauthorized: true, ALPNProtocols: ["http/1.1"] };

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
	return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

function addressOf({ hostname, port, protocol }: URL): ServerAddress {
	const host = hostname.replace(/^\[|\]$/g, "");
	return { host, port: Number(port || (protocol === "https:" ? 443 : 80)) };
}

/** A server is told the name that is meant; an address cannot be told. */
function nameOf({ host }: ServerAddress): ConnectionOptions {
	return isIP(host) ? {} : { servername: host };
}

function held<Held extends Socket>(socket: Held, hold: (socket: Socket) => void): Held {
	hold(socket);
	return socket.setNoDelay(true);
}
