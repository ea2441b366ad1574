import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import * as v from "valibot";
import { ALL_KEYS } from "../hosts.ts";
import { configSchema } from "./keys.ts";

describe("the JSON schema", () => {
	test("has every key with its sentence and its default, and no other key", () => {
		expect(leavesOf(configSchema(ALL_KEYS), "")).toEqual(["$schema", ...ALL_KEYS.map(({ name }) => name)]);
		for (const { name, about, default: standard } of ALL_KEYS)
			expect(schemaOf(name)).toMatchObject({ description: about, default: standard });
	});

	test("accepts what ibid accepts", () => {
		const value = fc.oneof(
			fc.anything({ maxDepth: 1 }),
			fc.boolean(),
			fc.constantFrom("off", "session", "turn", "true", ""),
			fc.integer({ min: -2, max: 4000 }),
			fc.double({ min: -0.5, max: 1.5, noNaN: true }),
			fc.array(fc.constantFrom("*.lock", "!a", "", "/", "/a/", "a b")),
		);
		fc.assert(
			fc.property(fc.constantFrom(...ALL_KEYS), value, ({ name, kind }, each) => {
				expect([name, each, accepts(schemaOf(name), each)]).toEqual([name, each, kind.accept(each) !== undefined]);
			}),
			{ numRuns: 5000 },
		);
	});

	test("accepts the defaults", () => {
		for (const { kind, default: standard } of ALL_KEYS) expect(kind.accept(standard)).toEqual(standard);
	});
});

const ObjectSchema = v.object({
	type: v.literal("object"),
	properties: v.record(v.string(), v.unknown()),
	additionalProperties: v.literal(false),
});

function leavesOf(schema: unknown, prefix: string): string[] {
	if (!v.is(ObjectSchema, schema)) return [prefix.slice(0, -1)];
	return Object.entries(schema.properties).flatMap(([name, inner]) => leavesOf(inner, `${prefix}${name}.`));
}

function schemaOf(name: string): unknown {
	return name
		.split(".")
		.reduce<unknown>((schema, step) => v.parse(ObjectSchema, schema).properties[step], configSchema(ALL_KEYS));
}

const LeafSchema = v.variant("type", [
	v.object({ type: v.literal("boolean") }),
	v.object({ type: v.literal("string"), enum: v.optional(v.array(v.string())), pattern: v.optional(v.string()) }),
	v.object({ type: v.picklist(["number", "integer"]), minimum: v.number(), maximum: v.number() }),
	v.object({ type: v.literal("array"), items: v.unknown() }),
]);

/** What a validator would say, for the few schema keywords that we use. */
function accepts(schema: unknown, value: unknown): boolean {
	const leaf = v.parse(LeafSchema, schema);
	if (leaf.type === "boolean") return typeof value === "boolean";
	if (leaf.type === "array") return Array.isArray(value) && value.every((item) => accepts(leaf.items, item));
	if (leaf.type === "string") {
		if (typeof value !== "string" || leaf.enum?.includes(value) === false) return false;
		return leaf.pattern === undefined || new RegExp(leaf.pattern).test(value);
	}
	if (typeof value !== "number" || (leaf.type === "integer" && !Number.isInteger(value))) return false;
	return value >= leaf.minimum && value <= leaf.maximum;
}
