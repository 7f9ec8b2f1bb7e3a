//! Tables of functions: a program picks one by a key that is not known.

use super::Machine;
use crate::Term;

/// How many functions a table may have.
const MOST_ENTRIES: usize = 24;

impl Machine<'_> {
    /// The function that a key picks from a table, and whether there is one. A choice
    /// among the functions can be called, one of them after the other; a part of a
    /// record could not.
    pub(crate) fn picked_function(&mut self, table: Term, key: Term) -> Option<(Term, Term)> {
        let record = self.record(table)?.clone();
        let certain = record.base.is_none() && record.parent.is_none();
        if !certain || record.fields.len() > MOST_ENTRIES {
            return None;
        }
        let mut found = self.terms.bool(false);
        let mut picked = self.terms.undefined();
        for (&name, field) in record.fields.iter().rev() {
            if !self.is_function(field.value) || self.known(field.present) != Some(true) {
                return None;
            }
            let this = self.terms.equal(key, name);
            found = self.terms.or(found, this);
            picked = self.terms.ite(this, field.value, picked);
        }
        (!record.fields.is_empty()).then_some((found, picked))
    }
}
