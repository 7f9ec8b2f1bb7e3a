//! The statement that knex makes of the calls of a query.

use super::{connection_of, steps, steps_of};
use crate::driver::DriverCall;
use crate::form::Product;
use crate::text::{self, Piece};
use aplomb_symbolic::{Machine, Node, Operator, Path, Term};

/// A call of a query.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) name: String,
    pub(super) given: Vec<Term>,
}

/// A part of a statement.
type Text = Vec<Piece>;

/// What a query does.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Select,
    First,
    /// The values of one column.
    Pluck(String),
    Insert(Vec<Row>),
    Update,
    Delete,
    Raw(Text),
}

/// The columns of a row that is added.
type Row = Vec<(String, Text)>;

/// What an insert does with a row whose key is taken.
#[derive(Clone, Debug)]
enum Conflict {
    Ignore,
    /// What it changes; everything that was given if nothing is said.
    Merge(Option<Row>),
    /// Only these columns.
    MergeColumns(Vec<String>),
}

/// A query, as far as its calls have said.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) action: Action,
    /// The connection that `transacting` names.
    pub(super) connection: Option<Term>,
    table: Text,
    columns: Vec<Text>,
    /// Whether it gives one row however many there are.
    aggregates: bool,
    distinct: bool,
    joins: Text,
    conditions: Text,
    order: Vec<Text>,
    limit: Option<Text>,
    offset: Option<Text>,
    sets: Row,
    returning: Vec<Text>,
    target: Vec<String>,
    conflict: Option<Conflict>,
    lock: String,
}

/// Calls with which a query can begin.
const BEGINNINGS: [&str; 19] = [
    "raw",
    "select",
    "column",
    "columns",
    "distinct",
    "from",
    "table",
    "into",
    "insert",
    "first",
    "pluck",
    "count",
    "countDistinct",
    "min",
    "max",
    "sum",
    "avg",
    "where",
    "queryBuilder",
];

pub(super) fn begins(name: &str) -> bool {
    BEGINNINGS.contains(&name)
}

/// Operators that are written as they are given.
const OPERATORS: [&str; 9] = ["=", "!=", "<>", "<", "<=", ">", ">=", "like", "not like"];

impl Query {
    fn new() -> Query {
        Query {
            action: Action::Select,
            connection: None,
            table: Text::new(),
            columns: Vec::new(),
            aggregates: false,
            distinct: false,
            joins: Text::new(),
            conditions: Text::new(),
            order: Vec::new(),
            limit: None,
            offset: None,
            sets: Row::new(),
            returning: Vec::new(),
            target: Vec::new(),
            conflict: None,
            lock: String::new(),
        }
    }

    /// Reads the calls of a query; why that is not possible, if it is not.
    pub(super) fn read(
        call: &DriverCall<'_>,
        machine: &mut Machine<'_>,
        list: Term,
    ) -> Result<Query, String> {
        let steps = steps(machine, list).ok_or("how a query is put together is not known here")?;
        let mut reader = Reader { call, machine, query: Query::new() };
        for step in &steps {
            reader.step(step)?;
        }
        Ok(reader.query)
    }

    /// Whether the program gets rows.
    pub(super) fn gives_rows(&self, product: Product) -> bool {
        match self.action {
            Action::Select | Action::First | Action::Pluck(_) => true,
            // MySQL has no RETURNING; knex leaves it away there.
            Action::Insert(_) | Action::Update | Action::Delete => {
                !self.returning.is_empty() && product != Product::Mysql
            }
            Action::Raw(_) => false,
        }
    }

    /// The statement.
    pub(super) fn text(self, product: Product) -> Result<Text, String> {
        let returns = self.gives_rows(product) && !self.returning.is_empty();
        let returning = self.returning.clone();
        let mut made = match &self.action {
            Action::Raw(text) => return Ok(text.clone()),
            _ if self.table.is_empty() => return Err("a query of knex without a table".into()),
            Action::Select | Action::First | Action::Pluck(_) => return Ok(self.select()),
            Action::Insert(rows) => self.insert(rows, product)?,
            Action::Update => self.update(product)?,
            Action::Delete => {
                let mut made = words("DELETE FROM ");
                made.extend(self.table.iter().cloned());
                made.extend(self.restriction());
                made
            }
        };
        if returns {
            made.extend(words(" RETURNING "));
            made.extend(listed(returning));
        }
        Ok(made)
    }

    fn restriction(&self) -> Text {
        let mut made = Text::new();
        if !self.conditions.is_empty() {
            made.extend(words(" WHERE "));
            made.extend(self.conditions.iter().cloned());
        }
        made
    }

