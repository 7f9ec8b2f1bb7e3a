//! Which columns are the key of a table: what schema files and statements say.
//!
//! A row is one cell of a store, so every statement must name it by the same
//! columns. The choice is a function of all that was seen: executing the
//! functions a second time gives all of them the same answer.

use super::Product;
use super::template::Templates;
use sqlparser::ast::{
    AlterTableOperation, ColumnDef, ColumnOption, CreateTable, Expr, ForeignKeyConstraint, Ident,
    IndexColumn, ObjectName, ReferentialAction, Statement, TableConstraint,
};
use sqlparser::dialect::{Dialect, GenericDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;
use std::collections::{BTreeMap, BTreeSet};

/// A column of a table.
#[derive(Clone, Debug)]
pub(super) struct Column {
    name: Ident,
    /// What a row gets that is inserted without a value.
    pub(super) default: Option<Expr>,
    /// The server draws its values.
    pub(super) generated: bool,
    /// An update of the row changes it (`ON UPDATE CURRENT_TIMESTAMP`).
    pub(super) on_update: bool,
    /// It can be NULL.
    pub(super) nullable: bool,
}

/// A table as `CREATE TABLE` describes it.
#[derive(Clone, Debug, Default)]
pub(super) struct Described {
    pub(super) columns: Vec<Column>,
    /// Sets of columns whose values differ from row to row; the primary key first.
    unique: Vec<Vec<Ident>>,
}

/// What statements say about a table.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// Columns that inserts give.
    inserted: BTreeSet<BTreeSet<String>>,
    /// Columns that get a value which nothing else equals.
    fresh: BTreeSet<String>,
    /// Targets of `ON CONFLICT`.
    conflicts: BTreeSet<Vec<String>>,
    /// Columns that conditions compare with a value, and that replies ask for.
    asked: BTreeSet<String>,
    /// An insert counts on a conflict without saying with what.
    expects_conflict: bool,
}

/// What a statement does with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UseOf {
    Reading,
    Writing,
    Deleting,
}

/// All tables of an application.
#[derive(Debug, Default)]
pub(in super::super) struct Catalogue {
    described: BTreeMap<String, Described>,
    seen: BTreeMap<String, Seen>,
    /// How texts are put together.
    pub(super) templates: Templates,
    /// What has the name of a table but is a query.
    views: BTreeSet<String>,
    /// Tables whose changes change more than their rows, and why.
    hindrances: BTreeMap<String, &'static str>,
    /// Tables of which a delete also changes others.
    cascades: BTreeSet<String>,
}

/// The key of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) columns: Vec<String>,
    /// Nothing says so: it is what such tables usually have.
    pub(super) guessed: bool,
    /// Other columns whose values differ from row to row.
    pub(super) others: Vec<Vec<String>>,
}

/// How the database spells a name.
pub(super) fn spelled(name: &Ident, product: Product) -> String {
    match product {
        Product::Postgres if name.quote_style.is_none() => name.value.to_lowercase(),
        _ => name.value.clone(),
    }
}

/// The last name of `schema.table`.
pub(super) fn last_name(name: &ObjectName) -> Option<&Ident> {
    name.0.last().and_then(|part| part.as_ident())
}

impl Catalogue {
    /// What the texts of schema files say.
    pub(in super::super) fn of(texts: &[String]) -> Self {
        let mut catalogue = Catalogue::default();
        for text in texts {
            for statement in split(text) {
                if let Some(table) = trigger(&statement) {
                    catalogue.hindrances.insert(table, "a trigger");
                }
                for definition in definitions(&statement) {
                    catalogue.define(&definition);
                }
            }
        }
        catalogue
    }

    /// Whether a second execution can know more than this one did.
    pub(in super::super) fn has_seen_something(&self) -> bool {
        !self.seen.is_empty()
    }

