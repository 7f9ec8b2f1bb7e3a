//! Values, and what stands in their place: other queries, and raw SQL.

use super::super::{PACKAGE, steps_of};
use super::names::{identifier, words};
use super::{Action, Query, Reader, Text};
use crate::text::Piece;
use aplomb_symbolic::{Path, Term};

impl Reader<'_, '_, '_> {
    /// A value, or an expression of knex.
    pub(super) fn value(&mut self, value: Term) -> Result<Text, String> {
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
    pub(super) fn inline(&mut self, value: Term) -> Result<Option<Text>, String> {
        let path = Path::of(self.machine.terms(), value);
        let Some(path) = path.filter(|path| &*path.root == PACKAGE) else {
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
}