    fn select(&self) -> Text {
        let mut made = words(if self.distinct { "SELECT DISTINCT " } else { "SELECT " });
        match self.columns.is_empty() {
            true => made.extend(words("*")),
            false => made.extend(listed(self.columns.clone())),
        }
        made.extend(words(" FROM "));
        made.extend(self.table.iter().chain(&self.joins).cloned());
        made.extend(self.restriction());
        if !self.order.is_empty() {
            made.extend(words(" ORDER BY "));
            made.extend(listed(self.order.clone()));
        }
        let first = matches!(self.action, Action::First) && !self.aggregates;
        let limit = if first { Some(words("1")) } else { self.limit.clone() };
        for (word, amount) in [(" LIMIT ", limit), (" OFFSET ", self.offset.clone())] {
            if let Some(amount) = amount {
                made.extend(words(word));
                made.extend(amount);
            }
        }
        made.extend(words(&self.lock));
        made
    }

    fn update(&self, product: Product) -> Result<Text, String> {
        if self.sets.is_empty() {
            return Err("an update of knex that changes nothing".into());
        }
        let mut made = words("UPDATE ");
        made.extend(self.table.iter().cloned());
        made.extend(words(" SET "));
        made.extend(assigned(&self.sets, product)?);
        made.extend(self.restriction());
        Ok(made)
    }

    fn insert(&self, rows: &[Row], product: Product) -> Result<Text, String> {
        let mut columns: Vec<String> = Vec::new();
        for (name, _) in rows.iter().flatten() {
            if !columns.contains(name) {
                columns.push(name.clone());
            }
        }
        if columns.is_empty() {
            return Err("an insert of knex without columns".into());
        }
        let ignores = matches!(self.conflict, Some(Conflict::Ignore));
        let mut made = words(match product {
            Product::Mysql if ignores => "INSERT IGNORE INTO ",
            _ => "INSERT INTO ",
        });
        made.extend(self.table.iter().cloned());
        let names = columns.iter().map(|name| identifier(name, product));
        let names: Vec<String> = names.collect::<Result<_, _>>()?;
        made.extend(words(&format!(" ({}) VALUES ", names.join(", "))));
        let mut values = Vec::new();
        for row in rows {
            let value = |name: &String| {
                let given = row.iter().find(|(column, _)| column == name);
                given.map_or_else(|| words("DEFAULT"), |(_, value)| value.clone())
            };
            let mut tuple = words("(");
            tuple.extend(listed(columns.iter().map(value).collect()));
            tuple.extend(words(")"));
            values.push(tuple);
        }
        made.extend(listed(values));
        made.extend(self.on_conflict(&columns, product)?);
        Ok(made)
    }

    /// What stands behind the rows of an insert.
    fn on_conflict(&self, columns: &[String], product: Product) -> Result<Text, String> {
        let Some(conflict) = &self.conflict else { return Ok(Text::new()) };
        let mysql = product == Product::Mysql;
        let target: Vec<String> =
            self.target.iter().map(|name| identifier(name, product)).collect::<Result<_, _>>()?;
        let target = match target.as_slice() {
            [] => String::new(),
            names => format!(" ({})", names.join(", ")),
        };
        let proposed = |names: &[String]| -> Result<Text, String> {
            let one = |name: &String| {
                let name = identifier(name, product)?;
                Ok(words(&match mysql {
                    true => format!("{name} = VALUES({name})"),
                    false => format!("{name} = excluded.{name}"),
                }))
            };
            Ok(listed(names.iter().map(one).collect::<Result<_, String>>()?))
        };
        let changes = match conflict {
            Conflict::Ignore if mysql => return Ok(Text::new()),
            Conflict::Ignore => return Ok(words(&format!(" ON CONFLICT{target} DO NOTHING"))),
            Conflict::Merge(None) => proposed(columns)?,
            Conflict::MergeColumns(names) => proposed(names)?,
            Conflict::Merge(Some(row)) => assigned(row, product)?,
        };
        let mut made = words(&match mysql {
            true => " ON DUPLICATE KEY UPDATE ".into(),
            false => format!(" ON CONFLICT{target} DO UPDATE SET "),
        });
        made.extend(changes);
        if !mysql {
            made.extend(self.restriction());
        }
        Ok(made)
    }
}

/// Reads the calls of a query one after the other.
struct Reader<'r, 'm, 'a> {
    call: &'r DriverCall<'r>,
    machine: &'m mut Machine<'a>,
    query: Query,
}

