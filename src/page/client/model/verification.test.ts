import { expect, test } from "bun:test";
import { type Filter, NO_FILTER } from "./route.ts";
import { unfilteredChoices } from "./verification.ts";

const MADE = new Date(2026, 0, 10, 12).getTime();

test.each<[Partial<Filter>, string]>([
	[{ days: 1 }, "Period"],
	[{ project: "/code/shop" }, "Project"],
	[{ isLived: false }, "ibid"],
	[{ days: 7, project: "/code/shop" }, "Period or Project"],
	[{ host: "pi", days: 7, project: "/code/shop", isLived: false }, "Period, Project or ibid"],
])("of %p the record does not heed %p", (some, choices) => {
	expect(unfilteredChoices({ ...NO_FILTER, ...some }, MADE)?.choices).toBe(choices);
});

test.each<Partial<Filter>>([{}, { host: "codex" }, { isLived: true }])("of %p the record heeds everything", (some) => {
	expect(unfilteredChoices({ ...NO_FILTER, ...some }, MADE)).toBeUndefined();
});

test.each<[Partial<Filter>, string | undefined]>([
	[{ days: 1 }, "ibid report --since 2026-01-10"],
	[{ days: 7, host: "codex" }, "ibid report --since 2026-01-04 --host codex"],
	[{ project: "/code/shop" }, undefined],
	[{ days: 30_000 }, undefined],
	[{ days: 999_999_999 }, undefined],
])("of the days in %p it is %p that tells", (some, command) => {
	expect(unfilteredChoices({ ...NO_FILTER, project: "/code/shop", ...some }, MADE)?.command).toBe(command);
});