    /// Takes note of a definition.
    pub(super) fn define(&mut self, statement: &Statement) {
        match statement {
            Statement::CreateTable(create) => self.create(create),
            Statement::AlterTable(alter) => {
                let Some(table) = self.table(&alter.name) else { return };
                for operation in &alter.operations {
                    match operation {
                        AlterTableOperation::AddConstraint { constraint, .. } => {
                            table.constrain(constraint);
                        }
                        AlterTableOperation::AddColumn { column_def, .. } => {
                            table.column(column_def);
                        }
                        _ => {}
                    }
                }
            }
            Statement::CreateIndex(index) if index.unique && index.predicate.is_none() => {
                let Some(table) = self.table(&index.table_name) else { return };
                if let Some(columns) = plain_columns(&index.columns) {
                    table.unique.push(columns);
                }
            }
            Statement::CreateView(view) => {
                self.views.extend(last_name(&view.name).map(|name| name.value.to_lowercase()));
            }
            _ => {}
        }
    }

    /// Why a statement on a table is not only about rows of that table.
    pub(super) fn hindrance(&self, table: &str, use_of: UseOf) -> Option<String> {
        let table = table.to_lowercase();
        if self.views.contains(&table) {
            return Some(format!("{table} is a view: select from its tables"));
        }
        if use_of == UseOf::Reading {
            return None;
        }
        if let Some(why) = self.hindrances.get(&table) {
            return Some(format!("{table} has {why}, so that more changes than its rows"));
        }
        let cascades = use_of == UseOf::Deleting && self.cascades.contains(&table);
        cascades.then(|| format!("a delete from {table} also changes tables that refer to it"))
    }

    /// Notes what a delete of rows that others refer to does.
    fn refer(&mut self, constraint: &ForeignKeyConstraint) {
        use ReferentialAction::{Cascade, SetDefault, SetNull};
        if matches!(constraint.on_delete, Some(Cascade | SetNull | SetDefault)) {
            let table = last_name(&constraint.foreign_table);
            self.cascades.extend(table.map(|table| table.value.to_lowercase()));
        }
    }

    fn table(&mut self, name: &ObjectName) -> Option<&mut Described> {
        self.described.get_mut(&last_name(name)?.value.to_lowercase())
    }

    fn create(&mut self, create: &CreateTable) {
        let Some(name) = last_name(&create.name) else { return };
        let mut table = Described::default();
        for column in &create.columns {
            table.column(column);
            for option in &column.options {
                if let ColumnOption::ForeignKey(reference) = &option.option {
                    self.refer(reference);
                }
            }
        }
        for constraint in &create.constraints {
            table.constrain(constraint);
            if let TableConstraint::ForeignKey(reference) = constraint {
                self.refer(reference);
            }
        }
        self.described.entry(name.value.to_lowercase()).or_insert(table);
    }

    /// What a schema says about a table.
    pub(super) fn described(&self, table: &str) -> Option<&Described> {
        self.described.get(&table.to_lowercase())
    }

    /// An insert gives these columns; those in `fresh` get a value like no other.
    pub(super) fn note_insert(
        &mut self,
        table: &str,
        columns: impl Iterator<Item = String>,
        fresh: impl Iterator<Item = String>,
        conflict: Option<Option<Vec<String>>>,
    ) {
        let seen = self.seen.entry(table.into()).or_default();
        seen.inserted.insert(columns.collect());
        seen.fresh.extend(fresh);
        match conflict {
            Some(Some(target)) => drop(seen.conflicts.insert(target)),
            Some(None) => seen.expects_conflict = true,
            None => {}
        }
    }

    /// A statement asks for these columns.
    pub(super) fn note_asked(&mut self, table: &str, columns: impl Iterator<Item = String>) {
        self.seen.entry(table.into()).or_default().asked.extend(columns);
    }