impl Reader<'_, '_, '_> {
    fn product(&self) -> Product {
        self.call.driver.product
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        let given = step.given.as_slice();
        let (or, name) = joined(&step.name);
        if name.starts_with("where") {
            let text = self.condition(&name, given)?;
            self.add_condition(or, text);
            return Ok(());
        }
        match step.name.as_str() {
            "from" | "table" | "into" => self.query.table = self.table(given)?,
            "select" | "column" | "columns" => self.select(given)?,
            "distinct" => {
                self.query.distinct = true;
                self.select(given)?;
            }
            "first" => {
                self.query.action = Action::First;
                self.select(given)?;
            }
            "pluck" => {
                let column = self.constant(given.first().copied())?;
                let name = column.rsplit('.').next().unwrap_or_default().to_string();
                self.query.action = Action::Pluck(name);
                self.select(given)?;
            }
            "count" | "countDistinct" | "min" | "max" | "sum" | "avg" => {
                self.aggregate(&step.name, given)?;
            }
            "insert" => self.insert(given)?,
            "update" => self.update(given)?,
            "increment" | "decrement" => self.count_by(&step.name, given)?,
            "del" | "delete" => {
                self.query.action = Action::Delete;
                self.returning(given)?;
            }
            "returning" => self.returning(&given[..given.len().min(1)])?,
            "onConflict" => self.query.target = self.names(given)?,
            "ignore" => self.query.conflict = Some(Conflict::Ignore),
            "merge" => self.merge(given.first().copied())?,
            "join" | "innerJoin" | "leftJoin" | "leftOuterJoin" | "rightJoin" | "crossJoin" => {
                self.join(&step.name, given)?;
            }
            "orderBy" => self.order(given)?,
            "orderByRaw" => {
                let text = self.raw(given)?;
                self.query.order.push(text);
            }
            "limit" => self.query.limit = Some(self.amount(given)?),
            "offset" => self.query.offset = Some(self.amount(given)?),
            "forUpdate" | "forShare" | "forNoKeyUpdate" | "forKeyShare" => {
                self.lock(&step.name, given)?;
            }
            "skipLocked" => self.query.lock.push_str(" SKIP LOCKED"),
            "noWait" => self.query.lock.push_str(" NOWAIT"),
            "transacting" => self.transacting(given)?,
            "raw" => self.query.action = Action::Raw(self.raw(given)?),
            "queryBuilder" | "debug" | "comment" => {}
            other => return Err(format!("`{other}` of knex is not supported")),
        }
        Ok(())
    }

    /// A text that is known here.
    fn constant(&mut self, given: Option<Term>) -> Result<String, String> {
        let unknown = || "a name in a query of knex is not known here".to_string();
        let given = given.ok_or_else(unknown)?;
        let text = self.machine.terms().as_str(given).cloned().ok_or_else(unknown)?;
        Ok(text.to_string())
    }

    fn identifier(&mut self, given: Term) -> Result<Text, String> {
        let name = self.constant(Some(given))?;
        Ok(words(&identifier(&name, self.product())?))
    }

    fn table(&mut self, given: &[Term]) -> Result<Text, String> {
        match given {
            [] => Ok(Text::new()),
            [table] => match self.inline(*table)? {
                Some(text) => Ok(text),
                None => self.identifier(*table),
            },
            _ => Err("a query of knex of several tables is not supported".into()),
        }
    }

    /// Names, each by itself or in a list.
    fn names(&mut self, given: &[Term]) -> Result<Vec<String>, String> {
        let mut names = Vec::new();
        for &given in given {
            match self.machine.items(given) {
                Some(items) => names.extend(self.names(&items)?),
                None => names.push(self.constant(Some(given))?),
            }
        }
        Ok(names)
    }

    fn select(&mut self, given: &[Term]) -> Result<(), String> {
        self.query.aggregates = false;
        let columns = self.columns(given)?;
        self.query.columns.extend(columns);
        Ok(())
    }

    fn columns(&mut self, given: &[Term]) -> Result<Vec<Text>, String> {
        let mut columns = Vec::new();
        for &given in given {
            if let Some(items) = self.machine.items(given) {
                columns.extend(self.columns(&items)?);
            } else if let Some(text) = self.inline(given)? {
                columns.push(text);
            } else if let Some(fields) = self.machine.fields(given) {
                for (alias, column) in fields {
                    let mut text = self.identifier(column)?;
                    let alias = identifier(&alias, self.product())?;
                    text.extend(words(&format!(" AS {alias}")));
                    columns.push(text);
                }
            } else {
                columns.push(self.identifier(given)?);
            }
        }
        Ok(columns)
    }

    /// `count("* as n")`, `sum("price as total")`, `count({ n: "*" })`.
    fn aggregate(&mut self, name: &str, given: &[Term]) -> Result<(), String> {
        let function = match name {
            "countDistinct" => "COUNT(DISTINCT ",
            "count" => "COUNT(",
            "min" => "MIN(",
            "max" => "MAX(",
            "sum" => "SUM(",
            _ => "AVG(",
        };
        let product = self.product();
        let mut found: Vec<(String, Option<String>)> = Vec::new();
        match given.first() {
            None => found.push(("*".into(), None)),
            Some(&first) => match self.machine.fields(first) {
                Some(fields) => {
                    for (alias, column) in fields {
                        found.push((self.constant(Some(column))?, Some(alias.to_string())));
                    }
                }
                None => {
                    let text = self.constant(Some(first))?;
                    let (column, mut alias) = with_alias(&text);
                    if let Some(&settings) = given.get(1) {
                        let fields = self.machine.fields(settings);
                        let known = fields.as_deref().and_then(|it| it.first());
                        let (_, name) = known
                            .filter(|(name, _)| &**name == "as")
                            .ok_or("several columns of one aggregate in knex are not supported")?;
                        alias = Some(self.constant(Some(*name))?);
                    }
                    found.push((column, alias));
                }
            },
        }
        self.query.aggregates |= self.query.columns.is_empty();
        for (column, alias) in found {
            let mut text = format!("{function}{})", identifier(&column, product)?);
            if let Some(alias) = alias {
                text.push_str(&format!(" AS {}", identifier(&alias, product)?));
            }
            self.query.columns.push(words(&text));
        }
        Ok(())
    }

    fn insert(&mut self, given: &[Term]) -> Result<(), String> {
        let Some((&data, rest)) = given.split_first() else {
            return Err("an insert of knex without rows".into());
        };
        let items = self.machine.items(data).unwrap_or_else(|| vec![data]);
        let rows = items.into_iter().map(|row| self.row(row));
        let rows = rows.collect::<Result<Vec<Row>, String>>()?;
        self.query.action = Action::Insert(rows);
        self.returning(&rest[..rest.len().min(1)])
    }

    /// The columns of an object; what is undefined is left away.
    fn row(&mut self, object: Term) -> Result<Row, String> {
        let unknown = "the columns of an object that is given to knex are not known here";
        let fields = self.machine.fields(object).ok_or(unknown)?;
        let mut row = Row::new();
        for (name, value) in fields {
            match self.machine.view(value) {
                Node::Undefined => {}
                Node::Null => row.push((name.to_string(), words("NULL"))),
                _ => row.push((name.to_string(), self.value(value)?)),
            }
        }
        Ok(row)
    }

    fn update(&mut self, given: &[Term]) -> Result<(), String> {
        self.query.action = Action::Update;
        let pair = given.first().and_then(|first| self.machine.terms().as_str(*first).cloned());
        let (sets, rest) = match (pair, given) {
            (Some(name), [_, value, rest @ ..]) => {
                let value = match self.machine.view(*value) {
                    Node::Null => words("NULL"),
                    _ => self.value(*value)?,
                };
                (vec![(name.to_string(), value)], rest)
            }
            (None, [object, rest @ ..]) => (self.row(*object)?, rest),
            _ => return Err("an update of knex without values".into()),
        };
        self.query.sets.extend(sets);
        self.returning(&rest[..rest.len().min(1)])
    }

    /// `increment("views", 1)`, `decrement({ left: 2 })`.
    fn count_by(&mut self, name: &str, given: &[Term]) -> Result<(), String> {
        self.query.action = Action::Update;
        let one = self.machine.terms().number(1.0);
        let first = given.first().copied().ok_or("what is to be counted is missing")?;
        let amounts: Vec<(String, Term)> = match self.machine.fields(first) {
            Some(fields) => fields.into_iter().map(|(name, by)| (name.to_string(), by)).collect(),
            None => vec![(self.constant(Some(first))?, given.get(1).copied().unwrap_or(one))],
        };
        let sign = if name == "increment" { "+" } else { "-" };
        for (column, by) in amounts {
            let mut text = words(&format!("{} {sign} ", identifier(&column, self.product())?));
            text.extend(self.value(by)?);
            self.query.sets.push((column, text));
        }
        Ok(())
    }

    fn returning(&mut self, given: &[Term]) -> Result<(), String> {
        let columns = self.columns(given)?;
        self.query.returning.extend(columns);
        Ok(())
    }

    fn merge(&mut self, given: Option<Term>) -> Result<(), String> {
        self.query.conflict = Some(match given {
            None => Conflict::Merge(None),
            Some(given) if self.machine.is_list(given) => {
                Conflict::MergeColumns(self.names(&[given])?)
            }
            Some(given) => Conflict::Merge(Some(self.row(given)?)),
        });
        Ok(())
    }

    fn join(&mut self, name: &str, given: &[Term]) -> Result<(), String> {
        let word = match name {
            "leftJoin" | "leftOuterJoin" => "LEFT JOIN",
            "rightJoin" => "RIGHT JOIN",
            "crossJoin" => "CROSS JOIN",
            _ => "INNER JOIN",
        };
        let (table, left, operator, right) = match given {
            [table, left, right] => (*table, *left, "=".to_string(), *right),
            [table, left, operator, right] => {
                (*table, *left, self.constant(Some(*operator))?, *right)
            }
            _ => return Err("this way to join tables in knex is not supported".into()),
        };
        if !OPERATORS.contains(&operator.as_str()) {
            return Err(format!("`{operator}` between columns is not supported"));
        }
        let mut text = words(&format!(" {word} "));
        text.extend(self.table(&[table])?);
        text.extend(words(" ON "));
        text.extend(self.identifier(left)?);
        text.extend(words(&format!(" {operator} ")));
        text.extend(self.identifier(right)?);
        self.query.joins.extend(text);
        Ok(())
    }

    fn order(&mut self, given: &[Term]) -> Result<(), String> {
        let Some(&first) = given.first() else { return Ok(()) };
        if let Some(items) = self.machine.items(first) {
            for item in items {
                match self.machine.fields(item) {
                    Some(fields) => {
                        let field = |wanted: &str| {
                            fields.iter().find(|(name, _)| &**name == wanted).map(|it| it.1)
                        };
                        let column = field("column").ok_or("an order without a column")?;
                        let given: Vec<Term> =
                            [Some(column), field("order")].into_iter().flatten().collect();
                        self.order(&given)?;
                    }
                    None => self.order(&[item])?,
                }
            }
            return Ok(());
        }
        let mut text = match self.inline(first)? {
            Some(text) => text,
            None => self.identifier(first)?,
        };
        if let Some(&direction) = given.get(1) {
            let direction = self.constant(Some(direction))?.to_uppercase();
            if !matches!(direction.as_str(), "ASC" | "DESC") {
                return Err("an order of knex that is neither `asc` nor `desc`".into());
            }
            text.extend(words(&format!(" {direction}")));
        }
        self.query.order.push(text);
        Ok(())
    }

    fn amount(&mut self, given: &[Term]) -> Result<Text, String> {
        let amount = given.first().copied().ok_or("a limit without a number")?;
        match self.machine.view(amount) {
            Node::Number(_) => Ok(words(&self.machine.terms().show(amount).to_string())),
            _ => self.value(amount),
        }
    }

    fn lock(&mut self, name: &str, given: &[Term]) -> Result<(), String> {
        let word = match (name, self.product()) {
            ("forUpdate", _) => " FOR UPDATE",
            ("forShare", Product::Mysql) => " LOCK IN SHARE MODE",
            ("forShare", _) => " FOR SHARE",
            ("forNoKeyUpdate", _) => " FOR NO KEY UPDATE",
            _ => " FOR KEY SHARE",
        };
        let tables = self.names(given)?;
        let mut text = word.to_string();
        if !tables.is_empty() {
            let names = tables.iter().map(|name| identifier(name, self.product()));
            text.push_str(&format!(" OF {}", names.collect::<Result<Vec<_>, _>>()?.join(", ")));
        }
        self.query.lock = text;
        Ok(())
    }

    fn transacting(&mut self, given: &[Term]) -> Result<(), String> {
        let Some(&trx) = given.first() else { return Ok(()) };
        if matches!(self.machine.view(trx), Node::Undefined | Node::Null) {
            return Ok(());
        }
        let connection = connection_of(self.machine, trx);
        self.query.connection =
            Some(connection.ok_or("the transaction that `transacting` names is not known here")?);
        Ok(())
    }

    fn add_condition(&mut self, or: bool, text: Text) {
        if text.is_empty() {
            return;
        }
        if !self.query.conditions.is_empty() {
            self.query.conditions.extend(words(if or { " OR " } else { " AND " }));
        }
        self.query.conditions.extend(text);
    }

    fn condition(&mut self, name: &str, given: &[Term]) -> Result<Text, String> {
        match (name, given) {
            ("where", [one]) => self.described(*one),
            ("where", [column, value]) => self.compared(*column, "=", *value),
            ("where", [column, operator, value]) => {
                let operator = self.constant(Some(*operator))?.to_lowercase();
                self.compared(*column, &operator, *value)
            }
            ("whereNot", _) => {
                let mut text = words("NOT (");
                text.extend(self.condition("where", given)?);
                text.extend(words(")"));
                Ok(text)
            }
            ("whereNull" | "whereNotNull", [column]) => {
                let mut text = self.identifier(*column)?;
                text.extend(words(match name {
                    "whereNull" => " IS NULL",
                    _ => " IS NOT NULL",
                }));
                Ok(text)
            }
            ("whereIn", [column, values]) => self.compared(*column, "in", *values),
            ("whereNotIn", [column, values]) => self.compared(*column, "not in", *values),
            ("whereBetween", [column, values]) => self.compared(*column, "between", *values),
            ("whereNotBetween", [column, values]) => self.compared(*column, "not between", *values),
            ("whereRaw", _) => self.raw(given),
            ("whereExists" | "whereNotExists", [query]) => {
                let mut text = words(match name {
                    "whereExists" => "EXISTS ",
                    _ => "NOT EXISTS ",
                });
                let inner = self.inline(*query)?;
                text.extend(inner.ok_or("a function inside of a query of knex")?);
                Ok(text)
            }
            _ => Err(format!("`{name}` of knex with these arguments is not supported")),
        }
    }

    /// `where({ id, state: "open" })`, `where(query => query.where(…).orWhere(…))`.
    fn described(&mut self, one: Term) -> Result<Text, String> {
        if self.machine.is_function(one) {
            return self.grouped(one);
        }
        if let Some(text) = self.inline(one)? {
            return Ok(text);
        }
        let unknown = "the columns of an object that is given to knex are not known here";
        let fields = self.machine.fields(one).ok_or(unknown)?;
        let several = fields.len() > 1;
        let mut text = words(if several { "(" } else { "" });
        for (index, (name, value)) in fields.into_iter().enumerate() {
            if index > 0 {
                text.extend(words(" AND "));
            }
            let name = self.machine.terms().string(&*name);
            text.extend(self.compared(name, "=", value)?);
        }
        text.extend(words(if several { ")" } else { "" }));
        Ok(text)
    }

    /// Conditions that a function adds to a query of their own.
    fn grouped(&mut self, function: Term) -> Result<Text, String> {
        let stopped = |_| "a function inside of a query of knex ends the path".to_string();
        let none = self.machine.new_list([]);
        let object = self.machine.new_record([(super::STEPS, none)]);
        let query = self.call.with_object(self.machine, object);
        self.machine.call(function, Some(query), &[query]).map_err(stopped)?;
        let steps = self.machine.get(object, super::STEPS).map_err(stopped)?;
        let inner = Query::read(self.call, self.machine, steps)?;
        let mut text = words("(");
        text.extend(inner.conditions);
        text.extend(words(")"));
        Ok(text)
    }

    fn compared(&mut self, column: Term, operator: &str, value: Term) -> Result<Text, String> {
        let mut text = match self.inline(column)? {
            Some(text) => text,
            None => self.identifier(column)?,
        };
        let null = matches!(self.machine.view(value), Node::Null);
        match operator {
            "=" | "is" if null => text.extend(words(" IS NULL")),
            "!=" | "<>" | "is not" if null => text.extend(words(" IS NOT NULL")),
            "in" | "not in" => {
                text.extend(words(&format!(" {} ", operator.to_uppercase())));
                match self.inline(value)? {
                    Some(query) => text.extend(query),
                    None => {
                        let unknown = "how many values a query of knex has is not known here";
                        let items = self.machine.items(value).ok_or(unknown)?;
                        let values = items.into_iter().map(|item| self.compared_value(item));
                        let values = values.collect::<Result<Vec<_>, _>>()?;
                        if values.is_empty() {
                            return Err("`whereIn` without values is not supported".into());
                        }
                        text.extend(words("("));
                        text.extend(listed(values));
                        text.extend(words(")"));
                    }
                }
            }
            "between" | "not between" => {
                let items = self.machine.items(value).unwrap_or_default();
                let [from, to] = items.as_slice() else {
                    return Err("`whereBetween` without two values is not supported".into());
                };
                text.extend(words(&format!(" {} ", operator.to_uppercase())));
                text.extend(self.compared_value(*from)?);
                text.extend(words(" AND "));
                text.extend(self.compared_value(*to)?);
            }
            _ if OPERATORS.contains(&operator) => {
                text.extend(words(&format!(" {} ", operator.to_uppercase())));
                text.extend(self.compared_value(value)?);
            }
            _ => return Err(format!("`{operator}` in a query of knex is not supported")),
        }
        Ok(text)
    }

    /// A value in a condition: knex asks differently for null, and refuses what is undefined.
    fn compared_value(&mut self, value: Term) -> Result<Text, String> {
        if may_be_missing(self.machine, value) {
            return Err("a value in a condition of knex that may be null or undefined is not \
                        supported"
                .into());
        }
        self.value(value)
    }

    /// A value, or an expression of knex.
    fn value(&mut self, value: Term) -> Result<Text, String> {
        if self.machine.is_function(value) {
            return Err("a function inside of a query of knex is not supported".into());
        }
        match self.inline(value)? {
            Some(text) => Ok(text),
            None => Ok(vec![Piece::Value(self.machine.freeze(value))]),
        }
    }

    /// What `raw`, `ref`, `fn.now` and queries inside of queries are written as; none for
    /// anything else.
    fn inline(&mut self, value: Term) -> Result<Option<Text>, String> {
        let path = Path::of(self.machine.terms(), value);
        let Some(path) = path.filter(|path| &*path.root == super::PACKAGE) else {
            return Ok(None);
        };
        let shown = path.to_string();
        if shown.ends_with(".fn.now()") {
            return Ok(Some(words("CURRENT_TIMESTAMP")));
        }
        if shown.ends_with(".ref()") {
            let calls = path.segments.len();
            let given = (0..calls).rev().find_map(|n| path.arguments(n));
            let name = given.and_then(|given| given.first().copied());
            let name = self.constant(name)?;
            return Ok(Some(words(&identifier(&name, self.product())?)));
        }
        let unknown = "what a query of knex contains is not known here";
        let steps = steps_of(self.machine, value).ok_or(unknown)?;
        let inner = Query::read(self.call, self.machine, steps)?;
        Ok(Some(match inner.action {
            Action::Raw(text) => text,
            Action::Select | Action::First | Action::Pluck(_) => {
                let mut text = words("(");
                text.extend(inner.text(self.product())?);
                text.extend(words(")"));
                text
            }
            _ => return Err("a change inside of a query of knex is not supported".into()),
        }))
    }

    /// `raw("a + ?", [1])`, `raw(":a + 1", { a: 1 })`.
    fn raw(&mut self, given: &[Term]) -> Result<Text, String> {
        let unknown = "the text of a raw query is not known here; write it as a constant";
        let (text, bound) = match given {
            [text] => (*text, None),
            [text, bound, ..] => (*text, Some(*bound)),
            [] => return Err(unknown.into()),
        };
        if let Some(inline) = self.inline(text)? {
            return Ok(inline);
        }
        let text = self.machine.freeze(text);
        let pieces = text::pieces(self.machine, text).ok_or(unknown)?;
        if pieces.iter().any(|piece| matches!(piece, Piece::Value(_))) {
            self.machine.assume(&crate::assumptions::ONE_VALUE);
        }
        let Some(bound) = bound else { return Ok(pieces) };
        let bound = match (self.machine.items(bound), self.machine.fields(bound)) {
            (Some(items), _) => Bindings::Listed(items.into_iter()),
            (None, Some(fields)) => Bindings::Named(
                fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
            ),
            (None, None) => Bindings::Listed(vec![bound].into_iter()),
        };
        self.bind(pieces, bound)
    }

    fn bind(&mut self, pieces: Text, mut bound: Bindings) -> Result<Text, String> {
        let mut made = Text::new();
        for piece in pieces {
            let Piece::Text(text) = piece else {
                made.push(piece);
                continue;
            };
            let letters: Vec<char> = text.chars().collect();
            let mut plain = String::new();
            let mut at = 0;
            while at < letters.len() {
                let found = bound.placeholder(&letters[at..])?;
                match found {
                    Placeholder::None => plain.push(letters[at]),
                    Placeholder::Escaped => plain.push('?'),
                    Placeholder::Name(name, _) => {
                        let name = self.constant(Some(name))?;
                        plain.push_str(&identifier(&name, self.product())?);
                    }
                    Placeholder::Value(value, _) => {
                        if self.machine.is_list(value) {
                            return Err(
                                "a list that is bound to a raw query is not supported".into()
                            );
                        }
                        made.extend(words(&std::mem::take(&mut plain)));
                        made.extend(self.value(value)?);
                    }
                }
                at += found.length();
            }
            made.extend(words(&plain));
        }
        Ok(made)
    }
}

