//! Crash points at which nobody can tell that the attempt ran: its writes may be
//! moved to the time of the retry.

use super::{Crash, Environment, Iteration, Looks, Simulation, around, changes};
use crate::app::symbol_term;
use crate::protection::Protection;
use crate::silent::{Existence, SetField, if_there, overwrites, set_fields};
use aplomb_symbolic::{Action, Term, Terms};

/// When a write may be moved to the time of the retry without anybody noticing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Silence {
    /// The retry surely writes again.
    Always,
    /// Whenever the retry writes again.
    WhenRepeated,
}

impl Simulation<'_> {
    /// Whether nobody can tell that the attempt ran up to the crash: its writes
    /// may be moved to the time of the retry.
    pub(super) fn is_unnoticed(&mut self, crash: usize) -> bool {
        let executed: Vec<usize> = (0..self.trace.steps.len())
            .filter(|&step| self.possibly_executed(step, crash))
            .filter(|&step| changes(&self.trace.steps[step]))
            .collect();
        // What the retry does not execute again, or reads from a log, is not moved.
        let recognised = (0..=crash).filter(|&step| self.possibly_executed(step, crash));
        if recognised.into_iter().any(|step| self.is_recognised_later(step)) {
            return false;
        }
        let step = &self.trace.steps[crash];
        let one = step.in_loop.is_none() && step.batch.is_none();
        let unordered = step.batch.is_some();
        let silence = self.silence(crash);
        let iteration = Iteration::Crashing;
        let alone = match silence {
            // The last write, if the retry gets as far as that again.
            Some(Silence::Always) if one => self
                .check(Crash {
                    behind: crash,
                    boundary: crash.checked_sub(1),
                    skips: false,
                    iteration,
                })
                .is_empty(),
            // The only write; if the retry does not get there, the write stays.
            Some(Silence::WhenRepeated) if one && executed == [crash] => {
                let boundary = Some(crash);
                self.check(Crash { behind: crash, boundary, skips: true, iteration }).is_empty()
            }
            // Writes of the same in any order: each stays, or moves on its own.
            Some(Silence::Always) if unordered && executed == [crash] => {
                self.writes_the_same(crash)
            }
            _ => false,
        };
        alone || (silence == Some(Silence::Always) && self.all_move(crash, &executed))
    }

    /// Whether the retry gets the outcome of a step that the attempt has executed.
    fn is_recognised_later(&self, index: usize) -> bool {
        let step = &self.trace.steps[index];
        let token = matches!(step.action, Action::Access { token: Some(_), .. });
        token
            || step.kept.is_some()
            || self.is_protected(Protection::Once, index)
            || self.is_protected(Protection::LogRead, index)
    }

    /// Whether all writes since the last one that somebody can notice may be moved to
    /// the time of the retry together.
    ///
    /// Two writes may: when the retry has repeated the first, the second still holds
    /// what the attempt wrote (then the whole run happened now) or what somebody else
    /// wrote since (then the run has not come to it). Of three, the middle one may
    /// hold something else and the last one not, which no single run leaves behind;
    /// so loops move only if nobody looks meanwhile.
    fn all_move(&mut self, crash: usize, executed: &[usize]) -> bool {
        let last = executed.iter().rposition(|&s| self.silence(s) != Some(Silence::Always));
        let (noticed, moved) = match last {
            Some(last) => (Some(executed[last]), &executed[last + 1..]),
            None => (None, executed),
        };
        let steps = &self.trace.steps;
        let single = |&s: &usize| steps[s].in_loop.is_none() && steps[s].batch.is_none();
        let few = moved.len() <= 2 && moved.iter().all(|s| single(s) && self.writes_the_same(*s));
        let repeated = moved.iter().all(|&s| steps[s].in_loop.is_some());
        // Earlier iterations would have to move behind what was noticed in this one.
        let apart = !noticed.is_some_and(|step| {
            around(self.trace, steps[step].in_loop).any(|id| self.is_within(crash, id))
        });
        let whoever_looks = few && self.are_apart(moved);
        let if_nobody_looks = self.looks == Looks::BetweenRuns && (few || (repeated && apart));
        if !whoever_looks && !if_nobody_looks {
            return false;
        }
        let iteration = Iteration::Crashing;
        let at = Crash { behind: crash, boundary: noticed, skips: false, iteration };
        let moves = self.check(at).is_empty();
        self.needs_nobody_to_look |= moves && !whoever_looks;
        moves
    }

    /// Whether the first of two writes leaves the same behind if the second has been
    /// executed before it: they mean different cells, or the first replaces all.
    fn are_apart(&mut self, moved: &[usize]) -> bool {
        let [first, second] = moved else { return true };
        let written = |step: usize| self.trace.steps[step].accesses();
        let terms = &mut self.app.terms;
        written(*first).iter().all(|one| {
            let replaces = one.new.is_none_or(|new| !terms.depends(new, |s| s == one.old));
            replaces
                || written(*second).iter().all(|other| {
                    let same_key = terms.equal(one.key, other.key);
                    let same_store = terms.equal(one.store, other.store);
                    let same = terms.and(same_key, same_store);
                    terms.is_false(same)
                })
        })
    }

    /// Whether a step writes the same values on retry.
    fn writes_the_same(&self, index: usize) -> bool {
        let Action::Access { accesses, .. } = &self.trace.steps[index].action else { return false };
        accesses.iter().filter_map(|a| Some((a.old, a.new?))).all(|(old, new)| {
            !self.app.terms.depends(new, |symbol| symbol != old && self.is_volatile(symbol))
        })
    }

    /// Whether a write may happen at the time of the retry instead: it overwrites
    /// without looking, always the same cell and fields, and nobody observes the
    /// store.
    fn silence(&mut self, index: usize) -> Option<Silence> {
        let step = self.trace.steps[index].clone();
        let Action::Access { accesses, .. } = &step.action else { return None };
        let mut silence = Silence::Always;
        for access in accesses {
            let old = symbol_term(&mut self.app.terms, access.old);
            let where_there = if_there(&mut self.app.terms, access, old);
            let existence = match where_there.new == access.new {
                true => Existence::Changes,
                false => Existence::Same,
            };
            let access = &where_there;
            if !overwrites(&self.app.terms, access, old) {
                return None;
            }
            let volatile = |terms: &Terms, term: Term| {
                terms.depends(term, |symbol| symbol != access.old && self.is_volatile(symbol))
            };
            if volatile(&self.app.terms, access.key) || volatile(&self.app.terms, access.store) {
                return None;
            }
            let fields = access.new.and_then(|new| set_fields(&self.app.terms, new, old));
            let computed = fields.iter().flatten().any(|field| match field {
                SetField::Computed(term) => volatile(&self.app.terms, *term),
                SetField::Named(_) => false,
            });
            if computed {
                return None;
            }
            if volatile(&self.app.terms, step.guard) {
                silence = Silence::WhenRepeated;
            }
            let (function, alone) = (self.function, self.environment == Environment::Alone);
            let present = |other| !alone || other == function;
            if !self.app.is_unobserved(access.store, existence, fields.as_deref(), present) {
                return None;
            }
        }
        Some(silence)
    }
}
