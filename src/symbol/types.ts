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

/** What the node types of a grammar mean. Lists are words with blanks between them. */
export type GrammarRules = {
	/** The file of the grammar. */
	readonly file: string;
	/** Nodes that define something by a name. Only functions have bodies that may be folded. */
	readonly defines: Readonly<Partial<Record<SymbolKind, string>>>;
	/** Of these, nodes that define something only if they have a body; without one they only mention it. */
	readonly onlyWithBody?: string;
	/** What nodes without a name of their own are called. */
	readonly called?: Readonly<Record<string, string>>;
	/** Functions that may have a name from where they stand, such as `const name = () => …`. */
	readonly closures?: string;
	/** Function bodies that belong to what stands around them, such as getters. */
	readonly blocks?: string;
	/** Nodes that give a closure its name, and the field or the type of the child that has it. */
	readonly names?: Readonly<Record<string, string>>;
	/** Where a body is: fields, or types of children. Standard: the field `body`. */
	readonly body?: string;
	/** Nodes that are a body themselves. */
	readonly isBody?: string;
	/** The field with the type that a method belongs to, if it does not stand in it. */
	readonly receiver?: string;
	/** Nodes of one line that may still hold a definition. */
	readonly around?: string;
	readonly comments: string;
	/** Nodes between a comment and what it documents. */
	readonly attributes?: string;
	/** Whether a string at the beginning of a body documents it. */
	readonly hasDocStrings?: true;
};
