//! Random programs of SQL statements, as text and as what a driver is given.

use super::random::Random;

/// A statement of a transaction, with the shape of what it gives.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The text; `{}` stands for what an earlier statement gave, plus one.
    pub sql: String,
    pub gives: Gives,
    /// Which statement's result the text uses.
    pub uses: Option<usize>,
    /// The statement runs only if that statement gave this.
    pub only_if: Option<(usize, i64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The value of the first row, or -1.
    Value,
    /// How many rows were changed.
    Count,
}

#[derive(Clone, Debug)]
pub struct Transaction {
    pub statements: Vec<Statement>,
    pub commits: bool,
}

/// Transactions over a table `t (id, v, n)`, of which the outcome has `v`.
#[derive(Clone, Debug)]
pub struct Program {
    pub rows: Vec<(i64, i64)>,
    pub transactions: Vec<Transaction>,
}

/// The keys that rows may have.
pub const KEYS: [i64; 3] = [1, 2, 3];
/// What a statement gives that did not run, or failed.
pub const NOTHING: i64 = -9;
/// What a query gives that finds no row.
pub const NO_ROW: i64 = -1;

/// Which database the statements are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    Postgres,
    Mariadb,
}

pub fn generate(random: &mut Random, product: Product) -> Program {
    let rows = KEYS[..2].iter().filter(|_| random.chance(70)).copied().collect::<Vec<_>>();
    let rows = rows.into_iter().map(|key| (key, random.below(2) as i64)).collect();
    // Mostly two short ones; every interleaving is executed.
    let sizes: &[usize] = match random.below(10) {
        0..=3 => &[2, 1],
        4..=6 => &[2, 2],
        7 => &[3, 2],
        8 => &[3, 1],
        _ => &[1, 1, 1],
    };
    // Few keys, so that statements meet.
    let keys: Vec<i64> = match random.below(3) {
        0 => vec![1],
        1 => vec![1, 2],
        _ => KEYS.to_vec(),
    };
    let transaction = |size: &usize| transaction(random, product, *size, &keys);
    Program { rows, transactions: sizes.iter().map(transaction).collect() }
}

fn transaction(random: &mut Random, product: Product, size: usize, keys: &[i64]) -> Transaction {
    let mut statements: Vec<Statement> = Vec::new();
    for index in 0..size {
        let mut statement = statement(random, product, keys);
        let earlier = (index > 0).then(|| random.below(index.max(1)));
        if let Some(earlier) = earlier {
            let value = statements[earlier].gives == Gives::Value;
            if value && random.chance(30) {
                let key = random.pick(keys);
                statement = Statement {
                    sql: format!("UPDATE t SET v = {{}} WHERE id = {key}"),
                    gives: Gives::Count,
                    uses: Some(earlier),
                    only_if: None,
                };
            } else if random.chance(20) {
                let wanted =
                    if value { random.below(3) as i64 - 1 } else { random.below(2) as i64 };
                statement.only_if = Some((earlier, wanted));
            }
        }
        statements.push(statement);
    }
    Transaction { statements, commits: random.chance(92) }
}

fn statement(random: &mut Random, product: Product, keys: &[i64]) -> Statement {
    let (key, value, wanted) = (random.pick(keys), random.below(3), random.below(2));
    let share = match product {
        Product::Postgres => " FOR SHARE",
        Product::Mariadb => " LOCK IN SHARE MODE",
    };
    let (gives, sql) = match random.below(22) {
        0 | 1 => (Gives::Value, format!("SELECT v FROM t WHERE id = {key}")),
        2 => (Gives::Value, format!("SELECT v FROM t WHERE id = {key} FOR UPDATE")),
        3 => (Gives::Value, format!("SELECT v FROM t WHERE id = {key}{share}")),
        4 => (Gives::Value, format!("SELECT COUNT(*) FROM t WHERE v >= {wanted}")),
        5 => (Gives::Value, "SELECT COALESCE(SUM(v), 0) FROM t".to_string()),
        6 | 7 => (Gives::Count, format!("UPDATE t SET v = v + 1 WHERE id = {key}")),
        8 => (Gives::Count, format!("UPDATE t SET v = {value} WHERE v = {wanted}")),
        9 => (Gives::Count, format!("UPDATE t SET v = {value} WHERE id = {key} AND v = {wanted}")),
        10 => (Gives::Count, format!("DELETE FROM t WHERE id = {key}")),
        11 => (Gives::Count, format!("DELETE FROM t WHERE v = {wanted}")),
        12 | 13 => (Gives::Count, format!("INSERT INTO t (id, v, n) VALUES ({key}, {value}, 0)")),
        14 => (Gives::Count, ignoring(product, *key, value)),
        // What a subquery shows is the table before the statement.
        15 => (Gives::Count, "UPDATE t SET v = (SELECT COUNT(*) FROM t s WHERE s.v < t.v)".into()),
        16 => {
            let most = "(SELECT COALESCE(MAX(s.v), 0) FROM t s)";
            (Gives::Count, format!("UPDATE t SET v = {most} + 1 WHERE id = {key}"))
        }
        // The other column of a row, and what may be there already.
        17 => (Gives::Count, format!("UPDATE t SET n = n + 1 WHERE id = {key}")),
        18 => (Gives::Count, format!("UPDATE t SET n = n + 1 WHERE v >= {wanted}")),
        19 => (Gives::Value, format!("SELECT n AS v FROM t WHERE id = {key}")),
        20 => (Gives::Count, format!("UPDATE t SET v = {value} WHERE id = {key}")),
        _ => (Gives::Count, upsert(product, *key, value)),
    };
    Statement { sql, gives, uses: None, only_if: None }
}

