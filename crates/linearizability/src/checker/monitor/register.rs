//! Registers to which no value is written twice (Gibbons and Korach, 1997),
//! extended to compare-and-set.
//!
//! The write of a value and its reads form a cluster that nothing interrupts; a
//! successful compare-and-set chains two clusters to a [`Block`].

use rustc_hash::FxHashMap;

use super::{
    MonitorAnswer,
    blocks::{Block, find_conflict},
};
use crate::{History, Value, specification::RegisterMethod};

/// Decides a history of a register to which no value is written twice.
pub(crate) fn check(history: &History, initial: &Value) -> MonitorAnswer {
    let clusters = match Clusters::new(history, initial) {
        Ok(clusters) => clusters,
        Err(answer) => return answer,
    };
    match clusters.blocks().and_then(find_conflict) {
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

    /// Joins chained clusters.
    fn blocks(&self) -> Result<Vec<Block<'history>>, MonitorAnswer> {
        let mut blocks = Vec::new();
        let mut joined = 0;
        for head in self.list.iter().filter(|cluster| cluster.replaces.is_none()) {
            let mut block = Block::new(self.history, head.value);
            let mut next = Some(head);
            while let Some(cluster) = next {
                joined += 1;
                match cluster.write {
                    None => block.begin_before_all(),
                    Some(write) => block.extend(&[write])?,
                }
                block.extend(&cluster.reads)?;
                next = cluster.replaced_by.map(|place| &self.list[place]);
            }
            // A pending write that nobody noticed may have done nothing.
            let unnoticed = head.reads.is_empty() && head.replaced_by.is_none();
            if !(unnoticed && block.is_pending()) {
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
