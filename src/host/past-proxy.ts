import type { EnvironmentVariables } from "../config/types.ts";

/** Changes to the variables of a program by which it reaches this machine without a proxy that it may have for http. */
export function pastProxy(environment: EnvironmentVariables): EnvironmentVariables {
	const { HTTP_PROXY, http_proxy, ALL_PROXY, all_proxy } = environment;
	if (![HTTP_PROXY, http_proxy, ALL_PROXY, all_proxy].some(Boolean)) return {};
	const names = [environment.NO_PROXY || environment.no_proxy, "127.0.0.1"].filter(Boolean).join(",");
	return { NO_PROXY: names, no_proxy: names };
}