fn ignoring(product: Product, key: i64, value: usize) -> String {
    match product {
        Product::Postgres => {
            format!(
                "INSERT INTO t (id, v, n) VALUES ({key}, {value}, 0) ON CONFLICT (id) DO NOTHING"
            )
        }
        Product::Mariadb => format!("INSERT IGNORE INTO t (id, v, n) VALUES ({key}, {value}, 0)"),
    }
}

fn upsert(product: Product, key: i64, value: usize) -> String {
    match product {
        Product::Postgres => format!(
            "INSERT INTO t (id, v, n) VALUES ({key}, {value}, 0) ON CONFLICT (id) DO UPDATE SET v = t.v + 1"
        ),
        Product::Mariadb => format!(
            "INSERT INTO t (id, v, n) VALUES ({key}, {value}, 0) ON DUPLICATE KEY UPDATE v = v + 1"
        ),
    }
}

impl Program {
    /// How many results there are, and final rows.
    pub fn width(&self) -> usize {
        let results: usize = self.transactions.iter().map(|it| it.statements.len()).sum();
        results + KEYS.len()
    }

    /// The program as application code with an invariant that says that the
    /// outcome is not the one of the parameters `p0`, `p1` and so on.
    pub fn code(&self, product: Product) -> (&'static str, String) {
        match product {
            Product::Postgres => ("model.ts", self.typescript()),
            Product::Mariadb => ("model.py", self.python()),
        }
    }

    fn typescript(&self) -> String {
        let rows: Vec<String> =
            self.rows.iter().map(|(key, value)| format!("{key}: {{ v: {value}, n: 0 }}")).collect();
        let mut code = format!(
            "import {{ Pool }} from \"pg\";\n\
             import {{ concurrently, integer, invariant, table }} from \"@aplomb/consistency\";\n\
             const pool = new Pool();\n\
             const t = table(\"t\", {{ v: 0, n: 0 }}, {{ rows: {{ {} }} }});\n",
            rows.join(", ")
        );
        for (number, transaction) in self.transactions.iter().enumerate() {
            let count = transaction.statements.len();
            let results: Vec<String> = (0..count).map(|it| format!("r{it}")).collect();
            code.push_str(&format!("async function t{number}() {{\n"));
            code.push_str("  const client = await pool.connect();\n");
            code.push_str(&format!(
                "  let {} = {NOTHING};\n",
                results.join(&format!(" = {NOTHING}, "))
            ));
            code.push_str("  try {\n    await client.query(\"BEGIN\");\n");
            for (index, statement) in transaction.statements.iter().enumerate() {
                let mut indent = "    ".to_string();
                if let Some((earlier, wanted)) = statement.only_if {
                    code.push_str(&format!("{indent}if (r{earlier} === {wanted}) {{\n"));
                    indent.push_str("  ");
                }
                let (sql, bound) = match statement.uses {
                    Some(used) => (statement.sql.replace("{}", "$1"), format!(", [r{used} + 1]")),
                    None => (statement.sql.clone(), String::new()),
                };
                let sql = sql.replace("COUNT(*)", "COUNT(*)::int AS v");
                let sql = sql.replace("SUM(v), 0)", "SUM(v), 0)::int AS v");
                code.push_str(&format!(
                    "{indent}const s{index} = await client.query(\"{sql}\"{bound});\n"
                ));
                let result = match statement.gives {
                    Gives::Value => {
                        format!("s{index}.rows.length > 0 ? s{index}.rows[0].v : {NO_ROW}")
                    }
                    Gives::Count => format!("s{index}.rowCount"),
                };
                code.push_str(&format!("{indent}r{index} = {result};\n"));
                if statement.only_if.is_some() {
                    code.push_str("    }\n");
                }
            }
            let end = if transaction.commits { "COMMIT" } else { "ROLLBACK" };
            code.push_str(&format!(
                "    await client.query(\"{end}\");\n  }} catch (error) {{\n    \
                 await client.query(\"ROLLBACK\");\n  }}\n  return [{}];\n}}\n",
                results.join(", ")
            ));
        }
        let names: Vec<String> = (0..self.transactions.len()).map(|it| format!("t{it}")).collect();
        let told: Vec<String> = names.iter().map(|name| format!("{name}r")).collect();
        code.push_str(&format!(
            "const [{}] = concurrently({});\n",
            told.join(", "),
            names.join(", ")
        ));
        for param in 0..self.width() {
            code.push_str(&format!("const p{param} = integer(\"p{param}\");\n"));
        }
        let mut same = Vec::new();
        for (number, transaction) in self.transactions.iter().enumerate() {
            for index in 0..transaction.statements.len() {
                same.push(format!("t{number}r[{index}] === p{}", same.len()));
            }
        }
        for key in KEYS {
            let value = format!("(t.read({key}) === null ? {NO_ROW} : t.read({key})!.v)");
            same.push(format!("{value} === p{}", same.len()));
        }
        code.push_str(&format!("invariant(\"not this\", () => !({}));\n", same.join(" && ")));
        code
    }

