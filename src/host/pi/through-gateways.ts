/** The part of pi's extension interface that we use. */
type RoutedPi = {
	on(event: "session_start", handler: (event: unknown, context: PiSession) => void): unknown;
	registerProvider(provider: string, changes: { readonly baseUrl: string }): void;
};

/** A session that has begun, and the models that it may use. */
type PiSession = {
	readonly sessionManager: { getSessionId(): string };
	readonly modelRegistry: {
		getAll(): readonly RoutedModel[];
		/** Newer versions have models that are not for chats. */
		getModelsOfType?: (type: string) => readonly RoutedModel[];
	};
};

type RoutedModel = { readonly provider: string; readonly baseUrl: string };

/** A provider's address, and the gateway in front of it. */
export type PiGateway = { readonly address: string; readonly gateway: string };

/** The variable with the gateways of each provider, as JSON. */
export const GATEWAYS = "IBID_RUN_GATEWAYS";

/**
 * Sends the requests of a session to gateways, under its id. A provider that has another address by now than ibid was told
 * keeps it: its requests carry credentials for that address. Requests of pi depend on parts of addresses, so the name of
 * the host stays in them.
 */
// biome-ignore lint/style/noDefaultExport: the host demands it
export default function throughGateways(pi: RoutedPi): void {
	const gateways: Readonly<Record<string, PiGateway>> = JSON.parse(process.env[GATEWAYS] ?? "{}");
	pi.on("session_start", (_, { sessionManager, modelRegistry }) => {
		const others = ["image", "classifier"].flatMap((type) => modelRegistry.getModelsOfType?.(type) ?? []);
		const models = [...modelRegistry.getAll(), ...others];
		for (const [provider, { address, gateway }] of Object.entries(gateways)) {
			const own = models.filter((model) => model.provider === provider);
			const isKnown = own.every(({ baseUrl }) => baseUrl === address || baseUrl.startsWith(gateway));
			if (own.length === 0 || !isKnown) continue;
			const labelled = `${gateway}~${sessionManager.getSessionId()}@`;
			pi.registerProvider(provider, { baseUrl: address.replace(/^https?:\/\//, labelled) });
		}
	});
}
