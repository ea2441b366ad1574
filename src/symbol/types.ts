/** Consecutive lines of a text, both ends included; the first line of a text is 1. */
export type LineSpan = { readonly first: number; readonly last: number };

/** A language that we have a grammar for. */
export type LanguageName =
	| "bash"
	| "c"
	| "cpp"
	| "csharp"
	| "go"
	| "java"
	| "javascript"
	| "kotlin"
	| "lua"
	| "php"
	| "python"
	| "ruby"
	| "rust"
	| "scala"
	| "swift"
	| "tsx"
	| "typescript";

/** What a symbol is. Languages differ in what they call a class, so there are few kinds. */
export type SymbolKind =
	| "class"
	| "enum"
	| "function"
	| "impl"
	| "interface"
	| "macro"
	| "method"
	| "module"
	| "property"
	| "struct"
	| "type";

/** Something that a source text defines by a name. */
export type CodeSymbol = {
	/** `path#Qualified.name`; the second of that name has `~2` behind it, and so on. */
	readonly id: string;
	readonly name: string;
	readonly kind: SymbolKind;
	/** From its signature to its end. */
	readonly lines: LineSpan;
	readonly signature: LineSpan;
	/** The comment right above it, or the text that its body begins with to document it. */
	readonly doc?: LineSpan;
	/** The lines that belong to its body only: a line with a brace of the body is not one of them. */
	readonly body?: LineSpan;
	/** The id of the symbol that it stands in. */
	readonly parent?: string;
};

/** The body of a function, and where it stands among the others. */
export type FunctionBody = {
	/** The lines that an outline may fold: those of the body only, and not the first line of its documentation. */
	readonly lines: LineSpan;
	/** The id of its function; a function that is only passed on has no name. */
	readonly symbol?: string;
	/** The innermost function body around it, by its place in the list. */
	readonly within?: number;
	/** Whether it belongs to a function without a name, such as a callback. */
	readonly isAnonymous: boolean;
};

/** What a source text defines, in its order. */
export type SourceShape = {
	readonly language: LanguageName;
	readonly symbols: readonly CodeSymbol[];
	readonly bodies: readonly FunctionBody[];
};
