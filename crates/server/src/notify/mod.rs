//! Notices of violations: webhooks with a signature, and messages for chat rooms. They wait
//! in the store until they are delivered, so none is lost when the server or the receiver
//! is down; who receives one twice knows it by its id.

mod sink;

use std::{
    collections::HashMap,
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

use aplomb_store::{Notice, Store};

pub use sink::{Sink, SinkError};

use crate::watch::Shared;

/// How often the store is asked, if nobody wakes the messenger.
const ASK_EVERY: Duration = Duration::from_secs(1);
/// The longest pause after failures.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// So many notices are looked at at a time.
const MOST: usize = 1000;

/// A receiver that fails is left alone for a while.
struct Pause {
    until: Instant,
    length: Duration,
}

/// Delivers notices until the server ends.
pub(crate) fn deliver(
    sinks: &[Sink],
    woken: &Receiver<()>,
    ended: &Receiver<()>,
    store: &dyn Store,
    shared: &Shared,
) {
    let mut pauses: HashMap<usize, Pause> = HashMap::new();
    loop {
        if !sinks.is_empty() {
            deliver_some(sinks, &mut pauses, store, shared);
        }
        if let Err(RecvTimeoutError::Disconnected) = woken.recv_timeout(ASK_EVERY) {
            return;
        }
        if matches!(ended.try_recv(), Err(std::sync::mpsc::TryRecvError::Disconnected)) {
            return;
        }
    }
}

/// Tries each notice whose receiver is not left alone.
fn deliver_some(
    sinks: &[Sink],
    pauses: &mut HashMap<usize, Pause>,
    store: &dyn Store,
    shared: &Shared,
) {
    let Ok(notices) = store.notices(MOST) else { return };
    for Notice { number, text } in notices {
        let Some((index, sink)) = sinks.iter().enumerate().find(|(_, sink)| sink.owns(&text))
        else {
            // Its receiver is not configured any more.
            let _ = store.delivered(number);
            continue;
        };
        if pauses.get(&index).is_some_and(|pause| Instant::now() < pause.until) {
            continue;
        }
        match sink.deliver(&text) {
            Ok(()) => {
                pauses.remove(&index);
                shared.metrics.notices.add(1);
                // A notice that cannot be removed is delivered again: better than never.
                let _ = store.delivered(number);
            }
            Err(reason) => {
                shared.metrics.failed_notices.add(1);
                let length = pauses.get(&index).map_or(Duration::from_millis(500), |it| it.length);
                let length = (2 * length).min(LONGEST_PAUSE);
                pauses.insert(index, Pause { until: Instant::now() + length, length });
                shared.problem(format!("a notice was not delivered to {}: {reason}", sink.name()));
            }
        }
    }
}
