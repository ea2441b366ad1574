import { installedGrammar } from "../../scripts/grammars.ts";
import { loadGrammar } from "./grammar.ts";
import { languageOf } from "./languages.ts";
import { readShape } from "./read-shape.ts";
import type { SourceShape } from "./types.ts";

/** The shape of a source by its name and text; an empty one if the parser gives up. */
export async function shapeFor(path: string, text: string): Promise<SourceShape> {
	const language = languageOf(path, text)!;
	const shape = readShape(await loadGrammar(language, installedGrammar), path, text);
	return shape ?? { language, symbols: [], bodies: [] };
}

/** A source, what it defines, and what of it is folded from 4 lines on. */
export type SourceFixture = {
	readonly path: string;
	readonly text: string;
	/** Kind and name, and the lines of the documentation if there is one. */
	readonly symbols: readonly string[];
	/** Lines, and the symbol that they are the body of. */
	readonly folds: readonly string[];
};

/** One source for each language; each has a long body in a type, a long function and a callback where there are any. */
export const SOURCES: readonly SourceFixture[] = [
	{
		path: "table.py",
		text: `import os

# Rows by name.
class Table(dict):
    """A table."""

    @property
    def size(self):
        # counted
        total = 0
        for row in self.rows:
            total += len(row)
        return total  # done


async def load(
    path,
):
    """
    Reads a table.

    Slowly.
    """
    def row(line):
        return line.split()
    with open(path) as file:
        return Table(map(row, file))
`,
		symbols: ["class Table 5-5", "method Table.size", "function load 19-23", "function load.row"],
		folds: ["10-13 Table.size", "21-27 load"],
	},
	{
		path: "table.ts",
		text: `import { read } from "./read.ts";

/** Rows. */
export type Row = { readonly cells: string[] };

export abstract class Table<T> {
	private rows: T[] = [];
	/** Adds a row. */
	@logged()
	add(row: T): void {
		if (!row) {
			return;
		}
		this.rows.push(row);
	}
	abstract size(): number;
	readonly clear = () => {
		this.rows = [];
		this.add = () => {};
		this.count = 0;
		return this;
	};
}

export const load = async (
	path: string,
): Promise<Row> => {
	const text = await read(path);
	const cells = text.split(" ");
	cells.sort();
	return { cells };
};

describe("a table", () => {
	test("has rows", () => {
		const one = 1;
		const two = 2;
		const three = 3;
		expect(one + two).toBe(three);
	});
});
`,
		symbols: [
			"type Row 3-3",
			"class Table",
			"method Table.add 8-8",
			"method Table.size",
			"method Table.clear",
			"function load",
		],
		folds: ["11-14 Table.add", "18-21 Table.clear", "28-31 load", "36-39"],
	},
	{
		path: "List.tsx",
		text: `export function List({ rows }: Props) {
	return (
		<ul>
			{rows.map((row) => (
				<li key={row}>{row}</li>
			))}
		</ul>
	);
}
`,
		symbols: ["function List"],
		folds: ["2-8 List"],
	},
	{
		path: "wrapped.js",
		text: `(function (root, factory) {
	root.table = factory();
})(this, function () {
	"use strict";
	var table = {
		add: function (row) {
			if (!row) {
				return;
			}
			this.rows.push(row);
		},
	};
	Table.prototype.load = function* load(path) {
		yield 1;
		yield 2;
		yield 3;
		yield 4;
	};
	function sum(a, b) {
		let c = a;
		c += b;
		c += 1;
		return c;
	}
	return table;
});
`,
		symbols: ["function add", "method Table.prototype.load", "function sum"],
		folds: ["7-10 add", "14-17 Table.prototype.load", "20-23 sum"],
	},
	{
		path: "table.go",
		text: `package table

// Table has rows.
type Table[K any] struct {
	rows []K
}

// Add adds a row.
func (t *Table[K]) Add(row K) error {
	if t == nil {
		return errNil
	}
	return nil
}

var less = func(a, b int) bool {
	if a < b {
		return true
	}
	return false
}
`,
		symbols: ["type Table 3-3", "method Table.Add 8-8", "function less"],
		folds: ["10-13 Table.Add", "17-20 less"],
	},
	{
		path: "table.rs",
		text: `/// Rows.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Row>,
}

impl<T> Add<T> for Table {
    /// Adds.
    fn add(&mut self, row: T) -> usize
    where
        T: Into<Row>,
    {
        let row = row.into();
        self.rows.push(row);
        let count = self.rows.len();
        count
    }
}

macro_rules! rows {
    () => {
        1;
        2;
        3;
        4
    };
}

mod tests {
    #[test]
    fn adds() {
        let a = 1;
        let b = 2;
        let c = 3;
        assert_eq!(a + b, c);
    }
}
`,
		symbols: [
			"struct Table 1-1",
			"impl Table",
			"method Table.add 8-8",
			"macro rows",
			"module tests",
			"function tests.adds",
		],
		folds: ["13-16 Table.add", "32-35 tests.adds"],
	},
	{
		path: "Table.java",
		text: `package table;

/** Rows. */
public final class Table<T> implements Rows {
    static {
        a();
        b();
        c();
        d();
    }

    /** Makes one. */
    Table(int size) {
        this.size = size;
        this.rows = new ArrayList<>();
        this.rows.ensureCapacity(size);
        init();
    }

    @Override
    public void add(T row) throws IOException {
        rows.forEach(each -> {
            check(each);
        });
        rows.add(row);
    }

    enum Kind { ONE, TWO }
}
`,
		symbols: ["class Table 3-3", "method Table.Table 12-12", "method Table.add", "enum Table.Kind"],
		folds: ["6-9", "14-17 Table.Table", "22-25 Table.add"],
	},
	{
		path: "table.c",
		text: `#include <stdio.h>

struct row {
	int cells;
};

typedef struct table {
	struct row *rows;
} table_t;

/* Adds. */
static struct row *
add(table_t *table, int cells)
{
	struct row *row = next(table);
	if (!row)
		goto fail;
	row->cells = cells;
	return row;
fail:
	return NULL;
}
`,
		symbols: ["struct row", "type table_t", "struct table_t.table", "function add 11-11"],
		folds: ["15-21 add"],
	},
	{
		path: "table.cpp",
		text: `namespace rows {

template <class T>
class Table : public Base {
public:
    explicit Table(int size)
        : size_(size) {
        a();
        b();
        c();
        d();
    }
    bool operator()(T row) const { return true; }
};

class EXPORTED Wide {
    int a;
    int b;
    int c;
    int d;
};

} // namespace rows

int rows::Table::add(int row) {
    auto less = [&](int a) {
        return a < row;
    };
    return less(1);
}
`,
		symbols: [
			"module rows",
			"class rows.Table",
			"method rows.Table.Table",
			"method rows.Table.operator()",
			"method rows.Table.add",
			"function rows.Table.add.less",
		],
		folds: ["8-11 rows.Table.Table", "26-29 rows.Table.add"],
	},
	{
		path: "Table.cs",
		text: `namespace Rows.Tables
{
    /// <summary>Rows.</summary>
    public class Table : Base
    {
        public int Size
        {
            get
            {
                Count();
                Check();
                Log();
                return size;
            }
        }

        [Logged]
        public void Add<T>(T row)
        {
            rows.ForEach(each =>
            {
                Check(each);
            });
            rows.Add(row);
        }
    }
}
`,
		symbols: [
			"module Rows.Tables",
			"class Rows.Tables.Table 3-3",
			"property Rows.Tables.Table.Size",
			"method Rows.Tables.Table.Add",
		],
		folds: ["10-13", "20-24 Rows.Tables.Table.Add"],
	},
	{
		path: "Table.kt",
		text: `package table

/** Rows. */
class Table(val size: Int) : Base() {
    init {
        a()
        b()
        c()
        d()
    }

    override fun add(row: Row): Boolean {
        check(row)
        rows += row
        count++
        return true
    }

    val first: Row
        get() {
            a()
            b()
            c()
            return rows[0]
        }
}

fun String.toRow(): Row =
    when (this) {
        "a" -> A
        "b" -> B
        else -> C
    }
`,
		symbols: ["class Table 3-3", "method Table.add", "method Table.first", "function toRow"],
		folds: ["6-9", "13-16 Table.add", "21-24 Table.first", "29-33 toRow"],
	},
	{
		path: "Table.swift",
		text: `import Foundation

/// Rows.
public final class Table: Base {
    public init(size: Int) {
        self.size = size
        a()
        b()
        c()
    }

    var first: Row {
        a()
        b()
        c()
        return rows[0]
    }

    func add<T>(_ row: T) throws -> Bool {
        rows.forEach { each in
            check(each)
        }
        return true
    }
}

extension Table {
    func clear() {}
}
`,
		symbols: [
			"class Table 3-3",
			"method Table.init",
			"method Table.first",
			"method Table.add",
			"class Table",
			"method Table.clear",
		],
		folds: ["6-9 Table.init", "13-16 Table.first", "20-23 Table.add"],
	},
	{
		path: "Table.scala",
		text: `package table

/** Rows. */
class Table(size: Int) extends Base {
  def add(row: Row): Boolean = {
    check(row)
    rows += row
    count += 1
    true
  }

  def kind(row: Row) = row match {
    case A => 1
    case B => 2
    case C => 3
    case _ => 4
  }
}

object Table {
  val empty = (size: Int) => {
    new Table(size)
  }
}
`,
		symbols: ["class Table 3-3", "method Table.add", "method Table.kind", "class Table", "method Table.empty"],
		folds: ["6-9 Table.add", "13-17 Table.kind"],
	},
	{
		path: "Table.php",
		text: `<?php
namespace Rows;

/** Rows. */
final class Table extends Base
{
    #[Logged]
    public function add(Row $row): bool
    {
        check($row);
        $this->rows[] = $row;
        $this->count++;
        return true;
    }
}

$load = function (string $path) use ($base) {
    $text = read($path);
    $rows = split($text);
    sort($rows);
    return $rows;
};
`,
		symbols: ["module Rows", "class Table 4-4", "method Table.add", "function $load"],
		folds: ["10-13 Table.add", "18-21 $load"],
	},
	{
		path: "table.rb",
		text: `# Rows.
class Table < Base
  attr_reader :rows

  # Adds a row.
  def add(row)
    check(row)
    @rows << row
    @count += 1
    true
  rescue Error
    false
  end

  def self.load(path) = new(path)
end

describe Table do
  it "adds" do
    table = Table.new
    table.add(1)
    table.add(2)
    expect(table.rows).to eq([1, 2])
  end
end
`,
		symbols: ["class Table 1-1", "method Table.add 5-5", "method Table.load"],
		folds: ["7-12 Table.add", "20-23"],
	},
	{
		path: "table.sh",
		text: `#!/bin/bash
set -e

# Adds a row.
add() {
	local row=$1
	check "$row"
	echo "$row" >>"$table"
	count=$((count + 1))
}

function load { cat "$1"; }

add "$@"
`,
		symbols: ["function add 4-4", "function load"],
		folds: ["6-9 add"],
	},
	{
		path: "table.lua",
		text: `local M = {}

-- Adds a row.
function M:add(row)
  check(row)
  self.rows[#self.rows + 1] = row
  self.count = self.count + 1
  return true -- added
end

M.load = function(path)
  local file = io.open(path)
  local text = file:read("a")
  file:close()
  return text
end

return M
`,
		symbols: ["method M.add 3-3", "method M.load"],
		folds: ["5-8 M.add", "12-15 M.load"],
	},
];
