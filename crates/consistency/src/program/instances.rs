//! Programs with other numbers of instances of their transactions.

use rustc_hash::FxHashMap;

use super::{Event, Param, Program, Transaction};
use crate::term::{Cell, Symbol, Term, Terms};

/// Why the transactions of a program cannot be multiplied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRepeatable {
    /// Sessions name single instances.
    #[error("sessions name single instances: remove them to check repeated transactions")]
    Sessions,
    /// Further instances would add rows that nobody reads.
    #[error(
        "all rows of `{table}` are read, and transactions add rows to it: which rows further \
         instances add is not known, so write out how many there are"
    )]
    Scanned {
        /// The table.
        table: String,
    },
    /// An invariant mentions one instance.
    #[error(
        "invariant `{label}` mentions what a single transaction returns or is given: \
         state it over the final values to check repeated transactions"
    )]
    Invariant {
        /// The invariant.
        label: String,
    },
    /// An assumption relates the arguments of two transactions.
    #[error("an assumption relates the arguments of `{first}` and `{second}`: state one for each")]
    RelatedArguments {
        /// One transaction.
        first: String,
        /// The other.
        second: String,
    },
}

impl Program {
    /// Whether the transactions can be multiplied at all.
    pub fn check_repeatable(&self) -> Result<(), NotRepeatable> {
        if !self.sessions.is_empty() {
            return Err(NotRepeatable::Sessions);
        }
        if let Some(table) = &self.scanned {
            return Err(NotRepeatable::Scanned { table: table.clone() });
        }
        for invariant in &self.invariants {
            let single = self.terms.symbols([invariant.holds]).into_iter().any(|symbol| {
                matches!(symbol, Symbol::Returned { .. } | Symbol::Committed(_))
                    || self.owner(symbol).is_some()
            });
            if single {
                return Err(NotRepeatable::Invariant { label: invariant.label.clone() });
            }
        }
        self.assumptions.iter().try_for_each(|&term| self.single_owner(term).map(drop))
    }

    fn owner(&self, symbol: Symbol) -> Option<usize> {
        match symbol {
            Symbol::Param(param) => self.params[param].owner,
            _ => None,
        }
    }

    /// The transaction whose arguments an assumption is about.
    fn single_owner(&self, assumption: Term) -> Result<Option<usize>, NotRepeatable> {
        let symbols = self.terms.symbols([assumption]);
        let mut owners = symbols.into_iter().filter_map(|symbol| self.owner(symbol));
        let Some(first) = owners.next() else { return Ok(None) };
        match owners.find(|&owner| owner != first) {
            None => Ok(Some(first)),
            Some(second) => Err(NotRepeatable::RelatedArguments {
                first: self.transactions[first].name.clone(),
                second: self.transactions[second].name.clone(),
            }),
        }
    }

    /// The program that runs the given transactions, each as often as it is
    /// listed; every instance has its own arguments, under the same
    /// assumptions.
    pub fn with_instances(&self, instances: &[usize]) -> Result<Program, NotRepeatable> {
        self.check_repeatable()?;
        let mut program = self.clone();
        program.transactions.clear();
        program.assumptions.retain(|&assumption| self.single_owner(assumption) == Ok(None));
        for (position, &template) in instances.iter().enumerate() {
            let number = instances[..position].iter().filter(|&&other| other == template).count();
            let mut renaming = Renaming::new(self, &mut program, template, position, number);
            for &assumption in &self.assumptions {
                if self.single_owner(assumption) == Ok(Some(template)) {
                    let copy = renaming.term(&mut program.terms, assumption);
                    program.assumptions.push(copy);
                }
            }
            let copy = renaming.transaction(&mut program.terms, &self.transactions[template]);
            program.transactions.push(Transaction { name: renaming.name, ..copy });
        }
        Ok(program)
    }
}

/// How the terms of a template are rewritten for one instance.
struct Renaming {
    name: String,
    instance: usize,
    params: FxHashMap<usize, usize>,
    memo: FxHashMap<Term, Term>,
}

impl Renaming {
    fn new(
        from: &Program,
        into: &mut Program,
        template: usize,
        instance: usize,
        number: usize,
    ) -> Renaming {
        let suffix = if number == 0 { String::new() } else { format!("#{}", number + 1) };
        let mut params = FxHashMap::default();
        for (index, param) in from.params.iter().enumerate() {
            if param.owner == Some(template) {
                params.insert(index, into.params.len());
                let name = format!("{}{suffix}", param.name);
                into.params.push(Param {
                    name,
                    sort: param.sort,
                    owner: Some(instance),
                    fresh: param.fresh,
                });
            }
        }
        let name = format!("{}{suffix}", from.transactions[template].name);
        Renaming { name, instance, params, memo: FxHashMap::default() }
    }

    fn term(&mut self, terms: &mut Terms, term: Term) -> Term {
        let (instance, params) = (self.instance, &self.params);
        terms.substitute(term, &mut self.memo, &mut |terms, symbol| {
            let sort_of = |terms: &mut Terms| terms.symbol_sort(symbol);
            let renamed = match symbol {
                Symbol::Param(param) => Symbol::Param(*params.get(&param)?),
                Symbol::Read { read, .. } => Symbol::Read { transaction: instance, read },
                _ => return None,
            };
            let sort = sort_of(terms)?;
            Some(terms.symbol(renamed, sort))
        })
    }

    fn transaction(&mut self, terms: &mut Terms, template: &Transaction) -> Transaction {
        let mut copy = template.clone();
        for event in copy.statements.iter_mut().flat_map(|statement| &mut statement.events) {
            let (cell, guard) = match event {
                Event::Read(read) => (&mut read.cell, &mut read.guard),
                Event::Write(write) => {
                    write.value = self.term(terms, write.value);
                    (&mut write.cell, &mut write.guard)
                }
            };
            *guard = self.term(terms, *guard);
            *cell = Cell { key: cell.key.map(|key| self.term(terms, key)), ..*cell };
        }
        copy.aborts = copy.aborts.map(|aborts| self.term(terms, aborts));
        for (_, value) in &mut copy.returns {
            *value = self.term(terms, *value);
        }
        copy
    }
}