    /// The key of a table; `None` if there is nothing to guess from.
    pub(super) fn key(&self, table: &str, product: Product) -> Option<Key> {
        let unknown = Seen::default();
        let seen = self.seen.get(table).unwrap_or(&unknown);
        let candidates: Vec<Vec<String>> = match self.described(table) {
            Some(described) => {
                let spell = |set: &Vec<Ident>| set.iter().map(|c| spelled(c, product)).collect();
                described.unique.iter().map(spell).collect()
            }
            None => seen.conflicts.iter().cloned().collect(),
        };
        if candidates.is_empty() {
            let described = self.described(table).is_some();
            // Without a key, and where nobody needs one, rows are told apart by where they
            // are stored.
            let nameless = described || seen.inserted.is_empty();
            let guess = seen.guess(table).filter(|_| !described || seen.inserted.is_empty());
            return guess.or_else(|| nameless.then(|| Key::certain(vec!["rowid".into()])));
        }
        // A key that all inserts give, and that can be the same twice.
        let given = |candidate: &Vec<String>| {
            seen.inserted.iter().all(|columns| {
                candidate.iter().all(|name| columns.iter().any(|c| c.eq_ignore_ascii_case(name)))
            })
        };
        let repeats = |candidate: &Vec<String>| !candidate.iter().any(|c| seen.fresh.contains(c));
        let targeted = |candidate: &&Vec<String>| {
            seen.conflicts.iter().any(|target| same_columns(target, candidate))
        };
        let chosen = candidates
            .iter()
            .find(targeted)
            .or_else(|| candidates.iter().find(|c| given(c) && repeats(c)))
            .unwrap_or(&candidates[0]);
        let constrains = |other: &&Vec<String>| {
            *other != chosen && repeats(other) && !seen.inserted.is_empty() && given(other)
        };
        let others = candidates.iter().filter(constrains).cloned().collect();
        Some(Key { columns: chosen.clone(), guessed: false, others })
    }
}

/// Whether two sets of columns are the same.
pub(super) fn same_columns(left: &[String], right: &[String]) -> bool {
    let within = |a: &[String], b: &[String]| {
        a.iter().all(|name| b.iter().any(|other| other.eq_ignore_ascii_case(name)))
    };
    within(left, right) && within(right, left)
}

impl Key {
    fn certain(columns: Vec<String>) -> Self {
        Key { columns, guessed: false, others: Vec::new() }
    }
}

impl Seen {
    /// The columns that usually are the key.
    fn guess(&self, table: &str) -> Option<Key> {
        let mut names: BTreeSet<&String> = self.inserted.iter().flatten().collect();
        names.extend(&self.asked);
        let has = |wanted: &str| names.iter().find(|name| name.eq_ignore_ascii_case(wanted));
        let singular = table.strip_suffix("es").unwrap_or(table);
        let singulars = [table, table.strip_suffix('s').unwrap_or(table), singular];
        let of_table = singulars
            .iter()
            .find_map(|name| has(&format!("{name}_id")).or_else(|| has(&format!("{name}id"))));
        let given = |name: &&String| self.inserted.iter().all(|columns| columns.contains(*name));
        let only = match self.inserted.iter().next() {
            Some(columns) if self.inserted.len() == 1 && columns.len() == 1 => columns.first(),
            _ => None,
        };
        let is_like_key = |name: &str| {
            let name = name.to_lowercase();
            ["id", "key", "token", "hash"].iter().any(|ending| name.ends_with(ending))
        };
        let only = only.filter(|name| self.expects_conflict || is_like_key(name));
        let like_key = names.iter().copied().find(|n| self.expects_conflict && is_like_key(n));
        let name = has("id")
            .or(of_table)
            .copied()
            .or_else(|| self.fresh.iter().find(given))
            .or(only)
            .or(like_key);
        let columns = match name {
            Some(name) => vec![name.clone()],
            None if self.expects_conflict => return None,
            // Nobody names it, so the server draws it.
            None if !self.inserted.is_empty() => vec!["id".into()],
            None => return None,
        };
        Some(Key { columns, guessed: true, others: Vec::new() })
    }
}

