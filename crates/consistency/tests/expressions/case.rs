//! One statement about four rows, as a server executes it and as a model says it.

use super::grammar::Grammar;
use super::random::Random;

/// The database, and the language of the program with its driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    NodePostgres,
    PythonPostgres,
    NodeMysql,
    PythonMysql,
}

impl Program {
    pub fn is_postgres(self) -> bool {
        matches!(self, Program::NodePostgres | Program::PythonPostgres)
    }

    fn is_python(self) -> bool {
        matches!(self, Program::PythonPostgres | Program::PythonMysql)
    }

    pub fn file(self) -> &'static str {
        if self.is_python() { "model.py" } else { "model.ts" }
    }
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
    Truth,
}

/// The columns: those that expressions read, then those that statements set.
const COLUMNS: [(&str, Kind); 10] = [
    ("a", Kind::Number),
    ("b", Kind::Number),
    ("c", Kind::Number),
    ("s", Kind::Text),
    ("u", Kind::Text),
    ("f", Kind::Truth),
    ("r", Kind::Number),
    ("q", Kind::Text),
    ("g", Kind::Truth),
    ("n", Kind::Number),
];

const ROWS: usize = 4;

/// How a server writes what is not there.
pub const NULL: &str = "NULL";

/// A statement and what it starts from.
pub struct Case {
    /// The values of each row, as SQL writes them.
    rows: Vec<Vec<String>>,
    /// The statement, `{}` where the program binds a number.
    sql: String,
    bound: Vec<i64>,
    /// Whether somebody else writes all values back, so that they are not constants.
    written_back: bool,
}

/// Changes nothing.
const WRITE_BACK: &str = "UPDATE t SET a = a, b = b, c = c, s = s, u = u, f = f";

pub fn create(program: Program) -> String {
    let kind = |kind| match kind {
        Kind::Number => "INT",
        Kind::Text => "VARCHAR(60)",
        Kind::Truth => "BOOLEAN",
    };
    let columns: Vec<String> =
        COLUMNS.iter().map(|(name, of)| format!("{name} {}", kind(*of))).collect();
    let engine = if program.is_postgres() { "" } else { " ENGINE=InnoDB" };
    format!("CREATE TABLE t (id INT PRIMARY KEY, {}){engine}", columns.join(", "))
}

impl Case {
    pub fn draw(random: &mut Random, grammar: &Grammar) -> Case {
        let depth = *random.pick(&[0, 1, 1, 2, 2, 3]);
        let condition = grammar.draw(random, "truth", depth);
        let number = grammar.draw(random, "number", depth);
        let sql = match random.below(8) {
            0 => format!("DELETE FROM t WHERE {condition}"),
            1 => format!("UPDATE t SET g = ({condition})"),
            2 => format!("UPDATE t SET q = {}", grammar.draw(random, "text", depth)),
            3 => format!("UPDATE t SET r = {number}, n = 1 WHERE {condition}"),
            4 | 5 => format!("UPDATE t SET r = {number}"),
            _ => format!("UPDATE t SET n = 1 WHERE {condition}"),
        };
        let bound = sql.matches("{}").map(|_| *random.pick(&[-2, 0, 1, 2, 5])).collect();
        let rows = (0..ROWS).map(|_| row(random)).collect();
        Case { rows, sql, bound, written_back: random.chance(40) }
    }

    /// The rows before the statement.
    pub fn insert(&self) -> String {
        let row = |(number, values): (usize, &Vec<String>)| {
            format!("({}, {})", number + 1, values.join(", "))
        };
        let rows: Vec<String> = self.rows.iter().enumerate().map(row).collect();
        format!("INSERT INTO t VALUES {}", rows.join(", "))
    }

    /// The statement as a server gets it.
    pub fn sent(&self) -> String {
        let bound = self.bound.iter().map(|value| format!("({value})"));
        bound.fold(self.sql.clone(), |sql, value| sql.replacen("{}", &value, 1))
    }

    /// A program that executes the statement, with an invariant that says what it leaves,
    /// or that it leaves something else.
    pub fn code(&self, program: Program, left: &[Vec<String>], same: bool) -> String {
        let language = Language { python: program.is_python() };
        let mut said: Vec<String> = Vec::new();
        for row in 1..=ROWS {
            let found = left.iter().find(|it| it[0] == row.to_string());
            said.extend(language.row(row, found.map(|it| &it[1..])));
        }
        let all = language.all(&said);
        let invariant = if same { all } else { language.not(&all) };
        match program.is_python() {
            true => self.python(program, &invariant),
            false => self.typescript(program, &invariant),
        }
    }

    fn params(&self, language: Language) -> (String, String) {
        let names: Vec<String> = (0..self.bound.len()).map(|it| format!("p{it}")).collect();
        let mut declared = String::new();
        for (name, value) in names.iter().zip(&self.bound) {
            declared.push_str(&match language.python {
                true => format!("{name} = integer(\"{name}\")\nassume({name} == {value})\n"),
                false => {
                    format!("const {name} = integer(\"{name}\");\nassume({name} === {value});\n")
                }
            });
        }
        (declared, names.join(", "))
    }

    fn rows(&self, language: Language) -> String {
        let row = |(number, values): (usize, &Vec<String>)| {
            let columns = COLUMNS.iter().zip(values);
            let columns = columns.map(|((name, kind), value)| {
                format!("{}: {}", language.key(name), language.value(*kind, value))
            });
            let columns: Vec<String> = columns.collect();
            format!("{}: {{ {} }}", number + 1, columns.join(", "))
        };
        self.rows.iter().enumerate().map(row).collect::<Vec<_>>().join(", ")
    }

