//! What must be true of a program before a question is asked about it.

use super::{Event, Initial, Program};
use crate::term::{Cell, Node, Sort, Symbol, Term};

/// The most transactions a program may have.
pub const MAX_TRANSACTIONS: usize = 64;

/// Why a program is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// More transactions than sets of them can hold.
    #[error("{count} transactions; at most {MAX_TRANSACTIONS} are supported: check fewer at once")]
    TooManyTransactions {
        /// How many there are.
        count: usize,
    },
    /// There is nothing to check.
    #[error("the program has no invariant: state what must hold when the transactions have run")]
    NoInvariant,
    /// A term has another sort than its place asks for.
    #[error("{place} must be of sort {expected}, but is of sort {found}")]
    WrongSort {
        /// Where the term stands.
        place: String,
        /// The sort the place asks for.
        expected: Sort,
        /// The sort of the term.
        found: Sort,
    },
    /// Something is mentioned that does not exist or has no meaning there.
    #[error("{place} mentions {what}")]
    OutOfPlace {
        /// Where it is mentioned.
        place: String,
        /// What is mentioned.
        what: String,
    },
    /// A transaction occurs twice in the sessions.
    #[error("transaction `{name}` occurs more than once in the sessions")]
    RepeatedInSessions {
        /// The transaction.
        name: String,
    },
}

/// Which symbols may occur where.
#[derive(Clone, Copy)]
enum Scope {
    /// Initial values and parameters.
    Assumption,
    /// Also the first `reads` reads of the transaction.
    Transaction { transaction: usize, reads: usize },
    /// Also final and returned values.
    Invariant,
}

impl Program {
    /// Checks that every term stands where it has a meaning and has the sort
    /// its place asks for.
    pub fn validate(&self) -> Result<(), ProgramError> {
        let count = self.transactions.len();
        if count > MAX_TRANSACTIONS {
            return Err(ProgramError::TooManyTransactions { count });
        }
        if self.invariants.is_empty() {
            return Err(ProgramError::NoInvariant);
        }
        self.validate_tables()?;
        for &assumption in &self.assumptions {
            self.expect("an assumption", assumption, Sort::Bool, Scope::Assumption)?;
        }
        for row in &self.row_assumptions {
            let place = "an assumption about rows";
            self.expect(place, row.holds, Sort::Bool, Scope::Assumption)?;
            let key = self.tables.get(row.table).and_then(|table| table.key);
            let bound = self.params.get(row.key).map(|param| param.sort);
            if key.is_none() || key != bound {
                return out_of_place(place, "a key of another sort than its table's");
            }
        }
        for index in 0..count {
            self.validate_transaction(index)?;
        }
        self.validate_sessions()?;
        for invariant in &self.invariants {
            let place = format!("invariant `{}`", invariant.label);
            self.expect(&place, invariant.holds, Sort::Bool, Scope::Invariant)?;
        }
        Ok(())
    }

    fn validate_tables(&self) -> Result<(), ProgramError> {
        for table in &self.tables {
            for column in &table.columns {
                let Initial::Fixed { default, rows } = &column.initial else { continue };
                let values = rows.iter().map(|row| &row.1).chain([default]);
                for value in values {
                    self.expect_sort(
                        &format!("the initial value of `{}`", table.name),
                        column.sort,
                        value.sort(),
                    )?;
                }
                for (key, _) in rows {
                    let place = format!("a key of `{}`", table.name);
                    match table.key {
                        Some(sort) => self.expect_sort(&place, sort, key.sort())?,
                        None => return out_of_place(&place, "a row, but the table has just one"),
                    }
                }
            }
        }
        Ok(())
    }

    fn validate_transaction(&self, index: usize) -> Result<(), ProgramError> {
        let transaction = &self.transactions[index];
        let place = |what: &str| format!("{what} of transaction `{}`", transaction.name);
        let mut reads = 0;
        for (_, event) in transaction.events() {
            let scope = Scope::Transaction { transaction: index, reads };
            match event {
                Event::Read(read) => {
                    self.validate_cell(&place("a read"), read.cell, scope)?;
                    self.expect(&place("the guard of a read"), read.guard, Sort::Bool, scope)?;
                    reads += 1;
                }
                Event::Write(write) => {
                    self.validate_cell(&place("a write"), write.cell, scope)?;
                    self.expect(&place("the guard of a write"), write.guard, Sort::Bool, scope)?;
                    let sort = self.cell_sort(write.cell);
                    self.expect(&place("a written value"), write.value, sort, scope)?;
                }
            }
        }
        if let Some(aborts) = transaction.aborts {
            let scope = Scope::Transaction { transaction: index, reads };
            self.expect(&place("the rollback"), aborts, Sort::Bool, scope)?;
        }
        if transaction.stale && transaction.writes().next().is_some() {
            return out_of_place(&place("a stale read"), "a write");
        }
        for (name, value) in &transaction.returns {
            let scope = Scope::Transaction { transaction: index, reads };
            self.validate_scope(&place(&format!("returned value `{name}`")), *value, scope)?;
        }
        Ok(())
    }