impl Column {
    /// Its name as the definition writes it.
    pub(super) fn name(&self) -> &Ident {
        &self.name
    }
}

impl Described {
    fn column(&mut self, definition: &ColumnDef) {
        let kind = definition.data_type.to_string().to_lowercase();
        let mut column = Column {
            name: definition.name.clone(),
            default: None,
            generated: kind.contains("serial"),
            on_update: false,
            nullable: true,
        };
        for option in &definition.options {
            match &option.option {
                ColumnOption::Default(value) => column.default = Some(value.clone()),
                ColumnOption::Generated { .. } | ColumnOption::Identity(_) => {
                    column.generated = true;
                }
                ColumnOption::DialectSpecific(words) => {
                    let words: String = words.iter().map(ToString::to_string).collect();
                    column.generated |= words.to_lowercase().contains("increment");
                }
                ColumnOption::OnUpdate(_) => column.on_update = true,
                ColumnOption::NotNull => column.nullable = false,
                ColumnOption::PrimaryKey(_) => {
                    self.unique.insert(0, vec![definition.name.clone()]);
                }
                ColumnOption::Unique(_) => self.unique.push(vec![definition.name.clone()]),
                _ => {}
            }
        }
        self.columns.push(column);
    }

    fn constrain(&mut self, constraint: &TableConstraint) {
        match constraint {
            TableConstraint::PrimaryKey(key) => {
                if let Some(columns) = plain_columns(&key.columns) {
                    self.unique.insert(0, columns);
                }
            }
            TableConstraint::Unique(unique) => {
                self.unique.extend(plain_columns(&unique.columns));
            }
            _ => {}
        }
    }

    /// The columns with their names, in order.
    pub(super) fn names(&self, product: Product) -> Vec<String> {
        self.columns.iter().map(|column| spelled(&column.name, product)).collect()
    }

    /// The column with this name.
    pub(super) fn named(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name.value.eq_ignore_ascii_case(name))
    }
}

/// The columns of an index, if it is one of columns and not of expressions.
fn plain_columns(columns: &[IndexColumn]) -> Option<Vec<Ident>> {
    columns
        .iter()
        .map(|column| match &column.column.expr {
            Expr::Identifier(name) => Some(name.clone()),
            _ => None,
        })
        .collect()
}

/// The definition that a statement of a schema file is, whichever database it is
/// written for. What can not be read is no definition or belongs to another tool.
fn definitions(statement: &str) -> Vec<Statement> {
    let dialects: [&dyn Dialect; 4] =
        [&PostgreSqlDialect {}, &MySqlDialect {}, &SQLiteDialect {}, &GenericDialect {}];
    let start = statement.trim_start().to_lowercase();
    if !start.starts_with("create") && !start.starts_with("alter table") {
        return Vec::new();
    }
    let parse = |dialect: &&dyn Dialect| Parser::parse_sql(*dialect, statement).ok();
    dialects.iter().find_map(parse).unwrap_or_default()
}

/// The table that a statement gives a trigger.
fn trigger(statement: &str) -> Option<String> {
    let words: Vec<String> = statement.split_whitespace().map(str::to_lowercase).collect();
    let is_trigger = words.first()? == "create" && words.iter().take(5).any(|w| w == "trigger");
    let on = words.iter().position(|word| word == "on").filter(|_| is_trigger)?;
    let table = words.get(on + 1)?.rsplit('.').next()?;
    Some(table.trim_matches(['"', '`', '(', ')']).to_string())
}

