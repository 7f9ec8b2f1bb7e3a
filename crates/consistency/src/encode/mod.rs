//! The axioms as constraints.
//!
//! For every pair of transactions a Boolean says who is arbitrated first; for
//! every view a Boolean per transaction says whether it is seen. What a view
//! holds of a cell is the value of the latest writer it sees, chosen by
//! identity, never by equality of values. The constraints are exact: their
//! solutions are the executions that the axioms permit.

mod conflict;
mod extract;
mod monotone;
mod operation;
mod order;
mod session;
mod store;
mod symmetry;
mod total;
mod view;

use std::time::Instant;

use rustc_hash::FxHashMap;

use crate::execution::{Levels, TransactionSet};
use crate::model::Granularity;
use crate::program::Program;
use crate::term::{Cell, Sort, Symbol, Term, Terms, Value};
use operation::Operations;

pub(crate) use symmetry::interchangeable;

/// What is to be violated, and by whom.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    /// What an execution must break.
    pub(crate) holds: Term,
    /// Whether executions count in which only some transactions commit.
    pub(crate) subsets: bool,
    /// The transactions that can make a difference.
    pub(crate) relevant: TransactionSet,
    /// Whether only executions are looked at in which the transactions are
    /// arbitrated in the order of the program. What is found there is an
    /// execution; that nothing is found says nothing.
    pub(crate) in_order: bool,
    /// When to give up.
    pub(crate) deadline: Instant,
}

/// A view of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ViewName {
    /// Everything committed.
    Final,
    /// Everything arbitrated before a transaction.
    Before(usize),
    /// What a transaction sees throughout.
    Whole(usize),
    /// What a statement of a transaction sees.
    Statement(usize, usize),
    /// What a read of a transaction sees.
    Read(usize, usize),
}

/// Constraints whose solutions are the executions of a program.
pub(crate) struct Encoding<'p> {
    program: &'p Program,
    levels: &'p Levels,
    goal: &'p Goal,
    /// The program's terms and those of the encoding.
    pub(crate) terms: Terms,
    /// What must hold of every execution.
    pub(crate) constraints: Vec<Term>,
    /// Whether each transaction commits.
    present: Vec<Term>,
    /// `ar[i][j]`: whether `i` is arbitrated before `j`.
    ar: Vec<Vec<Term>>,
    /// Whether a view sees a transaction.
    sees: FxHashMap<(ViewName, usize), Term>,
    /// What a view holds of a cell.
    latest: FxHashMap<(ViewName, Cell), Term>,
    /// The variables for initial values of free columns.
    free_initial: Vec<(Cell, Term)>,
    /// The operations, if they are the units.
    operations: Option<Operations>,
    /// Whether the deadline passed before everything was said: constraints are missing, and the
    /// solver must not be asked.
    pub(crate) late: bool,
}

