//! Where events go when workers share the work.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use aplomb_monitor::{Event, Origin, Partitions};
use aplomb_store::{Arrival, Route};

use super::intake::text;

/// Finds the partitions of events.
#[derive(Debug)]
pub(crate) struct Routing {
    partitions: Partitions,
    /// Makes ids that nobody else makes.
    worker: u64,
    next: AtomicU64,
}

impl Routing {
    pub fn new(partitions: Partitions) -> Routing {
        let worker = RandomState::new().build_hasher().finish();
        Routing { partitions, worker, next: AtomicU64::new(0) }
    }

    /// An event that has just come. It gets an id if it has none: partitions can be given an
    /// event twice, and have to see that it is the same.
    pub fn arrival(&self, event: &mut Event) -> Arrival {
        if event.origin.id.is_none() {
            let number = self.next.fetch_add(1, Relaxed);
            let id = Some(format!("{:016x}-{number}", self.worker).into());
            event.origin = Arc::new(Origin { id, ..Origin::clone(&event.origin) });
        }
        let home = Some(self.partitions.home(event));
        let route = Route { home, concerned: self.partitions.concerned(event) };
        Arrival { id: event.origin.id.clone(), text: text(event), route }
    }

    /// An event that a rule has made; nothing if it concerns nobody.
    pub fn forwarded(&self, event: &Event) -> Option<Arrival> {
        let concerned = self.partitions.concerned(event);
        let route = Route { home: None, concerned };
        (!route.concerned.is_empty()).then(|| Arrival {
            id: event.origin.id.clone(),
            text: text(event),
            route,
        })
    }
}