/// Statements without their comments, split at semicolons outside of quotes.
fn split(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut quote: Option<char> = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = all.last_mut().expect("there is one");
        match (quote, letter) {
            (None, '-') if letters.peek() == Some(&'-') => {
                while letters.peek().is_some_and(|&c| c != '\n') {
                    letters.next();
                }
            }
            (None, '/') if letters.peek() == Some(&'*') => {
                let mut before = ' ';
                for letter in letters.by_ref() {
                    if before == '*' && letter == '/' {
                        break;
                    }
                    before = letter;
                }
                last.push(' ');
            }
            (None, ';') => all.push(String::new()),
            (None, '\'' | '"' | '`') => {
                quote = Some(letter);
                last.push(letter);
            }
            (Some(open), _) if open == letter => {
                quote = None;
                last.push(letter);
            }
            _ => last.push(letter),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(schema: &str, table: &str) -> Option<Key> {
        Catalogue::of(&[schema.into()]).key(table, Product::Postgres)
    }

    #[test]
    fn keys_of_schemas() {
        let schema = "-- it's a comment; with a semicolon\n\
            CREATE TABLE IF NOT EXISTS Users (id serial PRIMARY KEY, email text UNIQUE);\n\
            create table seats (show_id int, seat int, primary key (show_id, seat));\n\
            CREATE TABLE `logs` (`n` int NOT NULL AUTO_INCREMENT, `t` text, PRIMARY KEY (`n`)) \
            ENGINE=InnoDB;\n\
            CREATE TABLE heap (a int);\n\
            ALTER TABLE heap ADD CONSTRAINT k UNIQUE (a);";
        let columns = |table: &str| key(schema, table).map(|key| key.columns.join(","));
        assert_eq!(columns("users").as_deref(), Some("id"));
        assert_eq!(columns("seats").as_deref(), Some("show_id,seat"));
        assert_eq!(columns("logs").as_deref(), Some("n"));
        assert_eq!(columns("heap").as_deref(), Some("a"));
        assert_eq!(columns("nowhere").as_deref(), Some("rowid"));
    }

    #[test]
    fn what_changes_more_than_rows() {
        let catalogue = Catalogue::of(&["CREATE VIEW open AS SELECT * FROM orders; \
            CREATE TABLE orders (id int PRIMARY KEY); \
            CREATE TABLE items (o int REFERENCES orders (id) ON DELETE CASCADE); \
            CREATE TRIGGER t AFTER UPDATE ON public.items FOR EACH ROW EXECUTE FUNCTION f();"
            .into()]);
        let hinders = |table: &str, use_of| catalogue.hindrance(table, use_of).is_some();
        assert!(hinders("open", UseOf::Reading));
        assert!(hinders("items", UseOf::Writing) && !hinders("items", UseOf::Reading));
        assert!(hinders("orders", UseOf::Deleting) && !hinders("orders", UseOf::Writing));
    }

    #[test]
    fn a_generated_key_gives_way_to_a_unique_column_that_inserts_fill() {
        let schema = "CREATE TABLE users (id serial PRIMARY KEY, email text UNIQUE, name text)";
        let mut catalogue = Catalogue::of(&[schema.into()]);
        let columns = ["email", "name"].map(String::from);
        catalogue.note_insert("users", columns.into_iter(), std::iter::empty(), None);
        let key = catalogue.key("users", Product::Postgres).unwrap();
        assert_eq!(key, Key::certain(vec!["email".into()]));
    }

    #[test]
    fn without_a_schema_the_usual_column_is_guessed() {
        for (table, columns, expected) in [
            ("orders", vec!["id", "customer_id"], Some("id")),
            ("orders", vec!["order_id", "total"], Some("order_id")),
            ("orders", vec!["customer_id", "total"], Some("id")),
            ("requests", vec!["token"], Some("token")),
            ("notes", vec!["text"], Some("id")),
        ] {
            let mut catalogue = Catalogue::default();
            let columns = columns.into_iter().map(String::from);
            catalogue.note_insert(table, columns, std::iter::empty(), None);
            let key = catalogue.key(table, Product::Postgres);
            assert_eq!(key.map(|key| key.columns.join(",")).as_deref(), expected);
        }
    }
}
