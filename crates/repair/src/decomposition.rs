//! Decompositions of an execution into intervals, and whether it is serializable with these.

use crate::execution::Execution;
use crate::section::Repair;

/// Intervals of an execution: contiguous actions of one operation (Definition 6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decomposition {
    /// The interval of each action.
    intervals: Vec<usize>,
    count: usize,
}

impl Decomposition {
    /// The decomposition that glues an action to the one before it in its operation where `glued`
    /// says so; it is asked for the earlier and the later action.
    #[must_use]
    pub fn new(execution: &Execution, mut glued: impl FnMut(usize, usize) -> bool) -> Self {
        let actions = execution.actions();
        let mut last: Vec<Option<usize>> = Vec::new();
        let mut intervals = Vec::with_capacity(actions.len());
        let mut count = 0;
        for index in 0..actions.len() {
            let operation = execution.operation(index);
            if operation == last.len() {
                last.push(None);
            }
            let interval = match last[operation].replace(index) {
                Some(before) if glued(before, index) => intervals[before],
                _ => {
                    count += 1;
                    count - 1
                }
            };
            intervals.push(interval);
        }
        Self { intervals, count }
    }

    /// Every action on its own.
    #[must_use]
    pub fn actions(execution: &Execution) -> Self {
        Self::new(execution, |_, _| false)
    }

    /// Every operation as a whole.
    #[must_use]
    pub fn operations(execution: &Execution) -> Self {
        Self::new(execution, |_, _| true)
    }

    /// The intervals that stretches of the execution make, and single actions elsewhere.
    #[must_use]
    pub fn by_segments(execution: &Execution, segments: &Repair) -> Self {
        Self::new(execution, |before, index| {
            segments.sections().iter().any(|segment| {
                segment.within == execution.operation(index)
                    && segment.first <= before
                    && index <= segment.last
            })
        })
    }

    /// The intervals that blocks of the program make, and single actions elsewhere. An operation
    /// that leaves a block and comes back begins another interval.
    #[must_use]
    pub fn by_blocks(execution: &Execution, blocks: &Repair) -> Self {
        let actions = execution.actions();
        Self::new(execution, |before, index| {
            let (from, to) = (actions[before].position, &actions[index]);
            blocks.sections().iter().any(|block| {
                block.within == from.routine
                    && (block.first..=block.last).contains(&from.point)
                    && block.first <= to.passed.0
                    && to.passed.1 <= block.last
            })
        })
    }

    /// How many intervals there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no interval, because nothing happens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The interval of an action.
    #[must_use]
    pub fn interval(&self, action: usize) -> usize {
        self.intervals[action]
    }

    /// Whether the execution is conflict serializable with these intervals as transactions: whether
    /// its interval graph (Definition 7) has no cycle. Takes time linear in the number of accesses.
    #[must_use]
    pub fn is_serializable(&self, execution: &Execution) -> bool {
        let edges = self.edges(execution);
        let mut incoming = vec![0_usize; self.count];
        let mut outgoing: Vec<Vec<usize>> = vec![Vec::new(); self.count];
        for (from, to) in edges {
            incoming[to] += 1;
            outgoing[from].push(to);
        }
        let mut ready: Vec<usize> = (0..self.count).filter(|&it| incoming[it] == 0).collect();
        let mut done = 0;
        while let Some(interval) = ready.pop() {
            done += 1;
            for &next in &outgoing[interval] {
                incoming[next] -= 1;
                if incoming[next] == 0 {
                    ready.push(next);
                }
            }
        }
        done == self.count
    }

    /// Edges of the interval graph whose transitive closure is that of all its edges.
    fn edges(&self, execution: &Execution) -> Vec<(usize, usize)> {
        let mut last: Vec<Option<usize>> = Vec::new();
        let mut edges = execution.dependencies();
        for (index, action) in execution.actions().iter().enumerate() {
            if last.len() <= action.process {
                last.resize(action.process + 1, None);
            }
            edges.extend(last[action.process].replace(index).map(|before| (before, index)));
        }
        for (from, to) in &mut edges {
            (*from, *to) = (self.intervals[*from], self.intervals[*to]);
        }
        edges.retain(|(from, to)| from != to);
        edges
    }
}