impl<'p> Encoding<'p> {
    /// Encodes the executions of the transactions that matter for a goal.
    pub(crate) fn new(program: &'p Program, levels: &'p Levels, goal: &'p Goal) -> Encoding<'p> {
        let mut terms = program.terms.clone();
        let present = (0..program.transactions.len()).map(|transaction| {
            match (goal.relevant.contains(transaction), goal.subsets) {
                (false, _) => terms.bool(false),
                (true, false) => terms.bool(true),
                (true, true) => terms.fresh(Sort::Bool),
            }
        });
        let present = present.collect();
        let mut encoding = Encoding {
            program,
            levels,
            goal,
            terms,
            constraints: Vec::new(),
            present,
            ar: Vec::new(),
            sees: FxHashMap::default(),
            latest: FxHashMap::default(),
            free_initial: Vec::new(),
            operations: None,
            late: false,
        };
        if levels.base.model.axioms().granularity == Granularity::Operation {
            encoding.encode_operations();
        } else {
            encoding.order();
            encoding.views();
            encoding.conflicts();
            encoding.sessions();
            encoding.reads();
            encoding.monotone_cells();
        }
        encoding.assumptions();
        encoding
    }

    /// Whether the time is over. Many transactions on many rows take long to describe.
    fn is_late(&mut self) -> bool {
        self.late = self.late || Instant::now() >= self.goal.deadline;
        self.late
    }

    fn require(&mut self, constraint: Term) {
        if self.terms.constant(constraint) != Some(&Value::Bool(true)) {
            self.constraints.push(constraint);
        }
    }

    fn require_if(&mut self, conditions: impl IntoIterator<Item = Term>, conclusion: Term) {
        let condition = self.terms.and(conditions);
        let clause = self.terms.implies(condition, conclusion);
        self.require(clause);
    }

    fn is_false(&self, term: Term) -> bool {
        self.terms.constant(term) == Some(&Value::Bool(false))
    }

    /// The transactions that matter.
    fn relevant(&self) -> impl Iterator<Item = usize> + use<> {
        self.goal.relevant.iter()
    }

    /// The condition that the goal applies and fails.
    pub(crate) fn violation(&mut self) -> Term {
        let holds = self.goal.holds;
        let mentioned = self.program.mentioned_transactions(holds);
        let applies: Vec<Term> = mentioned.iter().map(|t| self.present[t]).collect();
        let holds = self.resolve(holds);
        let fails = self.terms.not(holds);
        self.terms.and(applies.into_iter().chain([fails]))
    }

    fn assumptions(&mut self) {
        let program = self.program;
        for different in program.freshness(&mut self.terms) {
            self.require(different);
        }
        for &assumption in &program.assumptions {
            let assumption = self.resolve(assumption);
            self.require(assumption);
        }
    }

    /// Rewrites final, initial and returned values into terms of the encoding.
    fn resolve(&mut self, root: Term) -> Term {
        let mut memo = FxHashMap::default();
        // Children come first, so keys are rewritten before their cells.
        for term in self.terms.post_order([root], &|_| false) {
            let symbol = match *self.terms.node(term) {
                crate::term::Node::Symbol(symbol, _) => symbol,
                _ => {
                    let rewritten = self.terms.substitute(term, &mut memo, &mut |_, _| None);
                    memo.insert(term, rewritten);
                    continue;
                }
            };
            let rewritten = match symbol {
                Symbol::Final(cell) => {
                    let key = cell.key.map(|key| memo[&key]);
                    self.final_value(Cell { key, ..cell })
                }
                Symbol::Initial(cell) => {
                    let key = cell.key.map(|key| memo[&key]);
                    self.initial(Cell { key, ..cell })
                }
                Symbol::Returned { transaction, value } => {
                    self.program.transactions[transaction].returns[value].1
                }
                Symbol::Committed(transaction) => self.present[transaction],
                _ => term,
            };
            memo.insert(term, rewritten);
        }
        memo[&root]
    }

    fn final_value(&mut self, cell: Cell) -> Term {
        match &self.operations {
            Some(_) => self.final_operation(cell),
            None => self.latest(ViewName::Final, cell),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Encoding, Goal};
    use crate::execution::Levels;
    use crate::model::Model;

    /// How many terms describe the executions of a program.
    fn described(text: &str, deadline: Instant) -> (usize, bool) {
        let program = crate::fixture::parse(text).unwrap();
        let relevant = (0..program.transactions.len()).collect();
        let holds = program.invariants[0].holds;
        let goal = Goal { holds, subsets: false, relevant, in_order: false, deadline };
        let levels = Levels::uniform(Model::SER);
        let mut encoding = Encoding::new(&program, &levels, &goal);
        encoding.violation();
        let terms = encoding.terms.nodes().count() - program.terms.nodes().count();
        (terms, encoding.late)
    }

    /// A limit on time is kept by looking at the clock often: after it, next to nothing is
    /// described.
    #[test]
    fn executions_are_not_described_when_the_time_is_over() {
        let updates = (0..40).map(|n| format!("T{n}: r{n} = x; x := r{n} + 1\n"));
        let text = format!("x = 0\n{}inv x == 40", updates.collect::<String>());
        let now = Instant::now();
        let (all, false) = described(&text, now + Duration::from_secs(3_600)) else {
            panic!("an hour is enough");
        };
        let (late, true) = described(&text, now) else { panic!("the time is over") };
        assert!(late * 10 < all, "{late} terms of {all}");
    }
}
