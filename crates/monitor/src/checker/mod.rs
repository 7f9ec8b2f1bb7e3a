//! The checker: all states over all orders, without enumerating orders.

mod fold;
mod instance;
mod inverted;
mod log;
mod order;
mod search;
mod steps;
mod zone;

pub(crate) use fold::{Move, Reached};
pub(crate) use instance::{Checkpoint, Evaluated, Instance, InstanceKey, Limits, Projected};
pub(crate) use log::{Log, Overwrites};

use std::sync::Arc;

use crate::{Origin, property::LetterId};

/// An event as one property sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Observation {
    /// In nanoseconds since 1970.
    pub time: i64,
    pub order: Option<u64>,
    pub letter: LetterId,
    /// The part of a checkpoint that has it; 0 if none was made.
    pub chapter: u32,
    pub origin: Arc<Origin>,
}

/// Puts an observation after those that are not later.
pub(crate) fn insert_by_time(events: &mut Vec<Observation>, event: Observation) {
    if events.last().is_none_or(|last| last.time <= event.time) {
        events.push(event);
    } else {
        let place = events.partition_point(|other| other.time <= event.time);
        events.insert(place, event);
    }
}
