//! Several strategies side by side; the first to finish wins.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::exploration::{Exploration, Outcome, StopReason};
use crate::options::Options;
use crate::strategy::Strategy;
use crate::system::System;
use crate::visitor::Visitor;

/// Who won a portfolio, and what it found.
#[derive(Debug)]
pub struct Winner<V> {
    /// The strategy that finished first.
    pub strategy: Strategy,
    /// What it reports.
    pub exploration: Exploration,
    /// The visitor that looked on.
    pub visitor: V,
}

/// Explores `system` with several strategies at the same time, each on a thread of its own and
/// with a visitor of its own. The first that is complete, or is stopped by its visitor, wins; the
/// others are cancelled. If none comes so far, the one that was stopped last is returned.
///
/// `None` if there are no strategies.
pub fn portfolio<S, V>(
    system: &S,
    strategies: &[(Strategy, Options<'_>)],
    visitor: impl Fn() -> V + Sync,
) -> Option<Winner<V>>
where
    S: System,
    V: Visitor<S>,
{
    let won = AtomicBool::new(false);
    let winner = Mutex::new(None);
    thread::scope(|scope| {
        for (strategy, options) in strategies {
            scope.spawn(|| {
                let mut visitor = visitor();
                let cancelled = || {
                    won.load(Ordering::Relaxed)
                        || options.cancelled.is_some_and(|cancelled| cancelled())
                };
                let options = Options { cancelled: Some(&cancelled), ..options.clone() };
                let exploration = crate::explore(system, *strategy, &options, &mut visitor);
                let conclusive = matches!(
                    exploration.outcome,
                    Outcome::Complete | Outcome::Stopped(StopReason::Visitor)
                );
                let mut winner = winner.lock().unwrap_or_else(PoisonError::into_inner);
                if !won.load(Ordering::Relaxed) {
                    won.store(conclusive, Ordering::Relaxed);
                    *winner = Some(Winner { strategy: *strategy, exploration, visitor });
                }
            });
        }
    });
    winner.into_inner().unwrap_or_else(PoisonError::into_inner)
}
