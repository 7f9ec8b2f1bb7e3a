//! Crash points at which nobody can tell that the attempt ran: its writes may be
//! moved to the time of the retry.

use super::{Again, Crash, Environment, Iteration, Looks, Progress, Simulation, around, changes};
use crate::app::symbol_term;
use crate::protection::Protection;
use crate::rely::Rely;
use crate::silent::{Existence, SetField, if_there, if_upserted, overwrites, set_fields};
use aplomb_symbolic::{Access, Action, LoopId, Term, Terms};

/// When a write may be moved to the time of the retry without anybody noticing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Silence {
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
            Some(Silence::Always) if one => self.shows(Crash {
                behind: crash,
                boundary: crash.checked_sub(1),
                again: Again::Either,
                iteration,
            }),
            // The last write moves if the retry gets as far as that again, and stays if it does
            // not. If it is the only one, all of the run moves with it.
            Some(Silence::WhenRepeated) if one => {
                let mut shows = |boundary, again| {
                    self.shows(Crash { behind: crash, boundary, again, iteration })
                };
                shows(Some(crash), Again::Skipped)
                    && (executed == [crash] || shows(crash.checked_sub(1), Again::Repeated))
            }
            // Writes of the same in any order: each stays, or moves on its own.
            Some(Silence::Always) if unordered && executed == [crash] => {
                self.writes_the_same(crash)
            }
            _ => false,
        };
        alone
            || (silence == Some(Silence::Always) && self.all_move(crash, &executed))
            || self.iteration_moves(crash)
    }

    /// Whether what the attempt did in the iteration that crashes, of some loop around it,
    /// may be moved to the time of the retry: nobody can notice it. Earlier iterations stay
    /// where they are, and the iteration that is moved is like one that the attempt did not
    /// come to.
    ///
    /// One write moves whoever looks: until the retry repeats it, the run that made it when
    /// the attempt did shows the same, and from then on the one that makes it now. If the
    /// retry may not repeat it, it has to be shown that it may stay. Several move if nobody
    /// looks meanwhile, and if the retry surely repeats all of them.
    fn iteration_moves(&mut self, crash: usize) -> bool {
        let loops: Vec<LoopId> = around(self.trace, self.trace.steps[crash].in_loop).collect();
        (0..loops.len()).any(|inner| {
            let (inside, moved) = (&loops[..inner], self.executed_in(loops[inner], crash));
            self.moves_together(crash, inside, &moved) && self.stands_apart(crash, &loops[inner..])
        })
    }

    /// What the attempt may have changed in the iteration of a loop that crashes.
    fn executed_in(&self, id: LoopId, crash: usize) -> Vec<usize> {
        let again = |step: usize| {
            let inside = around(self.trace, self.trace.steps[step].in_loop);
            inside.take_while(|&inner| inner != id).any(|inner| self.is_within(crash, inner))
        };
        let here = |step: usize| self.progress(Iteration::Crashing, step, crash);
        (0..self.trace.steps.len())
            .filter(|&step| self.is_within(step, id) && changes(&self.trace.steps[step]))
            .filter(|&step| again(step) || here(step) != Progress::Ahead)
            .collect()
    }

    /// Whether writes of one iteration may happen at the time of the retry. Loops around the
    /// crash inside that iteration are given.
    fn moves_together(&mut self, crash: usize, inside: &[LoopId], moved: &[usize]) -> bool {
        let steps = &self.trace.steps;
        if moved.iter().any(|&step| steps[step].batch.is_some()) {
            return false;
        }
        let silence: Option<Vec<Silence>> = moved.iter().map(|&step| self.silence(step)).collect();
        let Some(silence) = silence else { return false };
        let always = silence.iter().all(|&silence| silence == Silence::Always);
        if moved == [crash] && inside.is_empty() {
            let (boundary, iteration) = (Some(crash), Iteration::Crashing);
            let at = Crash { behind: crash, boundary, again: Again::Skipped, iteration };
            return always || self.shows(at);
        }
        let moves = self.looks == Looks::BetweenRuns
            && (always || self.surely_repeats(crash, inside, moved));
        self.needs_nobody_to_look |= moves;
        moves
    }

    /// Whether the retry performs steps again that the attempt has performed, in the
    /// iteration that crashes and in earlier ones of the loops inside.
    fn surely_repeats(&mut self, crash: usize, inside: &[LoopId], steps: &[usize]) -> bool {
        let earlier = inside.iter().map(|&id| Iteration::Earlier(id));
        [Iteration::Crashing].into_iter().chain(earlier).all(|iteration| {
            let boundary = Some(crash);
            let mut retry =
                self.start(Crash { behind: crash, boundary, again: Again::Either, iteration });
            (0..=crash).all(|index| {
                self.retry_step(&mut retry, index);
                let step = self.trace.steps[index].clone();
                let ahead = self.progress(iteration, index, crash) == Progress::Ahead;
                if ahead || !steps.contains(&index) {
                    return true;
                }
                let mut again = step.clone();
                crate::app::rewrite_step(&mut self.app.terms, &mut again, &retry.retried);
                let (happened, happens) = (self.happens(&step), self.happens(&again));
                let premise = self.app.terms.and(retry.premise, happened);
                self.app.entails(premise, happens)
            })
        })
    }

    /// Whether the other iterations of the loops around a crash are shown to be the same,
    /// whatever happens to the one that crashes.
    fn stands_apart(&mut self, crash: usize, loops: &[LoopId]) -> bool {
        let boundary = Some(crash);
        let together = |id: &LoopId| self.trace.loops[id.0 as usize].together;
        !loops.iter().any(together)
            && loops.iter().all(|&id| {
                let cases = [Iteration::Earlier(id), Iteration::Later(id)];
                cases.into_iter().all(|iteration| {
                    let at = Crash { behind: crash, boundary, again: Again::Either, iteration };
                    self.shows(at)
                })
            })
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
    /// so these, and loops, move only if nobody looks meanwhile.
    fn all_move(&mut self, crash: usize, executed: &[usize]) -> bool {
        let last = executed.iter().rposition(|&s| self.silence(s) != Some(Silence::Always));
        let (noticed, moved) = match last {
            Some(last) => (Some(executed[last]), &executed[last + 1..]),
            None => (None, executed),
        };
        let steps = &self.trace.steps;
        let single = |&s: &usize| steps[s].in_loop.is_none() && steps[s].batch.is_none();
        let few = moved.len() <= 2 && moved.iter().all(|s| single(s) && self.writes_the_same(*s));
        // Earlier iterations would have to move after what was noticed in a later one.
        let apart = !noticed.is_some_and(|step| {
            around(self.trace, steps[step].in_loop)
                .any(|id| moved.iter().any(|&moved| self.is_within(moved, id)))
        });
        let whoever_looks = few && self.are_apart(moved);
        let if_nobody_looks = self.looks == Looks::BetweenRuns && (few || apart);
        if !whoever_looks && !if_nobody_looks {
            return false;
        }
        let iteration = Iteration::Crashing;
        let at = Crash { behind: crash, boundary: noticed, again: Again::Either, iteration };
        let moves = self.shows(at);
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
        if let Some(&known) = self.silences.get(&index) {
            return known;
        }
        let found = self.find_silence(index);
        self.silences.insert(index, found);
        found
    }

    fn find_silence(&mut self, index: usize) -> Option<Silence> {
        let step = self.trace.steps[index].clone();
        let Action::Access { accesses, .. } = &step.action else { return None };
        let mut silence = Silence::Always;
        for access in accesses {
            let old = symbol_term(&mut self.app.terms, access.old);
            let upserted = if_upserted(&mut self.app.terms, access, old);
            let where_there = if_there(&mut self.app.terms, &upserted, old);
            let stays_there = where_there.new != upserted.new || self.stays_there(index, access);
            let existence = match stays_there {
                true => Existence::Same,
                false => Existence::Changes,
            };
            let unconditional = self.app.terms.is_true(access.condition);
            let yes = self.app.terms.bool(true);
            let access = &Access { condition: yes, ..where_there };
            if !overwrites(&self.app.terms, access, old) {
                return None;
            }
            // Whether the condition holds again is a question of its own.
            if !unconditional {
                silence = Silence::WhenRepeated;
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

    /// Whether an access that changes what is there finds something there, and leaves
    /// something there: its condition says so, or the function has found the cell filled
    /// before, and nobody empties one.
    fn stays_there(&mut self, index: usize, access: &Access) -> bool {
        let terms = &mut self.app.terms;
        let (old, absent) = (symbol_term(terms, access.old), terms.absent());
        if access.new.is_none_or(|new| set_fields(terms, new, old).is_none()) {
            return false;
        }
        let missing = terms.equal(old, absent);
        let there = terms.not(missing);
        if self.app.entails(access.condition, there) {
            return true;
        }
        let step = &self.trace.steps[index];
        let found = (0..index).any(|earlier| {
            if !self.is_beside(earlier, index) {
                return false;
            }
            let earlier = &self.trace.steps[earlier];
            earlier.accesses().iter().any(|before| {
                let terms = &mut self.app.terms;
                let old = symbol_term(terms, before.old);
                let missing = terms.equal(old, absent);
                let there = terms.not(missing);
                let found = terms.and(earlier.guard, there);
                before.new.is_none()
                    && (before.store, before.key) == (access.store, access.key)
                    && self.app.entails(step.guard, found)
            })
        });
        if !found {
            return false;
        }
        let (yes, x) = (self.app.terms.bool(true), self.app.some_content());
        let missing = self.app.terms.equal(x, absent);
        let there = self.app.terms.not(missing);
        let everybody = Rely::of_all(self.app);
        let writers: Vec<_> = everybody.writing(self.app, access.store).cloned().collect();
        writers.iter().all(|w| w.keeps(self.app, access.store, access.key, yes, there, x))
    }
}
