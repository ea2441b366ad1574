import type { Socket } from "node:net";

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a server listens. */
export type ServerAddress = { readonly host: string; readonly port: number };

/** The user's own proxy for this URL, if they have one. Throws if it is of a kind that we do not speak. */
export function proxyFor(upstream: URL, env: Environment): URL | undefined {
	const named = env.https_proxy || env.HTTPS_PROXY;
	if (!named || isExempt(upstream, env.no_proxy || env.NO_PROXY || "")) return undefined;
	const address = named.includes("://") ? named : `http://${named}`;
	const proxy = URL.canParse(address) ? new URL(address) : undefined;
	if (proxy && /^https?:$/.test(proxy.protocol)) return proxy;
	throw new Error("HTTPS_PROXY must be an address that begins with http:// or https://.");
}

/** Whether one of the names in NO_PROXY is the host's or a domain that the host is in. */
function isExempt({ hostname, port }: URL, names: string): boolean {
	return names.split(/[\s,]+/).some((entry) => {
		const [, name = "", only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
		if (only !== undefined && only !== (port || "443")) return false;
		return name === "*" || (name !== "" && (hostname === name || hostname.endsWith(`.${name}`)));
	});
}

/** Has a proxy open a tunnel over this connection. Throws if it does not. */
export async function askForTunnel(
	socket: Socket,
	{ host, port }: ServerAddress,
	{ username, password }: URL,
): Promise<void> {
	const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
	const fields = [`Host: ${authority}`];
	if (username !== "") {
		const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
		fields.push(`Proxy-Authorization: Basic ${credentials.toString("base64")}`);
	}
	socket.write([`CONNECT ${authority} HTTP/1.1`, ...fields, "", ""].join("\r\n"));
	const head = await readHead(socket);
	if (/^HTTP\/1\.\d 2\d\d /.test(head)) return;
	socket.destroy();
	throw new Error(`The proxy refused: ${head.split("\r\n")[0]}`);
}

/** The head of an answer. What follows it stays in the socket. */
async function readHead(socket: Socket): Promise<string> {
	let text = "";
	for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
		text += chunk.toString("latin1");
		const end = text.indexOf("\r\n\r\n");
		if (end < 0 && text.length < LONGEST_HEAD) continue;
		if (end >= 0) socket.unshift(Buffer.from(text.slice(end + 4), "latin1"));
		return text.slice(0, end);
	}
	throw new Error("The proxy closed the connection.");
}

const LONGEST_HEAD = 64 * 1024;
