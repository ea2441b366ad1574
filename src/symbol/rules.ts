import type { GrammarRules, LanguageName } from "./types.ts";

const SCRIPT_NAMES = {
	variable_declarator: "name",
	assignment_expression: "left",
	pair: "key",
	field_definition: "property",
	public_field_definition: "name",
};

const SCRIPT = {
	closures: "arrow_function function_expression generator_function",
	blocks: "class_static_block",
	names: SCRIPT_NAMES,
	around: "export_statement lexical_declaration variable_declaration variable_declarator expression_statement",
	comments: "comment",
	attributes: "decorator",
};

const TYPED_SCRIPT = {
	...SCRIPT,
	defines: {
		function:
			"function_declaration generator_function_declaration method_definition function_signature method_signature abstract_method_signature",
		class: "class_declaration abstract_class_declaration class",
		interface: "interface_declaration",
		enum: "enum_declaration",
		type: "type_alias_declaration",
		module: "internal_module module",
	},
	around: `${SCRIPT.around} ambient_declaration`,
};

const C = {
	defines: {
		function: "function_definition",
		struct: "struct_specifier union_specifier",
		enum: "enum_specifier",
		type: "type_definition",
		macro: "preproc_function_def",
	},
	onlyWithBody: "struct_specifier union_specifier enum_specifier",
	around: "declaration type_definition",
	comments: "comment",
};

/** All grammars. To add one, look at its node types, add it here and to `languages.ts`, and let the build copy its file. */
export const RULES: Readonly<Record<LanguageName, GrammarRules>> = {
	bash: { file: "tree-sitter-bash", defines: { function: "function_definition" }, comments: "comment" },
	c: { file: "tree-sitter-c", ...C },
	cpp: {
		file: "tree-sitter-cpp",
		defines: {
			...C.defines,
			class: "class_specifier",
			module: "namespace_definition",
			type: "type_definition alias_declaration concept_definition",
		},
		onlyWithBody: `${C.onlyWithBody} class_specifier`,
		closures: "lambda_expression",
		names: { init_declarator: "declarator" },
		around: `${C.around} template_declaration`,
		comments: "comment",
	},
	csharp: {
		file: "tree-sitter-c_sharp",
		defines: {
			function:
				"method_declaration constructor_declaration destructor_declaration operator_declaration conversion_operator_declaration local_function_statement",
			property: "property_declaration indexer_declaration event_declaration",
			class: "class_declaration record_declaration",
			struct: "struct_declaration record_struct_declaration",
			interface: "interface_declaration",
			enum: "enum_declaration",
			type: "delegate_declaration",
			module: "namespace_declaration file_scoped_namespace_declaration",
		},
		called: {
			operator_declaration: "operator",
			conversion_operator_declaration: "operator",
			indexer_declaration: "this",
		},
		closures: "lambda_expression anonymous_method_expression",
		blocks: "accessor_declaration",
		names: { variable_declarator: "name" },
		body: "body block",
		comments: "comment",
		attributes: "attribute_list",
	},
	go: {
		file: "tree-sitter-go",
		defines: { function: "function_declaration method_declaration", type: "type_spec type_alias" },
		closures: "func_literal",
		names: {
			short_var_declaration: "left",
			var_spec: "name",
			assignment_statement: "left",
			keyed_element: "literal_element",
		},
		receiver: "receiver",
		around: "type_declaration",
		comments: "comment",
	},
	java: {
		file: "tree-sitter-java",
		defines: {
			function: "method_declaration constructor_declaration compact_constructor_declaration",
			class: "class_declaration record_declaration",
			interface: "interface_declaration annotation_type_declaration",
			enum: "enum_declaration",
		},
		closures: "lambda_expression",
		blocks: "static_initializer",
		names: { variable_declarator: "name" },
		body: "body block",
		comments: "line_comment block_comment",
	},
	javascript: {
		file: "tree-sitter-javascript",
		...SCRIPT,
		defines: {
			function: "function_declaration generator_function_declaration method_definition",
			class: "class_declaration class",
		},
	},
	kotlin: {
		file: "tree-sitter-kotlin",
		defines: {
			function: "function_declaration secondary_constructor",
			class: "class_declaration object_declaration companion_object",
			type: "type_alias",
		},
		called: { secondary_constructor: "constructor", companion_object: "Companion" },
		closures: "lambda_literal anonymous_function",
		blocks: "anonymous_initializer getter setter",
		names: { property_declaration: "variable_declaration" },
		body: "function_body block class_body enum_class_body",
		isBody: "lambda_literal",
		comments: "line_comment block_comment",
	},
	lua: {
		file: "tree-sitter-lua",
		defines: { function: "function_declaration" },
		closures: "function_definition",
		names: { assignment_statement: "variable_list", field: "name" },
		comments: "comment",
	},
	php: {
		file: "tree-sitter-php",
		defines: {
			function: "function_definition method_declaration",
			class: "class_declaration trait_declaration",
			interface: "interface_declaration",
			enum: "enum_declaration",
			module: "namespace_definition",
		},
		closures: "anonymous_function arrow_function",
		blocks: "property_hook",
		names: { assignment_expression: "left" },
		comments: "comment",
		attributes: "attribute_list",
	},
	python: {
		file: "tree-sitter-python",
		defines: { function: "function_definition", class: "class_definition" },
		around: "decorated_definition",
		comments: "comment",
		attributes: "decorator",
		hasDocStrings: true,
	},
	ruby: {
		file: "tree-sitter-ruby",
		defines: { function: "method singleton_method", class: "class", module: "module" },
		closures: "do_block block",
		names: { assignment: "left" },
		comments: "comment",
	},
	rust: {
		file: "tree-sitter-rust",
		defines: {
			function: "function_item function_signature_item",
			struct: "struct_item union_item",
			enum: "enum_item",
			interface: "trait_item",
			impl: "impl_item",
			module: "mod_item",
			type: "type_item",
			macro: "macro_definition",
		},
		closures: "closure_expression",
		names: { let_declaration: "pattern" },
		comments: "line_comment block_comment",
		attributes: "attribute_item",
	},
	scala: {
		file: "tree-sitter-scala",
		defines: {
			function: "function_definition function_declaration",
			class: "class_definition object_definition package_object",
			interface: "trait_definition",
			enum: "enum_definition",
			type: "type_definition",
		},
		closures: "lambda_expression",
		names: { val_definition: "pattern" },
		body: "body block indented_block",
		comments: "comment block_comment",
		attributes: "annotation",
	},
	swift: {
		file: "tree-sitter-swift",
		defines: {
			function:
				"function_declaration init_declaration deinit_declaration subscript_declaration protocol_function_declaration",
			class: "class_declaration",
			interface: "protocol_declaration",
			type: "typealias_declaration",
		},
		called: { init_declaration: "init", deinit_declaration: "deinit", subscript_declaration: "subscript" },
		closures: "lambda_literal",
		blocks: "computed_property computed_getter computed_setter willset_clause didset_clause",
		names: { property_declaration: "name" },
		body: "body computed_property",
		isBody: "lambda_literal computed_property computed_getter computed_setter willset_clause didset_clause",
		comments: "comment multiline_comment",
	},
	tsx: { file: "tree-sitter-tsx", ...TYPED_SCRIPT },
	typescript: { file: "tree-sitter-typescript", ...TYPED_SCRIPT },
};