/// What is bound to a raw text.
enum Bindings {
    Listed(std::vec::IntoIter<Term>),
    Named(Vec<(String, Term)>),
}

/// What stands at a place of a raw text, with how many letters it has.
#[derive(Clone, Copy)]
enum Placeholder {
    None,
    /// `\?`
    Escaped,
    Name(Term, usize),
    Value(Term, usize),
}

impl Placeholder {
    fn length(self) -> usize {
        match self {
            Placeholder::None => 1,
            Placeholder::Escaped => 2,
            Placeholder::Name(_, length) | Placeholder::Value(_, length) => length,
        }
    }
}

impl Bindings {
    fn placeholder(&mut self, rest: &[char]) -> Result<Placeholder, String> {
        let missing = || "no value is bound to a placeholder of a raw query".to_string();
        Ok(match (self, rest) {
            (Bindings::Listed(_), ['\\', '?', ..]) => Placeholder::Escaped,
            (Bindings::Listed(values), ['?', '?', ..]) => {
                Placeholder::Name(values.next().ok_or_else(missing)?, 2)
            }
            (Bindings::Listed(values), ['?', ..]) => {
                Placeholder::Value(values.next().ok_or_else(missing)?, 1)
            }
            (Bindings::Named(_), [':', ':', ..]) => Placeholder::None,
            (Bindings::Named(values), [':', letters @ ..]) => {
                let word: String =
                    letters.iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
                let length = word.chars().count();
                match values.iter().find(|(name, _)| *name == word) {
                    Some((_, value)) if letters.get(length) == Some(&':') => {
                        Placeholder::Name(*value, length + 2)
                    }
                    Some((_, value)) => Placeholder::Value(*value, length + 1),
                    None => Placeholder::None,
                }
            }
            _ => Placeholder::None,
        })
    }
}

