import type { AnyKey } from "./types.ts";

/** The part of JSON schema that we need. */
export type Schema = { readonly [word: string]: unknown };

/** The JSON schema of a settings file, for editors; made from the table of keys. */
export function configSchema(keys: readonly AnyKey[]): Schema {
	return {
		$schema: "http://json-schema.org/draft-07/schema#",
		title: "Settings of ibid",
		description: "A project's .ibid.jsonc may only narrow: enabled, hosts, ignore, gates.",
		...objectOf(keys, "", { $schema: { type: "string" } }),
	};
}

/** An object with all the keys whose names begin like this, including groups. */
function objectOf(keys: readonly AnyKey[], prefix: string, first: Schema): Schema {
	const names = keys.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => name.slice(prefix.length));
	const properties = [...new Set(names.map((name) => name.split(".", 1)[0] ?? name))].map((name) => {
		const key = keys.find((each) => each.name === prefix + name);
		const schema = key
			? { description: key.about, ...key.kind.schema, default: key.default }
			: objectOf(keys, `${prefix}${name}.`, {});
		return [name, schema] as const;
	});
	return { type: "object", properties: { ...first, ...Object.fromEntries(properties) }, additionalProperties: false };
}
