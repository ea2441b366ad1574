import { describe, expect, test } from "bun:test";
import { proxyFor } from "./proxy.ts";

const upstream = new URL("https://api.example.com");

describe("the user's proxy", () => {
	test.each([
		[{}, undefined],
		[{ HTTPS_PROXY: "" }, undefined],
		[{ HTTP_PROXY: "http://proxy:1" }, undefined],
		[{ HTTPS_PROXY: "http://proxy:3128" }, "http://proxy:3128/"],
		[{ HTTPS_PROXY: "proxy:3128" }, "http://proxy:3128/"],
		[{ HTTPS_PROXY: "https://u:p@proxy" }, "https://u:p@proxy/"],
		[{ HTTPS_PROXY: "http://upper", https_proxy: "http://lower" }, "http://lower/"],
	])("is by %j %p", (env: Record<string, string>, proxy) => {
		expect(proxyFor(upstream, env)?.href).toBe(proxy);
	});

	test.each([
		["*", true],
		["api.example.com", true],
		["example.com", true],
		[".example.com", true],
		["*.example.com", true],
		["API.EXAMPLE.COM", true],
		["a.test, example.com", true],
		["a.test example.com:443", true],
		["example.com:8443", false],
		["ample.com", false],
		["other.api.example.com", false],
		["com.", false],
		[" , ", false],
		["", false],
	])("is left aside for NO_PROXY %j: %p", (names, isExempt) => {
		const proxy = proxyFor(upstream, { HTTPS_PROXY: "http://proxy:1", NO_PROXY: names });
		expect(proxy === undefined).toBe(isExempt);
	});

	test.each(["socks5://proxy:1", "http://", "http://a b"])("cannot be %j", (address) => {
		expect(() => proxyFor(upstream, { HTTPS_PROXY: address })).toThrow(
			"HTTPS_PROXY must be an address that begins with",
		);
	});
});
