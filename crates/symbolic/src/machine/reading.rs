//! Files, streams, cursors and iterators of libraries remember where they stopped: what one
//! gives the second time is not what it gave the first time.

use super::Machine;
use super::function::Arguments;
use crate::{Node, Term};

/// Methods that go on from where the last call stopped.
const ADVANCING: [&str; 11] = [
    "read",
    "read1",
    "readline",
    "readlines",
    "readinto",
    "recv",
    "next",
    "__next__",
    "fetchone",
    "fetchmany",
    "nextset",
];

/// Whether a call of a method gives what comes next: one that is given a name (of an entry of
/// an archive, say) gives what has that name.
pub(super) fn advances(terms: &crate::Terms, method: &str, arguments: &Arguments) -> bool {
    ADVANCING.contains(&method)
        && arguments.positional.iter().all(|&given| matches!(terms.node(given), Node::Number(_)))
}

impl Machine<'_> {
    /// What a reader gives, made one thing with how often it was asked before: on any way that
    /// leads here, and in every iteration of a loop around. That is still a function of what
    /// the reader was made of.
    pub(crate) fn reading(&mut self, reader: Term, value: Term) -> Term {
        if !self.library.has_readers() {
            return value;
        }
        let before = self.readings.iter().filter(|&&other| other == reader).count();
        self.readings.push(reader);
        let symbols = self.terms.symbols_of(&[reader]);
        let elements = self.loops.iter().filter_map(|id| self.trace.loops[id.0 as usize].element);
        // A reader that is made in an iteration begins anew in the next one.
        let elements: Vec<_> = elements
            .filter(|element| !symbols.iter().any(|symbol| symbol.0 >= element.0))
            .filter(|_| !matches!(self.terms.node(reader), Node::Reference(_)))
            .collect();
        if before == 0 && elements.is_empty() {
            return value;
        }
        let mut parts = vec![self.freeze(value), self.terms.number(before as f64)];
        parts.extend(elements.into_iter().map(|element| self.terms.of_symbol(element)));
        self.terms.pure("what comes next", &parts)
    }
}
