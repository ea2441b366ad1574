/** What the statement that made a table says about it. */
type TableColumns = {
	/** The names of the columns that records hold, in their order. */
	readonly stored: readonly string[];
	/** The column that is another name for the rowid; records have null in its place. */
	readonly rowid: string | undefined;
};

/** The columns of a table; undefined if the statement cannot be parsed. */
export function columnsOf(sql: string): TableColumns | undefined {
	const definitions = definitionsIn(sqlTokens(sql));
	if (!definitions) return undefined;
	const firstConstraint = definitions.findIndex(([first = ""]) => CONSTRAINT.test(first));
	const columns = definitions.slice(0, firstConstraint < 0 ? undefined : firstConstraint);
	const keys = definitions.slice(columns.length).flatMap(primaryKeyOf);
	return {
		stored: columns.filter((column) => !isComputed(column)).map(columnName),
		rowid: columns.filter((column) => isRowid(column, keys)).map(columnName)[0],
	};
}

type SqlTokens = readonly string[];

const CONSTRAINT = /^(constraint|primary|unique|check|foreign)$/i;

const SQL_TOKEN =
	/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"]|"")*"|'(?:[^']|'')*'|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|\S/g;

function sqlTokens(sql: string): SqlTokens {
	return (sql.match(SQL_TOKEN) ?? []).filter((token) => !/^(--|\/\*)/.test(token));
}

/** The text between the outer brackets, split at commas; text in inner brackets is left out, but not the brackets. */
function definitionsIn(tokens: SqlTokens): SqlTokens[] | undefined {
	const start = tokens.indexOf("(");
	if (start < 0) return undefined;
	const definitions: string[][] = [[]];
	let depth = 1;
	for (const token of tokens.slice(start + 1)) {
		if (token === ")" && --depth === 0) return definitions;
		if (token === "," && depth === 1) definitions.push([]);
		else definitions.at(-1)?.push(token);
		if (token === "(") depth++;
	}
	return undefined;
}

function columnName([first = ""]: SqlTokens): string {
	const quote = first[0] ?? "";
	if (quote === "[") return first.slice(1, -1);
	return /["'`]/.test(quote) ? first.slice(1, -1).replaceAll(quote + quote, quote) : first;
}

/** Whether a column is computed from others whenever it is read. */
function isComputed(column: SqlTokens): boolean {
	const text = outer(column.slice(1));
	return /\bas \(/i.test(text) && !/\bas \( \) stored\b/i.test(text);
}

/** A column of type integer that alone is the primary key. "DESC" after the column undoes that. */
function isRowid(column: SqlTokens, keys: readonly string[]): boolean {
	if (!/^integer$/i.test(columnName(column.slice(1)))) return false;
	const text = outer(column.slice(1));
	if (/\bprimary key desc\b/i.test(text)) return false;
	const isAlone = /^\S+( (constraint|primary|not|null|unique|check|default|collate|references|generated|as)\b|$)/i;
	if (!isAlone.test(text)) return false;
	return /\bprimary key\b/i.test(text) || keys.includes(columnName(column).toLowerCase());
}

/** The column that a constraint makes the primary key, if it is a single one. */
function primaryKeyOf(constraint: SqlTokens): string[] {
	const at = constraint.findIndex((token, i) => /^primary$/i.test(token) && /^key$/i.test(constraint[i + 1] ?? ""));
	const [bracket, ...rest] = at < 0 ? [] : constraint.slice(at + 2);
	const names = rest.slice(0, rest.indexOf(")")).filter((token) => token !== "(");
	return bracket === "(" && !names.includes(",") ? [columnName(names).toLowerCase()] : [];
}

/** The tokens outside brackets and quotes, as one text. */
function outer(tokens: SqlTokens): string {
	let depth = 0;
	const words: string[] = [];
	for (const token of tokens) {
		if (token === ")") depth--;
		if (depth === 0) words.push(/^["'`[]/.test(token) ? "_" : token);
		if (token === "(") depth++;
	}
	return words.join(" ");
}
