import { serve } from "../../src/wire/mcp-server.ts";

/** A server of hooks that does nothing: what it costs is the host's own. */
await serve({ name: "idle", version: "0", listed: [], call: async () => "{}" }, process.stdin, process.stdout);
