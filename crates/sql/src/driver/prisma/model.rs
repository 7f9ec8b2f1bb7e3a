//! Requests of Prisma's models as statements: `prisma.ticket.update({ where, data })`.

use super::schema::{Field, Model, Unsaid};
use crate::text::Piece;
use aplomb_script::Span;
use aplomb_symbolic::{Machine, Node, Operator, Stop, Term};
use std::sync::Arc;

/// Calls of models that are supported.
pub(super) const OPERATIONS: [&str; 13] = [
    "findUnique",
    "findUniqueOrThrow",
    "findFirst",
    "findFirstOrThrow",
    "findMany",
    "count",
    "create",
    "createMany",
    "update",
    "updateMany",
    "upsert",
    "delete",
    "deleteMany",
];

/// What the program gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The first row, or `null`.
    First,
    /// The first row; without one the client raises.
    Single,
    /// All rows.
    Rows,
    /// `{ count }` of the rows that were changed.
    Changed,
    /// The number that the only row has as `count`.
    Number,
}

/// Why there is no statement.
pub(super) enum Refused {
    Because(String),
    Stop(Stop),
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Refused {
        Refused::Stop(stop)
    }
}

impl From<&str> for Refused {
    fn from(message: &str) -> Refused {
        Refused::Because(message.into())
    }
}

type Result<T> = std::result::Result<T, Refused>;

/// Puts a statement together.
pub(super) struct Builder<'b, 'm, 'p> {
    pub(super) machine: &'b mut Machine<'p>,
    pub(super) model: &'m Model,
    pub(super) span: Span,
    pieces: Vec<Piece>,
    /// The time of the request, once somebody asked for it.
    now: Option<Term>,
}

/// Columns with what they get.
type Assigned = Vec<(String, Vec<Piece>)>;

/// The statement of a request, and what the program gets for it.
pub(super) fn statement(
    machine: &mut Machine<'_>,
    model: &Model,
    operation: &str,
    options: Option<Term>,
    span: Span,
) -> Result<(Vec<Piece>, Shape)> {
    let options = options.unwrap_or_else(|| machine.terms().record([]));
    let mut builder = Builder { machine, model, span, pieces: Vec::new(), now: None };
    let shape = builder.request(operation, options)?;
    Ok((builder.pieces, shape))
}

