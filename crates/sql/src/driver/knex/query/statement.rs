//! A query, written as SQL.

use super::names::{assigned, identifier, listed, words};
use super::{Action, Conflict, Query, Row, Text};
use crate::form::Product;

impl Query {
    /// The statement.
    pub(in super::super) fn text(self, product: Product) -> Result<Text, String> {
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
        if !self.groups.is_empty() {
            made.extend(words(" GROUP BY "));
            made.extend(listed(self.groups.clone()));
        }
        if !self.order.is_empty() {
            made.extend(words(" ORDER BY "));
            made.extend(listed(self.order.clone()));
        }
        let first =
            matches!(self.action, Action::First) && (!self.aggregates || !self.groups.is_empty());
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

    /// What stands after the rows of an insert.
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
