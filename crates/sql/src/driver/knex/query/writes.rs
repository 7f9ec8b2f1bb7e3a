//! What is inserted and changed.

use super::names::{identifier, words};
use super::{Action, Conflict, Reader, Row};
use aplomb_symbolic::{Node, Term};

impl Reader<'_, '_, '_> {
    pub(super) fn insert(&mut self, given: &[Term]) -> Result<(), String> {
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
    pub(super) fn row(&mut self, object: Term) -> Result<Row, String> {
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

    pub(super) fn update(&mut self, given: &[Term]) -> Result<(), String> {
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
    pub(super) fn count_by(&mut self, name: &str, given: &[Term]) -> Result<(), String> {
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

    pub(super) fn returning(&mut self, given: &[Term]) -> Result<(), String> {
        let columns = self.columns(given)?;
        self.query.returning.extend(columns);
        Ok(())
    }

    pub(super) fn merge(&mut self, given: Option<Term>) -> Result<(), String> {
        self.query.conflict = Some(match given {
            None => Conflict::Merge(None),
            Some(given) if self.machine.is_list(given) => {
                Conflict::MergeColumns(self.names(&[given])?)
            }
            Some(given) => Conflict::Merge(Some(self.row(given)?)),
        });
        Ok(())
    }
}