impl Builder<'_, '_, '_> {
    fn request(&mut self, operation: &str, options: Term) -> Result<Shape> {
        let Node::Record(names, _) = self.machine.view(options).clone() else {
            return Err("the options of a request of Prisma are not known here; write them".into());
        };
        let known = ["where", "data", "create", "update", "select", "orderBy", "take", "skip"];
        for name in names.iter() {
            let is_flag = &**name == "skipDuplicates" && operation == "createMany";
            if !known.contains(&&**name) && !is_flag {
                let message = format!("`{name}` of a request of Prisma is not supported");
                return Err(Refused::Because(message));
            }
        }
        let option = |builder: &mut Self, name: &str| builder.machine.terms().field(options, name);
        let (condition, data) = (option(self, "where"), option(self, "data"));
        let select = option(self, "select");
        let table = format!("\"{}\"", self.model.table);
        Ok(match operation {
            "count" => {
                self.word(&format!("SELECT COUNT(*) AS \"count\" FROM {table}"));
                self.condition(condition)?;
                Shape::Number
            }
            "createMany" => {
                let duplicates = option(self, "skipDuplicates");
                let skips = self.machine.terms().is_true(duplicates);
                self.insert_many(data)?;
                if skips {
                    self.word(" ON CONFLICT DO NOTHING");
                }
                Shape::Changed
            }
            "create" => {
                let assigned = self.created(data)?;
                self.insert(&table, &assigned);
                self.returning(select)?;
                Shape::Single
            }
            "update" | "updateMany" => {
                let assigned = self.changed(data, "")?;
                self.word(&format!("UPDATE {table} SET "));
                self.assignments(assigned)?;
                self.condition(condition)?;
                if operation == "updateMany" {
                    return Ok(Shape::Changed);
                }
                self.returning(select)?;
                Shape::Single
            }
            "delete" | "deleteMany" => {
                self.word(&format!("DELETE FROM {table}"));
                self.condition(condition)?;
                if operation == "deleteMany" {
                    return Ok(Shape::Changed);
                }
                self.returning(select)?;
                Shape::Single
            }
            "upsert" => {
                let (create, update) = (option(self, "create"), option(self, "update"));
                self.upsert(&table, condition, create, update)?;
                self.returning(select)?;
                Shape::Single
            }
            _ => {
                self.word("SELECT ");
                self.columns(select)?;
                self.word(&format!(" FROM {table}"));
                self.condition(condition)?;
                let (order, take) = (option(self, "orderBy"), option(self, "take"));
                self.order(order)?;
                let skip = option(self, "skip");
                if operation == "findMany" {
                    self.limit(" LIMIT ", take)?;
                    self.limit(" OFFSET ", skip)?;
                    return Ok(Shape::Rows);
                }
                match operation.ends_with("OrThrow") {
                    true => Shape::Single,
                    false => Shape::First,
                }
            }
        })
    }

    fn word(&mut self, text: &str) {
        self.pieces.push(Piece::Text(Arc::from(text)));
    }

    fn limit(&mut self, word: &str, count: Term) -> Result<()> {
        match self.machine.view(count) {
            Node::Undefined => Ok(()),
            Node::Number(number) if number.get() >= 0.0 => {
                let text = format!("{word}{}", number.get());
                self.word(&text);
                Ok(())
            }
            Node::Number(_) => Err("the last rows of a request of Prisma are not supported".into()),
            _ => {
                self.word(word);
                self.pieces.push(Piece::Value(count));
                Ok(())
            }
        }
    }

    fn order(&mut self, order: Term) -> Result<()> {
        let unknown = "the order of a request of Prisma is not known here";
        let orders = match self.machine.view(order).clone() {
            Node::Undefined => return Ok(()),
            Node::List(orders) => orders.to_vec(),
            _ => vec![order],
        };
        let mut parts = Vec::new();
        for order in orders {
            let Node::Record(names, values) = self.machine.view(order).clone() else {
                return Err(unknown.into());
            };
            for (name, &value) in names.iter().zip(values.iter()) {
                let field = self.model.field(name).ok_or(unknown)?;
                let way = self.machine.terms().as_str(value).cloned().ok_or(unknown)?;
                parts.push(format!("\"{}\" {}", field.column, way.to_uppercase()));
            }
        }
        self.word(&format!(" ORDER BY {}", parts.join(", ")));
        Ok(())
    }

    /// The columns of an answer.
    fn columns(&mut self, select: Term) -> Result<()> {
        let shown = |field: &Field| match field.name == field.column {
            true => format!("\"{}\"", field.column),
            false => format!("\"{}\" AS \"{}\"", field.column, field.name),
        };
        let unknown = "`select` of a request of Prisma is supported for fields only";
        let columns: Vec<String> = match self.machine.view(select).clone() {
            Node::Undefined => self.model.fields.iter().map(shown).collect(),
            Node::Record(names, values) => {
                let mut columns = Vec::new();
                for (name, &value) in names.iter().zip(values.iter()) {
                    let field = self.model.field(name).ok_or(unknown)?;
                    match self.machine.terms().as_bool(value) {
                        Some(true) => columns.push(shown(field)),
                        Some(false) => {}
                        None => return Err(unknown.into()),
                    }
                }
                columns
            }
            _ => return Err(unknown.into()),
        };
        self.word(&columns.join(", "));
        Ok(())
    }

    fn returning(&mut self, select: Term) -> Result<()> {
        self.word(" RETURNING ");
        self.columns(select)
    }

    fn condition(&mut self, condition: Term) -> Result<()> {
        if matches!(self.machine.view(condition), Node::Undefined) {
            return Ok(());
        }
        let mut tests = Vec::new();
        self.tests(condition, &mut tests)?;
        for (index, test) in tests.into_iter().enumerate() {
            self.word(if index == 0 { " WHERE " } else { " AND " });
            self.pieces.extend(test);
        }
        Ok(())
    }

    /// What a condition asks, all of which must hold.
    fn tests(&mut self, condition: Term, tests: &mut Vec<Vec<Piece>>) -> Result<()> {
        let Node::Record(names, values) = self.machine.view(condition).clone() else {
            return Err("a condition of a request of Prisma is not known here; write it".into());
        };
        for (name, &value) in names.iter().zip(values.iter()) {
            if &**name == "AND" {
                let parts = match self.machine.view(value).clone() {
                    Node::List(parts) => parts.to_vec(),
                    _ => vec![value],
                };
                for part in parts {
                    self.tests(part, tests)?;
                }
                continue;
            }
            // `{ show_row: { show, row } }`
            if self.model.keys.iter().any(|(key, _)| **key == **name) {
                self.tests(value, tests)?;
                continue;
            }
            let Some(field) = self.model.field(name) else {
                let message = format!("`{name}` in a condition of Prisma is not supported");
                return Err(Refused::Because(message));
            };
            let column = format!("\"{}\"", field.column);
            match self.machine.view(value).clone() {
                Node::Undefined => {}
                Node::Null => tests.push(vec![Piece::Text(format!("{column} IS NULL").into())]),
                Node::Record(questions, answers) if !field.is_json => {
                    for (question, &answer) in questions.iter().zip(answers.iter()) {
                        tests.push(self.test(&column, question, answer)?);
                    }
                }
                _ => tests.push(self.test(&column, "equals", value)?),
            }
        }
        Ok(())
    }

    fn test(&mut self, column: &str, question: &str, value: Term) -> Result<Vec<Piece>> {
        let operator = match question {
            "equals" => "=",
            "lt" => "<",
            "lte" => "<=",
            "gt" => ">",
            "gte" => ">=",
            "not" => "<>",
            "in" => {
                let Node::List(items) = self.machine.view(value).clone() else {
                    let message = "a list in a condition of Prisma is not known here; write it";
                    return Err(message.into());
                };
                let mut pieces = vec![Piece::Text(format!("{column} IN (").into())];
                for (index, &item) in items.iter().enumerate() {
                    if index > 0 {
                        pieces.push(Piece::Text(", ".into()));
                    }
                    pieces.push(Piece::Value(item));
                }
                pieces.push(Piece::Text(")".into()));
                return Ok(pieces);
            }
            _ => {
                let message = format!("`{question}` in a condition of Prisma is not supported");
                return Err(Refused::Because(message));
            }
        };
        if may_be_missing(self.machine, value) {
            let message = "a value in a condition of Prisma that may be null or undefined is not \
                           supported";
            return Err(message.into());
        }
        Ok(vec![Piece::Text(format!("{column} {operator} ").into()), Piece::Value(value)])
    }

    /// The time of the request, which is one for all its columns.
    fn now(&mut self) -> Result<Term> {
        if self.now.is_none() {
            self.now = Some(self.machine.fresh("now", self.span, false)?);
        }
        Ok(self.now.expect("drawn above"))
    }

    /// The columns of a row that is made.
    fn created(&mut self, data: Term) -> Result<Assigned> {
        let mut assigned = self.assigned(data, "")?;
        let model = self.model;
        for field in &model.fields {
            if assigned.iter().any(|(column, _)| *column == field.column) {
                continue;
            }
            let terms = self.machine.terms();
            let value = match &field.default {
                _ if field.is_updated => self.now()?,
                Unsaid::None | Unsaid::Counted => continue,
                Unsaid::Now => self.now()?,
                Unsaid::New => self.machine.fresh("id", self.span, true)?,
                Unsaid::Text(text) => terms.string(text.as_str()),
                Unsaid::Number(number) => terms.number(number.parse().unwrap_or(f64::NAN)),
                Unsaid::Bool(value) => terms.bool(*value),
                Unsaid::Other => {
                    let message = format!("the default of {} is not supported", field.name);
                    return Err(Refused::Because(message));
                }
            };
            assigned.push((field.column.clone(), vec![Piece::Value(value)]));
        }
        Ok(assigned)
    }

    /// The columns that a change sets; `table` is written before those that it looks at.
    fn changed(&mut self, data: Term, table: &str) -> Result<Assigned> {
        let mut assigned = self.assigned(data, table)?;
        let model = self.model;
        for field in model.fields.iter().filter(|field| field.is_updated) {
            if !assigned.iter().any(|(column, _)| *column == field.column) {
                let now = self.now()?;
                assigned.push((field.column.clone(), vec![Piece::Value(now)]));
            }
        }
        Ok(assigned)
    }

    fn assigned(&mut self, data: Term, table: &str) -> Result<Assigned> {
        let Node::Record(names, values) = self.machine.view(data).clone() else {
            return Err("the data of a request of Prisma is not known here; write it".into());
        };
        let mut assigned = Vec::new();
        for (name, &value) in names.iter().zip(values.iter()) {
            let Some(field) = self.model.field(name) else {
                let message = format!("`{name}` in the data of Prisma is not supported");
                return Err(Refused::Because(message));
            };
            let pieces = match self.machine.view(value).clone() {
                Node::Undefined => continue,
                Node::Record(names, values) if !field.is_json => {
                    let ([how], [by]) = (&names[..], &values[..]) else {
                        return Err("a change in the data of Prisma is not supported".into());
                    };
                    let operator = match &**how {
                        "set" => "",
                        "increment" => "+",
                        "decrement" => "-",
                        "multiply" => "*",
                        _ => {
                            let message = format!("`{how}` in the data of Prisma is not supported");
                            return Err(Refused::Because(message));
                        }
                    };
                    match operator {
                        "" => vec![Piece::Value(*by)],
                        _ => {
                            let text = format!("{table}\"{}\" {operator} ", field.column);
                            vec![Piece::Text(text.into()), Piece::Value(*by)]
                        }
                    }
                }
                // What is undefined is left as it is.
                Node::Apply(Operator::Ite, _) if may_be_undefined(self.machine, value) => {
                    let message = "a value in the data of Prisma that may be undefined is not \
                                   supported";
                    return Err(message.into());
                }
                _ => vec![Piece::Value(value)],
            };
            assigned.push((field.column.clone(), pieces));
        }
        Ok(assigned)
    }

    fn assignments(&mut self, assigned: Assigned) -> Result<()> {
        if assigned.is_empty() {
            return Err("an update of Prisma that changes nothing is not supported".into());
        }
        for (index, (column, pieces)) in assigned.into_iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            self.word(&format!("{comma}\"{column}\" = "));
            self.pieces.extend(pieces);
        }
        Ok(())
    }

    fn insert(&mut self, table: &str, assigned: &Assigned) {
        let columns: Vec<String> =
            assigned.iter().map(|(column, _)| format!("\"{column}\"")).collect();
        self.word(&format!("INSERT INTO {table} ({}) VALUES (", columns.join(", ")));
        self.values(assigned);
        self.word(")");
    }

    fn values(&mut self, assigned: &Assigned) {
        for (index, (_, pieces)) in assigned.iter().enumerate() {
            if index > 0 {
                self.word(", ");
            }
            self.pieces.extend(pieces.iter().cloned());
        }
    }

    fn insert_many(&mut self, data: Term) -> Result<()> {
        let unknown = "the rows of a request of Prisma are not known here; write them";
        let Node::List(rows) = self.machine.view(data).clone() else { return Err(unknown.into()) };
        let table = format!("\"{}\"", self.model.table);
        let mut first: Option<Vec<String>> = None;
        for &row in rows.iter() {
            let assigned = self.created(row)?;
            let columns: Vec<String> = assigned.iter().map(|(column, _)| column.clone()).collect();
            match &first {
                None => {
                    self.insert(&table, &assigned);
                    first = Some(columns);
                    continue;
                }
                Some(first) if *first != columns => {
                    return Err(
                        "rows of a request of Prisma with other fields than the first are \
                                not supported"
                            .into(),
                    );
                }
                Some(_) => {}
            }
            self.word(", (");
            self.values(&assigned);
            self.word(")");
        }
        match rows.is_empty() {
            true => Err(unknown.into()),
            false => Ok(()),
        }
    }

    /// `INSERT … ON CONFLICT (key) DO UPDATE SET …`, where the key is the same in both.
    fn upsert(&mut self, table: &str, condition: Term, create: Term, update: Term) -> Result<()> {
        let key = self.assigned_key(condition)?;
        let created = self.created(create)?;
        for (column, value) in &key {
            let given = created.iter().find(|(name, _)| name == column);
            let same = matches!(given, Some((_, pieces))
                if matches!(pieces[..], [Piece::Value(given)] if given == *value));
            if !same {
                let message = "an upsert of Prisma is supported where it creates what it looks for";
                return Err(message.into());
            }
        }
        let mut changed = self.changed(update, &format!("{table}."))?;
        if changed.is_empty() {
            let same =
                key.iter().map(|(column, value)| (column.clone(), vec![Piece::Value(*value)]));
            changed = same.collect();
        }
        self.insert(table, &created);
        let columns: Vec<String> = key.iter().map(|(column, _)| format!("\"{column}\"")).collect();
        self.word(&format!(" ON CONFLICT ({}) DO UPDATE SET ", columns.join(", ")));
        self.assignments(changed)
    }

    /// The columns of a condition that names one row, with their values.
    fn assigned_key(&mut self, condition: Term) -> Result<Vec<(String, Term)>> {
        let unknown = "the key of an upsert of Prisma is not known here; write it";
        let Node::Record(names, values) = self.machine.view(condition).clone() else {
            return Err(unknown.into());
        };
        let mut key = Vec::new();
        for (name, &value) in names.iter().zip(values.iter()) {
            if self.model.keys.iter().any(|(key, _)| **key == **name) {
                key.extend(self.assigned_key(value)?);
                continue;
            }
            let field = self.model.field(name).ok_or(unknown)?;
            let is_plain = !matches!(self.machine.view(value), Node::Record(..) | Node::List(_));
            if !is_plain || may_be_missing(self.machine, value) {
                return Err(unknown.into());
            }
            key.push((field.column.clone(), value));
        }
        Ok(key)
    }
}

/// Whether a value may be null or undefined, as far as the program says.
fn may_be_missing(machine: &Machine<'_>, value: Term) -> bool {
    leaves(machine, value, &|node| matches!(node, Node::Null | Node::Undefined | Node::Absent))
}

fn may_be_undefined(machine: &Machine<'_>, value: Term) -> bool {
    leaves(machine, value, &|node| matches!(node, Node::Undefined))
}

/// Whether one of the values that a choice gives is such.
fn leaves(machine: &Machine<'_>, value: Term, is_such: &dyn Fn(&Node) -> bool) -> bool {
    match machine.view(value) {
        Node::Apply(Operator::Ite, parts) => {
            leaves(machine, parts[1], is_such) || leaves(machine, parts[2], is_such)
        }
        node => is_such(node),
    }
}
