//! Registers to which no value is written twice (Gibbons and Korach, 1997),
//! extended to compare-and-set.
//!
//! The write of a value and its reads form a cluster that nothing interrupts.
//! A successful compare-and-set chains two clusters to a block. A block must be
//! before another if one of its operations returned before one of the other's
//! was called. Because that depends on two numbers only (the first return of
//! the one, the last call of the other), there is a cycle exactly if two blocks
//! must each be before the other.

use rustc_hash::FxHashMap;

use super::MonitorAnswer;
use crate::{History, Value, specification::RegisterMethod};

/// The time of the write that gave the register its initial value.
const BEFORE_ALL: i64 = -1;
const NEVER: i64 = i64::MAX;

/// Decides a history of a register to which no value is written twice.
pub(crate) fn check(history: &History, initial: &Value) -> MonitorAnswer {
    let clusters = match Clusters::new(history, initial) {
        Ok(clusters) => clusters,
        Err(answer) => return answer,
    };
    match clusters.blocks().and_then(|blocks| conflict(history, blocks)) {
        Ok(()) => MonitorAnswer::Linearizable,
        Err(answer) => answer,
    }
}

struct Clusters<'history> {
    history: &'history History,
    list: Vec<Cluster<'history>>,
}

struct Cluster<'history> {
    value: &'history Value,
    write: Option<u32>,
    reads: Vec<u32>,
    /// The cluster of the value that a compare-and-set replaced.
    replaces: Option<usize>,
    replaced_by: Option<usize>,
}

impl<'history> Cluster<'history> {
    fn new(value: &'history Value, write: Option<u32>) -> Cluster<'history> {
        Cluster { value, write, reads: Vec::new(), replaces: None, replaced_by: None }
    }
}

/// How an operation uses the register, if it matters.
enum Use<'history> {
    Read(&'history Value),
    Write(&'history Value),
    Replace(&'history Value, &'history Value),
}

impl<'history> Clusters<'history> {
    fn new(history: &'history History, initial: &'history Value) -> Result<Self, MonitorAnswer> {
        let mut clusters = Clusters { history, list: vec![Cluster::new(initial, None)] };
        let mut places: FxHashMap<&Value, usize> = FxHashMap::default();
        places.insert(initial, 0);
        let mut uses = Vec::with_capacity(history.len());
        for index in 0..history.len() as u32 {
            let used = classify(history, index).ok_or(MonitorAnswer::NotApplicable)?;
            if let Some(Use::Write(value) | Use::Replace(_, value)) = used {
                if places.insert(value, clusters.list.len()).is_some() {
                    return Err(MonitorAnswer::NotApplicable);
                }
                clusters.list.push(Cluster::new(value, Some(index)));
            }
            uses.push(used);
        }
        let place = |value: &Value, index: u32| {
            places.get(value).copied().ok_or_else(|| {
                let described = history.describe(&history.operations()[index as usize]);
                let reason = format!("`{described}`, but nobody wrote {value}");
                MonitorAnswer::violated(reason, [index])
            })
        };
        for (index, used) in uses.into_iter().enumerate() {
            let index = index as u32;
            match used {
                Some(Use::Read(value)) => {
                    let cluster = place(value, index)?;
                    clusters.list[cluster].reads.push(index);
                }
                Some(Use::Replace(old, new)) => {
                    clusters.chain(place(old, index)?, place(new, index)?, index)?;
                }
                Some(Use::Write(_)) | None => {}
            }
        }
        Ok(clusters)
    }

    fn chain(&mut self, old: usize, new: usize, index: u32) -> Result<(), MonitorAnswer> {
        if let Some(Cluster { write: Some(other), .. }) =
            self.list[old].replaced_by.map(|cluster| &self.list[cluster])
        {
            let describe =
                |index: u32| self.history.describe(&self.history.operations()[index as usize]);
            let reason = format!(
                "`{}` and `{}` both replaced {}, which was written once",
                describe(*other),
                describe(index),
                self.list[old].value
            );
            return Err(MonitorAnswer::violated(reason, [*other, index]));
        }
        self.list[old].replaced_by = Some(new);
        self.list[new].replaces = Some(old);
        Ok(())
    }

    /// Joins chained clusters; inside a block the order is fixed.
    fn blocks(&self) -> Result<Vec<Block<'history>>, MonitorAnswer> {
        let mut blocks = Vec::new();
        let mut joined = 0;
        for head in self.list.iter().filter(|cluster| cluster.replaces.is_none()) {
            let mut block = Block::new(head.value);
            let mut next = Some(head);
            while let Some(cluster) = next {
                joined += 1;
                match cluster.write {
                    None => block.include(BEFORE_ALL, BEFORE_ALL, u32::MAX),
                    Some(write) => self.extend(&mut block, &[write])?,
                }
                self.extend(&mut block, &cluster.reads)?;
                next = cluster.replaced_by.map(|place| &self.list[place]);
            }
            // A pending write that nobody noticed may have done nothing.
            let unnoticed = head.reads.is_empty() && head.replaced_by.is_none();
            if !(unnoticed && block.first_return.0 == NEVER) {
                blocks.push(block);
            }
        }
        if joined == self.list.len() {
            return Ok(blocks);
        }
        let circular = self.list.iter().filter(|cluster| cluster.replaces.is_some());
        let reason = "values were only written by replacing one another in a circle".to_owned();
        Err(MonitorAnswer::violated(reason, circular.filter_map(|cluster| cluster.write)))
    }

    /// Adds operations, in any order among themselves, to the end of a block.
    fn extend(&self, block: &mut Block<'history>, group: &[u32]) -> Result<(), MonitorAnswer> {
        let operations = self.history.operations();
        let (last_call, caller) = block.last_call;
        for &index in group {
            let operation = &operations[index as usize];
            let returned = operation.returned.map_or(NEVER, i64::from);
            if returned < last_call {
                let describe = |index: u32| self.history.describe(&operations[index as usize]);
                let reason = format!(
                    "`{}` returned before `{}` was called, but must come after it",
                    describe(index),
                    describe(caller)
                );
                return Err(MonitorAnswer::violated(reason, [index, caller]));
            }
            block.include(i64::from(operation.called), returned, index);
        }
        Ok(())
    }
}

/// How the operation uses the register: nothing if that is beyond the monitor,
/// `Some(None)` if it does not matter.
fn classify(history: &History, index: u32) -> Option<Option<Use<'_>>> {
    let operation = &history.operations()[index as usize];
    Some(match (RegisterMethod::of(history.call(operation))?, history.result(operation)) {
        (RegisterMethod::Read, result) => result.map(Use::Read),
        (RegisterMethod::Write(value), _) => Some(Use::Write(value)),
        (RegisterMethod::CompareAndSet(old, new), Some(Value::Boolean(true))) => {
            Some(if old == new { Use::Read(old) } else { Use::Replace(old, new) })
        }
        (RegisterMethod::GetAndSet(new), Some(old)) => Some(Use::Replace(old, new)),
        _ => return None,
    })
}

