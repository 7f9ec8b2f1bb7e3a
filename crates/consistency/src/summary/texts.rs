//! Texts that MySQL may take for the same although the model takes them for different: its
//! usual collations pass over case, accents and blanks at the end.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::sql;
pub(crate) use super::sql::depends_on_collation;
use crate::program::{Initial, Program};
use crate::term::{Node, Sort, Value};

/// More texts than these are not gone through one by one.
const MANY: usize = 40;

/// All texts that a program may deal with; none if they may be any, or are too many.
pub(super) fn all(program: &Program) -> Option<BTreeSet<Arc<str>>> {
    let columns = program.tables.iter().flat_map(|table| &table.columns);
    let mut free = columns.filter(|column| column.initial == Initial::Free);
    let anything = free.any(|column| column.sort == Sort::Atom)
        || program.params.iter().any(|param| param.sort == Sort::Atom);
    let texts: BTreeSet<Arc<str>> = said(program).into_iter().collect();
    (!anything && texts.len() <= MANY).then_some(texts)
}

/// The texts that a program says, and those that are there at the start.
fn said(program: &Program) -> Vec<Arc<str>> {
    let mut texts: Vec<Arc<str>> = program.terms.atoms().cloned().collect();
    let columns = program.tables.iter().flat_map(|table| &table.columns);
    for column in columns {
        let Initial::Fixed { default, rows } = &column.initial else { continue };
        let values = rows.iter().flat_map(|(key, value)| [key, value]).chain([default]);
        texts.extend(values.filter_map(|value| match value {
            Value::Atom(text) => Some(text.clone()),
            _ => None,
        }));
    }
    texts
}

/// Two texts of a program of which nobody knows whether they are the same in MySQL.
pub(crate) fn alike(program: &Program) -> Option<(Arc<str>, Arc<str>)> {
    let texts = said(program);
    let twin = |one: &Arc<str>| texts.iter().find(|other| sql::alike(one, other)).cloned();
    texts.iter().find_map(|one| Some((one.clone(), twin(one)?)))
}

/// Whether a program compares texts some of which may be anything.
pub(crate) fn compares_any(program: &Program) -> bool {
    let terms = &program.terms;
    let columns = program.tables.iter().flat_map(|table| &table.columns);
    let mut free = columns.filter(|column| column.initial == Initial::Free);
    let anything = program.params.iter().any(|param| param.sort == Sort::Atom)
        || free.any(|column| column.sort == Sort::Atom);
    let keyed = program.tables.iter().any(|table| table.key == Some(Sort::Atom));
    let compared = |node: &Node| matches!(node, Node::Eq(one, _) if terms.sort(*one) == Sort::Atom);
    anything && (keyed || terms.nodes().any(compared))
}