    fn validate_sessions(&self) -> Result<(), ProgramError> {
        let mut seen = vec![false; self.transactions.len()];
        for &transaction in self.sessions.iter().flatten() {
            match seen.get_mut(transaction) {
                None => return out_of_place("a session", "a transaction that does not exist"),
                Some(true) => {
                    let name = self.transactions[transaction].name.clone();
                    return Err(ProgramError::RepeatedInSessions { name });
                }
                Some(slot) => *slot = true,
            }
        }
        Ok(())
    }

    fn validate_cell(&self, place: &str, cell: Cell, scope: Scope) -> Result<(), ProgramError> {
        let Some(table) = self.tables.get(cell.table) else {
            return out_of_place(place, "a table that does not exist");
        };
        if cell.column >= table.columns.len() {
            return out_of_place(place, &format!("a column that `{}` does not have", table.name));
        }
        match (table.key, cell.key) {
            (None, None) => Ok(()),
            (Some(sort), Some(key)) => {
                self.expect(&format!("the key of {place}"), key, sort, scope)
            }
            (Some(_), None) => out_of_place(place, &format!("`{}` without a key", table.name)),
            (None, Some(_)) => {
                out_of_place(place, &format!("a key of `{}`, which has one row", table.name))
            }
        }
    }

    fn expect(
        &self,
        place: &str,
        term: Term,
        expected: Sort,
        scope: Scope,
    ) -> Result<(), ProgramError> {
        self.expect_sort(place, expected, self.terms.sort(term))?;
        self.validate_scope(place, term, scope)
    }

    fn expect_sort(&self, place: &str, expected: Sort, found: Sort) -> Result<(), ProgramError> {
        if expected == found {
            return Ok(());
        }
        Err(ProgramError::WrongSort { place: place.into(), expected, found })
    }

    fn validate_scope(&self, place: &str, term: Term, scope: Scope) -> Result<(), ProgramError> {
        for part in self.terms.post_order([term], &|_| false) {
            let Node::Symbol(symbol, _) = *self.terms.node(part) else { continue };
            self.validate_symbol(place, symbol, scope)?;
        }
        Ok(())
    }

    fn validate_symbol(
        &self,
        place: &str,
        symbol: Symbol,
        scope: Scope,
    ) -> Result<(), ProgramError> {
        let known = |transaction: usize| transaction < self.transactions.len();
        let fits = match (symbol, scope) {
            (Symbol::Param(param), _) => param < self.params.len(),
            (Symbol::Initial(cell), Scope::Assumption | Scope::Invariant)
            | (Symbol::Final(cell), Scope::Invariant) => {
                // The key was visited before; only its presence is checked here.
                let table = self.tables.get(cell.table);
                table.is_some_and(|table| {
                    cell.column < table.columns.len() && table.key.is_some() == cell.key.is_some()
                })
            }
            (
                Symbol::Read { transaction, read },
                Scope::Transaction { transaction: own, reads },
            ) if transaction == own => read < reads,
            (Symbol::Read { transaction, read }, Scope::Transaction { transaction: own, .. }) => {
                let position =
                    |session: &Vec<usize>, t: usize| session.iter().position(|&m| m == t);
                let earlier = |session: &Vec<usize>| {
                    let own = position(session, own);
                    position(session, transaction).is_some_and(|at| own.is_some_and(|own| at < own))
                };
                self.sessions.iter().any(earlier)
                    && read < self.transactions[transaction].reads().count()
            }
            (Symbol::Returned { transaction, value }, Scope::Invariant) => {
                known(transaction) && value < self.transactions[transaction].returns.len()
            }
            (Symbol::Committed(transaction), Scope::Invariant) => known(transaction),
            _ => false,
        };
        if fits { Ok(()) } else { out_of_place(place, &format!("{symbol:?}")) }
    }
}

fn out_of_place<T>(place: &str, what: &str) -> Result<T, ProgramError> {
    Err(ProgramError::OutOfPlace { place: place.into(), what: what.into() })
}
