//! An execution of a model is one of every weaker model: in another shape.

use std::collections::{BTreeMap, BTreeSet};

use super::{Execution, History, Levels, Operation, TransactionSet, View};
use crate::model::Granularity;
use crate::program::{Event, Lock, Program};

/// The same execution in the shape that a weaker level judges.
pub(crate) fn weaken(
    program: &Program,
    from: &Levels,
    to: &Levels,
    execution: &Execution,
) -> Execution {
    let History::Transactions { order, views } = &execution.history else {
        return execution.clone();
    };
    let shape = Shape { program, from, order, views };
    let history = match to.base.model.axioms().granularity {
        Granularity::Operation => shape.operations(),
        granularity => {
            let views =
                (0..views.len()).map(|transaction| shape.view(transaction, granularity)).collect();
            History::Transactions { order: order.clone(), views }
        }
    };
    Execution { history, ..execution.clone() }
}

struct Shape<'a> {
    program: &'a Program,
    from: &'a Levels,
    order: &'a [usize],
    views: &'a [View],
}

impl Shape<'_> {
    /// What a read sees, locking reads included.
    fn of_read(
        &self,
        transaction: usize,
        statement: usize,
        read: usize,
        lock: Lock,
    ) -> TransactionSet {
        let axioms = self.from.axioms(self.program, transaction);
        if lock.is_current(axioms) {
            return self.order.iter().copied().take_while(|&other| other != transaction).collect();
        }
        self.views[transaction].of_read(statement, read)
    }

    fn view(&self, transaction: usize, granularity: Granularity) -> View {
        let code = &self.program.transactions[transaction];
        match (granularity, &self.views[transaction]) {
            (Granularity::Statement, View::Whole(set)) => {
                View::Statements(vec![*set; code.statements.len()])
            }
            (Granularity::Read, _) => {
                let reads = code.reads().enumerate();
                let seen = reads.map(|(index, (statement, read))| {
                    self.of_read(transaction, statement, index, read.lock)
                });
                View::Reads(seen.collect())
            }
            (_, view) => view.clone(),
        }
    }

    /// Transactions one after the other; a read sees the writes of whom it saw
    /// and the earlier ones of its own transaction.
    fn operations(&self) -> History {
        let mut order = Vec::new();
        let mut seen: BTreeMap<Operation, BTreeSet<Operation>> = BTreeMap::new();
        let mut writes: Vec<Operation> = Vec::new();
        for &transaction in self.order {
            let mut reads = 0;
            for (event, (statement, access)) in
                self.program.transactions[transaction].events().enumerate()
            {
                let operation = Operation { transaction, event };
                match access {
                    Event::Read(read) => {
                        let mut view = self.of_read(transaction, statement, reads, read.lock);
                        view.insert(transaction);
                        let visible = writes.iter().copied();
                        let visible = visible.filter(|write| view.contains(write.transaction));
                        seen.insert(operation, visible.collect());
                        reads += 1;
                    }
                    Event::Write(_) => writes.push(operation),
                }
                order.push(operation);
            }
        }
        History::Operations { order, committed: self.order.iter().copied().collect(), seen }
    }
}