/// Whether a method adds to what is there by OR, and its name without that.
fn joined(name: &str) -> (bool, String) {
    for (prefix, or) in [("or", true), ("and", false)] {
        if let Some(rest) = name.strip_prefix(prefix)
            && rest.starts_with("Where")
        {
            return (or, format!("w{}", &rest[1..]));
        }
    }
    (false, name.to_string())
}

fn words(text: &str) -> Text {
    if text.is_empty() { Text::new() } else { vec![Piece::Text(text.into())] }
}

/// Parts with commas between them.
fn listed(parts: Vec<Text>) -> Text {
    let mut made = Text::new();
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            made.extend(words(", "));
        }
        made.extend(part);
    }
    made
}

fn assigned(row: &Row, product: Product) -> Result<Text, String> {
    let mut parts = Vec::new();
    for (name, value) in row {
        let mut text = words(&format!("{} = ", identifier(name, product)?));
        text.extend(value.iter().cloned());
        parts.push(text);
    }
    Ok(listed(parts))
}

/// `price as total`: the name, and the new one.
fn with_alias(text: &str) -> (String, Option<String>) {
    let lower = text.to_lowercase();
    match lower.find(" as ") {
        Some(at) => (text[..at].trim().into(), Some(text[at + 4..].trim().into())),
        None => (text.trim().into(), None),
    }
}

/// A name as knex writes it: in quotes, part by part.
fn identifier(text: &str, product: Product) -> Result<String, String> {
    let (name, alias) = with_alias(text);
    let quote = if product == Product::Mysql { '`' } else { '"' };
    let quoted = |name: &str| -> Result<String, String> {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | ' ');
        if name.is_empty() || !name.chars().all(plain) {
            return Err(format!("`{text}` as a name in knex is not supported"));
        }
        Ok(format!("{quote}{name}{quote}"))
    };
    let parts = name.split('.').map(|part| match part {
        "*" => Ok("*".to_string()),
        part => quoted(part),
    });
    let mut made = parts.collect::<Result<Vec<_>, _>>()?.join(".");
    if let Some(alias) = alias {
        made.push_str(&format!(" AS {}", quoted(&alias)?));
    }
    Ok(made)
}

/// Whether a value is, on some path, nothing.
fn may_be_missing(machine: &Machine<'_>, value: Term) -> bool {
    match machine.view(value) {
        Node::Null | Node::Undefined | Node::Absent => true,
        Node::Apply(Operator::Ite, parts) => {
            may_be_missing(machine, parts[1]) || may_be_missing(machine, parts[2])
        }
        _ => false,
    }
}
