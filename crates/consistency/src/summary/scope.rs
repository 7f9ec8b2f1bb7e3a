//! What the symbols of the executor stand for, depending on where they occur.

use aplomb_symbolic::SymbolId;
use rustc_hash::FxHashMap;

use super::recording::{self, Meaning, Recording};
use super::translate::{Translated, Translation, Untranslatable, refuse};
use crate::term::{Cell, Sort, Symbol};

/// Where a term stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    Assumption,
    Transaction(usize),
    Invariant,
}

/// A read of a transaction: its number there, and what it returns.
#[derive(Clone, Copy)]
pub(super) struct KnownRead {
    pub transaction: usize,
    pub read: usize,
    pub sort: Sort,
}

/// The meaning of symbols.
pub(super) struct Scope {
    pub meanings: FxHashMap<SymbolId, Meaning>,
    pub inside: Inside,
    /// The sorts of columns, by table.
    pub columns: Vec<Vec<Sort>>,
    /// The sorts of keys, as far as they are known.
    pub keys: Vec<Option<Sort>>,
    /// The sorts of parameters.
    pub params: Vec<Sort>,
    /// The parameters that stand for the key of any row.
    pub row_keys: FxHashMap<SymbolId, usize>,
    pub reads: FxHashMap<SymbolId, KnownRead>,
    /// Whether rows exist that nobody adds or removes.
    pub existence: FxHashMap<SymbolId, bool>,
    /// The transactions of each client.
    pub clients: Vec<Vec<usize>>,
    /// The reads of each transaction that invariants mention.
    pub returned: Vec<Vec<KnownRead>>,
}

impl Scope {
    pub fn new(recording: &Recording) -> Scope {
        Scope {
            meanings: recording.meanings.clone(),
            inside: Inside::Assumption,
            columns: Vec::new(),
            keys: vec![None; recording.tables.len()],
            params: recording.params.iter().map(|param| param.sort).collect(),
            row_keys: FxHashMap::default(),
            reads: FxHashMap::default(),
            existence: FxHashMap::default(),
            clients: recording.clients.clone(),
            returned: vec![Vec::new(); recording.transactions.len()],
        }
    }
}

impl Translation<'_> {
    /// What a symbol stands for.
    pub(super) fn symbol(&mut self, symbol: SymbolId) -> Translated {
        let Some(&meaning) = self.scope.meanings.get(&symbol) else {
            return refuse(format!("`{}` is not known", self.source.symbol(symbol).name));
        };
        match meaning {
            Meaning::Param(param) => match self.scope.params.get(param) {
                Some(&sort) => Ok(self.terms.symbol(Symbol::Param(param), sort)),
                // A key of an earlier execution that this one does not make.
                None => refuse("a value is used that is not made on every path"),
            },
            Meaning::Key => {
                let Some(&param) = self.scope.row_keys.get(&symbol) else {
                    return refuse("the key of an arbitrary row can only be used in `where`");
                };
                Ok(self.terms.symbol(Symbol::Param(param), self.scope.params[param]))
            }
            Meaning::Read(_) => self.read_result(symbol),
            Meaning::Initial(cell) => {
                let (cell, sort) = self.cell(cell)?;
                Ok(self.terms.symbol(Symbol::Initial(cell), sort))
            }
            Meaning::Final(cell) => {
                let (cell, sort) = self.cell(cell)?;
                Ok(self.terms.symbol(Symbol::Final(cell), sort))
            }
        }
    }

    /// In an invariant, what a transaction read is something it returned.
    fn read_result(&mut self, symbol: SymbolId) -> Translated {
        if let Some(&exists) = self.scope.existence.get(&symbol) {
            return Ok(self.terms.bool(exists));
        }
        let Some(&known) = self.scope.reads.get(&symbol) else {
            return refuse("a value is used before it was read");
        };
        let KnownRead { transaction, read, sort } = known;
        match self.scope.inside {
            Inside::Transaction(own) if own == transaction => {
                Ok(self.terms.symbol(Symbol::Read { transaction, read }, sort))
            }
            // What the client was told by an earlier transaction of its own.
            Inside::Transaction(own)
                if self
                    .scope
                    .clients
                    .iter()
                    .any(|client| client.contains(&own) && client.contains(&transaction)) =>
            {
                Ok(self.terms.symbol(Symbol::Read { transaction, read }, sort))
            }
            Inside::Transaction(_) => refuse(
                "a transaction uses what one of another client returned: pass a parameter, or do \
                 both in one client",
            ),
            Inside::Assumption => refuse("an assumption cannot speak of what transactions read"),
            Inside::Invariant => {
                let returned = &mut self.scope.returned[transaction];
                let position = returned.iter().position(|other| other.read == read);
                let value = position.unwrap_or_else(|| {
                    returned.push(known);
                    returned.len() - 1
                });
                Ok(self.terms.symbol(Symbol::Returned { transaction, value }, sort))
            }
        }
    }

    /// A cell, with the sort of its content.
    pub(super) fn cell(&mut self, cell: recording::Cell) -> Result<(Cell, Sort), Untranslatable> {
        let sort = self.scope.columns[cell.table][cell.column];
        let key = match cell.key {
            None => None,
            Some(key) => {
                let key = self.value(key)?;
                let sort = self.terms.sort(key);
                match self.scope.keys[cell.table].get_or_insert(sort) {
                    known if *known == sort => {}
                    known => {
                        let known = *known;
                        return refuse(format!(
                            "the keys of a table have one type, not {known} and {sort}"
                        ));
                    }
                }
                Some(key)
            }
        };
        Ok((Cell { table: cell.table, key, column: cell.column }, sort))
    }
}
