//! What each call of a query adds to it.

use super::super::connection_of;
use super::conditions::OPERATORS;
use super::names::{identifier, words};
use super::{Action, Conflict, Reader, Step, Text};
use crate::form::Product;
use aplomb_symbolic::{Node, Term};

impl Reader<'_, '_, '_> {
    pub(super) fn step(&mut self, step: &Step) -> Result<(), String> {
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
            "groupBy" => {
                let columns = self.columns(given)?;
                self.query.groups.extend(columns);
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

    pub(super) fn join(&mut self, name: &str, given: &[Term]) -> Result<(), String> {
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

    pub(super) fn order(&mut self, given: &[Term]) -> Result<(), String> {
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

    pub(super) fn amount(&mut self, given: &[Term]) -> Result<Text, String> {
        let amount = given.first().copied().ok_or("a limit without a number")?;
        match self.machine.view(amount) {
            Node::Number(_) => Ok(words(&self.machine.terms().show(amount).to_string())),
            _ => self.value(amount),
        }
    }

    pub(super) fn lock(&mut self, name: &str, given: &[Term]) -> Result<(), String> {
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

    pub(super) fn transacting(&mut self, given: &[Term]) -> Result<(), String> {
        let Some(&trx) = given.first() else { return Ok(()) };
        if matches!(self.machine.view(trx), Node::Undefined | Node::Null) {
            return Ok(());
        }
        let connection = connection_of(self.machine, trx);
        self.query.connection =
            Some(connection.ok_or("the transaction that `transacting` names is not known here")?);
        Ok(())
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