/// Operations that nothing from outside comes between.
struct Block<'history> {
    value: &'history Value,
    /// The first return and the last call, each with its operation.
    first_return: (i64, u32),
    last_call: (i64, u32),
}

impl<'history> Block<'history> {
    fn new(value: &'history Value) -> Block<'history> {
        Block { value, first_return: (NEVER, u32::MAX), last_call: (i64::MIN, u32::MAX) }
    }

    fn include(&mut self, called: i64, returned: i64, index: u32) {
        self.first_return = self.first_return.min((returned, index));
        self.last_call = self.last_call.max((called, index));
    }

    /// Whether something outside cannot be concurrent with all of it.
    fn is_forward(&self) -> bool {
        self.first_return.0 < self.last_call.0
    }
}

/// Finds two blocks that must each be before the other.
fn conflict(history: &History, blocks: Vec<Block<'_>>) -> Result<(), MonitorAnswer> {
    let (mut forward, backward): (Vec<_>, Vec<_>) = blocks.into_iter().partition(Block::is_forward);
    forward.sort_unstable_by_key(|block| block.first_return.0);
    for pair in forward.windows(2) {
        if pair[1].first_return.0 < pair[0].last_call.0 {
            return Err(both_ways(history, &pair[0], &pair[1]));
        }
    }
    for block in &backward {
        let place = forward.partition_point(|other| other.first_return.0 < block.last_call.0);
        if let Some(other) = place.checked_sub(1).map(|place| &forward[place])
            && block.first_return.0 < other.last_call.0
        {
            return Err(both_ways(history, other, block));
        }
    }
    Ok(())
}

fn both_ways(history: &History, one: &Block<'_>, other: &Block<'_>) -> MonitorAnswer {
    let describe = |index: u32| match history.operations().get(index as usize) {
        Some(operation) => format!("`{}`", history.describe(operation)),
        None => "the beginning".to_owned(),
    };
    let before = |one: &Block<'_>, other: &Block<'_>| {
        format!(
            "{} was over before {} was called",
            describe(one.first_return.1),
            describe(other.last_call.1)
        )
    };
    let reason = format!(
        "{} would have to be written both before and after {}: {}, and {}",
        one.value,
        other.value,
        before(one, other),
        before(other, one)
    );
    let operations = [one.first_return.1, one.last_call.1, other.first_return.1, other.last_call.1];
    MonitorAnswer::violated(reason, operations.into_iter().filter(|&index| index != u32::MAX))
}