    fn contents(language: Language) -> String {
        let column = |(name, kind): &(&str, Kind)| {
            let kind = match kind {
                Kind::Number => "integer",
                Kind::Text => "text",
                Kind::Truth => "boolean",
            };
            format!("{}: nullable({kind})", language.key(name))
        };
        COLUMNS.iter().map(column).collect::<Vec<_>>().join(", ")
    }

    fn typescript(&self, program: Program, invariant: &str) -> String {
        let language = Language { python: false };
        let (declared, given) = self.params(language);
        let mut sql = self.sql.clone();
        for number in 1..=self.bound.len() {
            let mark = if program.is_postgres() { format!("${number}") } else { "?".into() };
            sql = sql.replacen("{}", &mark, 1);
        }
        let (import, execute) = match program.is_postgres() {
            true => ("import { Pool } from \"pg\";\nconst pool = new Pool();", "query"),
            false => (
                "import mysql from \"mysql2/promise\";\nconst pool = mysql.createPool({});",
                "execute",
            ),
        };
        format!(
            "{import}\nimport {{ assume, boolean, concurrently, integer, invariant, nullable, table, \
             text }} from \"@aplomb/consistency\";\n\
             const t = table(\"t\", {{ {} }}, {{ rows: {{ {} }} }});\n{declared}\
             concurrently(() => pool.{execute}({:?}, [{given}]){});\n\
             invariant(\"as the server\", () => {invariant});\n",
            Case::contents(language),
            self.rows(language),
            sql,
            match self.written_back {
                true => format!(", () => pool.{execute}({WRITE_BACK:?})"),
                false => String::new(),
            },
        )
    }

    fn python(&self, program: Program, invariant: &str) -> String {
        let language = Language { python: true };
        let (declared, given) = self.params(language);
        let sql = self.sql.replace('%', "%%").replace("{}", "%s");
        let driver = if program.is_postgres() { "psycopg" } else { "pymysql" };
        let given = if given.is_empty() { "()".into() } else { format!("({given},)") };
        format!(
            "import {driver}\nfrom aplomb.consistency import assume, boolean, concurrently, integer, \
             invariant, nullable, table, text\n\
             t = table(\"t\", {{ {} }}, rows={{ {} }})\n{declared}\
             def change():\n    conn = {driver}.connect()\n    cur = conn.cursor()\n    \
             cur.execute({:?}, {given})\n    conn.commit()\n\
             {}\
             @invariant\ndef as_the_server():\n    return {invariant}\n",
            Case::contents(language),
            self.rows(language),
            sql,
            match self.written_back {
                true => format!(
                    "def write_back():\n    conn = {driver}.connect()\n    cur = conn.cursor()\n    \
                     cur.execute({WRITE_BACK:?})\n    conn.commit()\n\
                     concurrently(change, write_back)\n"
                ),
                false => "concurrently(change)\n".into(),
            },
        )
    }
}

fn row(random: &mut Random) -> Vec<String> {
    let one = |random: &mut Random, kind: Kind| -> String {
        let values: &[&str] = match kind {
            Kind::Number => &["NULL", "0", "1", "2", "3", "-1", "-5", "7"],
            Kind::Text => &["NULL", "'ann'", "'bob'", "'1'", "''", "'x_y'", "'xzy'"],
            Kind::Truth => &["NULL", "TRUE", "FALSE"],
        };
        (*random.pick(values)).into()
    };
    let mut values: Vec<String> = Vec::new();
    for (name, kind) in COLUMNS {
        values.push(match name {
            "c" => (*random.pick(&["-3", "0", "1", "2", "4"])).into(),
            "r" | "q" | "g" => NULL.into(),
            "n" => "0".into(),
            _ => one(random, kind),
        });
    }
    values
}

/// How a language writes things.
#[derive(Clone, Copy)]
struct Language {
    python: bool,
}

impl Language {
    fn key(self, name: &str) -> String {
        if self.python { format!("\"{name}\"") } else { name.into() }
    }

    /// A value of SQL, or one that a server gives.
    fn value(self, kind: Kind, value: &str) -> String {
        let (null, yes, no) = match self.python {
            true => ("None", "True", "False"),
            false => ("null", "true", "false"),
        };
        match (kind, value) {
            (_, NULL) => null.into(),
            (Kind::Truth, "TRUE" | "t" | "1") => yes.into(),
            (Kind::Truth, _) => no.into(),
            (Kind::Text, text) => format!("\"{}\"", text.trim_matches('\'')),
            (Kind::Number, number) => number.into(),
        }
    }

    fn all(self, parts: &[String]) -> String {
        parts.join(if self.python { " and " } else { " && " })
    }

    fn not(self, whole: &str) -> String {
        format!("{}({whole})", if self.python { "not " } else { "!" })
    }

    /// What is left of a row, if something is.
    fn row(self, row: usize, left: Option<&[String]>) -> Vec<String> {
        let read = format!("t.read({row})");
        let Some(values) = left else {
            return vec![match self.python {
                true => format!("{read} is None"),
                false => format!("{read} === null"),
            }];
        };
        let there = match self.python {
            true => format!("{read} is not None"),
            false => format!("{read} !== null"),
        };
        let mut said = vec![there];
        for ((name, kind), value) in COLUMNS.iter().zip(values).skip(6) {
            let (is, unwrapped) = match (self.python, value.as_str()) {
                (true, NULL) => ("is", ""),
                (true, _) => ("==", ""),
                (false, _) => ("===", "!"),
            };
            let value = self.value(*kind, value);
            said.push(match self.python {
                true => format!("{read}[\"{name}\"] {is} {value}"),
                false => format!("{read}{unwrapped}.{name} {is} {value}"),
            });
        }
        said
    }
}
