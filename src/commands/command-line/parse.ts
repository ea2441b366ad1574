import { parseArgs } from "node:util";
import { didYouMean, UserError } from "../../runtime/user-error.ts";
import type { CommandDefinition } from "./command.ts";
import type { OptionDefinition, OptionName } from "./options.ts";

/** The arguments of a command. Options that it does not have read as not given. */
export type Arguments = {
	/** Words that do not belong to an option. */
	readonly positionals: readonly string[];
	flag(name: OptionName): boolean;
	text(name: OptionName): string | undefined;
	texts(name: OptionName): readonly string[];
	number(name: OptionName): number | undefined;
};

/** Reads the arguments of a command; throws a UserError that says what is wrong with them. */
export function parse(command: CommandDefinition, args: readonly string[]): Arguments {
	const texts = new Map<string, string[]>();
	const options = new Map(Object.entries(command.options));
	const { tokens } = parseArgs({ args: [...args], options: shapesOf(options), ...LENIENT });
	for (const token of tokens) {
		if (token.kind !== "option") continue;
		const option = options.get(token.name);
		if (!option) throw new UserError(unknownOption(command, token.rawName));
		const value = checked(token.name, option, token.value, token.inlineValue === true);
		texts.set(token.name, [...(texts.get(token.name) ?? []), value]);
	}
	const text = (name: OptionName): string | undefined => texts.get(name)?.at(-1) ?? defaultOf(options.get(name));
	return {
		positionals: tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : [])),
		flag: (name) => texts.has(name),
		text,
		texts: (name) => texts.get(name) ?? [],
		number(name) {
			const digits = text(name);
			return digits === undefined ? undefined : Number(digits);
		},
	};
}

/** Node's own errors are worded differently and suggest no similar option. */
const LENIENT = { strict: false, allowPositionals: true, tokens: true } as const;

type ParseArgsOption = { type: "boolean" | "string"; short?: string };

function shapesOf(options: ReadonlyMap<string, OptionDefinition>): Record<string, ParseArgsOption> {
	const shapes = [...options].map(([name, { kind, short }]): [string, ParseArgsOption] => {
		return [name, { type: kind === "flag" ? "boolean" : "string", ...(short === undefined ? {} : { short }) }];
	});
	return Object.fromEntries(shapes);
}

function unknownOption({ name, options }: CommandDefinition, given: string): string {
	const known = Object.keys(options).map((option) => `--${option}`);
	return `ibid ${name} has no option ${given}.${didYouMean(given, known) || ` See ibid help ${name}.`}`;
}

/** The value of an option, if it is allowed. */
function checked(name: string, option: OptionDefinition, value: string | undefined, isInline: boolean): string {
	if (option.kind === "flag") {
		if (value !== undefined) throw new UserError(`--${name} takes no value.`);
		return "";
	}
	// If the value is missing, the next option would be taken for it.
	if (value === undefined || value === "" || (!isInline && /^-./.test(value)))
		throw new UserError(`--${name} needs a value: --${name} ${option.value}.`);
	if (option.kind === "number" && !/^[1-9]\d{0,8}$/.test(value))
		throw new UserError(`--${name} needs a whole number above 0, not ${value}.`);
	if (option.kind === "choice" && !option.choices.includes(value)) {
		const meant = didYouMean(value, option.choices) || ` It can be ${option.choices.join(", ")}.`;
		throw new UserError(`--${name} cannot be ${value}.${meant}`);
	}
	return value;
}

function defaultOf(option: OptionDefinition | undefined): string | undefined {
	return option && "default" in option ? String(option.default) : undefined;
}