    fn python(&self) -> String {
        let rows: Vec<String> = self
            .rows
            .iter()
            .map(|(key, value)| format!("{key}: {{\"v\": {value}, \"n\": 0}}"))
            .collect();
        let mut code = format!(
            "import pymysql\n\
             from aplomb.consistency import concurrently, integer, invariant, table\n\
             t = table(\"t\", {{\"v\": 0, \"n\": 0}}, rows={{{}}})\n",
            rows.join(", ")
        );
        for (number, transaction) in self.transactions.iter().enumerate() {
            let results: Vec<String> =
                (0..transaction.statements.len()).map(|it| format!("r{it}")).collect();
            code.push_str(&format!("def t{number}():\n    conn = pymysql.connect()\n"));
            code.push_str("    cur = conn.cursor()\n");
            code.push_str(&format!("    {} = {NOTHING}\n    try:\n", results.join(" = ")));
            for (index, statement) in transaction.statements.iter().enumerate() {
                let mut indent = "        ".to_string();
                if let Some((earlier, wanted)) = statement.only_if {
                    code.push_str(&format!("{indent}if r{earlier} == {wanted}:\n"));
                    indent.push_str("    ");
                }
                let (sql, bound) = match statement.uses {
                    Some(used) => (statement.sql.replace("{}", "%s"), format!(", (r{used} + 1,)")),
                    None => (statement.sql.clone(), String::new()),
                };
                code.push_str(&format!("{indent}cur.execute(\"{sql}\"{bound})\n"));
                match statement.gives {
                    Gives::Value => code.push_str(&format!(
                        "{indent}row = cur.fetchone()\n\
                         {indent}r{index} = {NO_ROW} if row is None else row[0]\n"
                    )),
                    Gives::Count => code.push_str(&format!("{indent}r{index} = cur.rowcount\n")),
                }
            }
            let end = if transaction.commits { "commit" } else { "rollback" };
            code.push_str(&format!(
                "        conn.{end}()\n    except Exception:\n        conn.rollback()\n    \
                 return [{}]\n",
                results.join(", ")
            ));
        }
        let names: Vec<String> = (0..self.transactions.len()).map(|it| format!("t{it}")).collect();
        code.push_str(&format!(
            "{}, = concurrently({})\n",
            names.iter().map(|name| format!("{name}r")).collect::<Vec<_>>().join(", "),
            names.join(", ")
        ));
        for param in 0..self.width() {
            code.push_str(&format!("p{param} = integer(\"p{param}\")\n"));
        }
        let mut same = Vec::new();
        for (number, transaction) in self.transactions.iter().enumerate() {
            for index in 0..transaction.statements.len() {
                same.push(format!("t{number}r[{index}] == p{}", same.len()));
            }
        }
        for key in KEYS {
            let value = format!("({NO_ROW} if t.read({key}) is None else t.read({key})[\"v\"])");
            same.push(format!("{value} == p{}", same.len()));
        }
        code.push_str(&format!(
            "@invariant\ndef not_this():\n    return not ({})\n",
            same.join(" and ")
        ));
        code
    }
}
