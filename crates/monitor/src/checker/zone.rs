//! Sets of *fronts* that are closed under union and intersection.
//!
//! A front says how many events of each track have been consumed. The fronts that
//! respect the order of the events form a distributive lattice, and so does every
//! set that the search meets: consuming one more event of a track, and consuming
//! any number of events that change nothing, keep the set closed under minimum and
//! maximum. Such a set is determined by its projections to pairs of tracks (Baker
//! and Pixley: the median is a term of the lattice), so a matrix of step functions
//! holds it, however many fronts it has. This plays the part that zones play for
//! timed automata.

use super::steps::{Count, Steps};

/// What must be consumed before what, as a matrix over tracks: `requires[c][d]` maps
/// a number of events of `c` to the number of events of `d` that come before.
pub(crate) type Requirements = Vec<Vec<Steps>>;

/// A set of fronts: all that satisfy `x[c] >= i  =>  x[d] >= low[c][d](i)` and
/// `x[c] <= top[c]`. It is kept closed: `low[c][d](i)` is the least `x[d]` of a front
/// with `x[c] >= i`, and `top` is a front of the set.
#[derive(Clone, Debug)]
pub(crate) struct Zone {
    low: Vec<Vec<Steps>>,
    pub top: Vec<Count>,
}

impl Zone {
    /// The set with one front, where nothing is consumed yet.
    pub fn start(tracks: usize) -> Zone {
        Zone { low: vec![vec![Steps::default(); tracks]; tracks], top: vec![0; tracks] }
    }

    /// The set with one front.
    pub fn single(front: &[Count]) -> Zone {
        let mut zone = Zone::start(front.len());
        for row in &mut zone.low {
            row.iter_mut().zip(front).for_each(|(steps, count)| steps.raise(*count));
        }
        zone.top = front.to_vec();
        zone
    }

    /// The fronts that have consumed at least what `bottom` has, if there are any.
    pub fn beyond(&self, bottom: &[Count]) -> Option<Zone> {
        if self.top.iter().zip(bottom).any(|(top, bottom)| top < bottom) {
            return None;
        }
        let mut zone = self.clone();
        for row in &mut zone.low {
            row.iter_mut().zip(bottom).for_each(|(steps, count)| steps.raise(*count));
        }
        zone.close().then_some(zone)
    }

    /// Whether the set has this front.
    pub fn contains(&self, front: &[Count]) -> bool {
        self.top.iter().zip(front).all(|(top, count)| count <= top)
            && self.greatest_below(front).is_some_and(|greatest| greatest == front)
    }

    fn tracks(&self) -> usize {
        self.top.len()
    }

    /// The least number of events of each track that the fronts have consumed.
    pub fn bottoms(&self) -> Vec<Count> {
        (0..self.tracks()).map(|track| self.bottom(track)).collect()
    }

    /// The least number of events of a track that the fronts have consumed.
    fn bottom(&self, track: usize) -> Count {
        self.low[track][track].least()
    }

    /// All fronts that are reached by consuming any events of `idle` tracks: tracks whose
    /// events change nothing in the current state.
    ///
    /// What an idle track has consumed no longer says more about the others than the
    /// order of the events does, beyond what the other tracks say.
    pub fn absorb(&mut self, idle: &[bool], lengths: &[Count], requires: &Requirements) {
        let tracks = self.tracks();
        loop {
            let mut grown = false;
            for c in (0..tracks).filter(|c| idle[*c]) {
                let within = |d: usize| match d == c {
                    true => lengths[c],
                    false => requires[c][d].last_within(self.top[d]).unwrap_or(0),
                };
                let reach = (0..tracks).map(within).min().unwrap_or(0);
                if reach > self.top[c] {
                    self.top[c] = reach;
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        }
        let bottoms = self.bottoms();
        for c in (0..tracks).filter(|c| idle[*c]) {
            let (first, last) = (bottoms[c], self.top[c]);
            let required: Vec<Steps> =
                requires[c].iter().map(|steps| steps.between(first, last)).collect();
            for d in 0..tracks {
                let mut row = required[d].clone();
                row.raise(bottoms[d]);
                for e in (0..tracks).filter(|e| !idle[*e]) {
                    row = row.max(&required[e].then(&self.low[e][d]));
                }
                self.low[c][d] = row;
            }
        }
    }

    /// All fronts that are reached by consuming one event of a track, if there are any.
    pub fn consume(
        &self,
        track: usize,
        lengths: &[Count],
        requires: &Requirements,
    ) -> Option<Zone> {
        let tracks = self.tracks();
        let first = self.bottom(track) + 1;
        let last = (self.top[track] + 1).min(lengths[track]);
        // Mostly the next event comes much later than all that is consumed.
        let possible = |other: usize| requires[track][other].at(first) <= self.top[other];
        if first > last || !(0..tracks).all(|other| other == track || possible(other)) {
            return None;
        }
        let mut after = self.clone();
        for other in (0..tracks).filter(|other| *other != track) {
            let row = &mut after.low[track][other];
            row.shift_argument();
            // The event itself needs what comes before it; one is always consumed.
            *row = row.max(&requires[track][other].between(first, last));
            row.raise(self.low[track][other].least());
            let column = &mut after.low[other][track];
            column.shift_value();
            column.raise(first);
        }
        let own = &mut after.low[track][track];
        own.shift_argument();
        own.shift_value();
        own.raise(first);
        after.top[track] = last;
        after.close_after(track).then_some(after)
    }

    /// Draws every conclusion where only what a track says about the others is new; false if
    /// no front is left.
    fn close_after(&mut self, track: usize) -> bool {
        let tracks = self.tracks();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for e in 0..tracks {
                for d in 0..tracks {
                    changed |= self.conclude(track, e, d);
                }
            }
        }
        for c in (0..tracks).filter(|c| *c != track) {
            for d in 0..tracks {
                self.conclude(c, track, d);
            }
        }
        self.lower_top()
    }

    /// Draws every conclusion; false if no front is left.
    fn close(&mut self) -> bool {
        let tracks = self.tracks();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for e in 0..tracks {
                for c in 0..tracks {
                    for d in 0..tracks {
                        changed |= self.conclude(c, e, d);
                    }
                }
            }
        }
        self.lower_top()
    }

    /// What `c` says about `d` by what it says about `e`; whether that is new.
    fn conclude(&mut self, c: usize, e: usize, d: usize) -> bool {
        let through = self.low[c][e].then(&self.low[e][d]);
        let new = !self.low[c][d].dominates(&through, 0, self.top[c]);
        if new {
            self.low[c][d] = self.low[c][d].max(&through);
        }
        new
    }

    /// Makes the greatest front one of the set, and forgets what is said about those beyond it;
    /// false if no front is left.
    fn lower_top(&mut self) -> bool {
        let tracks = self.tracks();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for c in 0..tracks {
                for d in 0..tracks {
                    match self.low[c][d].last_within(self.top[d]) {
                        Some(last) if last < self.top[c] => {
                            self.top[c] = last;
                            changed = true;
                        }
                        None => return false,
                        _ => {}
                    }
                }
            }
        }
        if (0..tracks).any(|c| self.bottom(c) > self.top[c]) {
            return false;
        }
        for (row, top) in self.low.iter_mut().zip(&self.top) {
            row.iter_mut().for_each(|steps| steps.cut_after(*top));
        }
        true
    }

    /// How much room it takes: its steps, and an entry of the matrix for each pair of tracks.
    pub fn size(&self) -> usize {
        let rows = self.low.iter().flatten();
        rows.map(|steps| 1 + steps.len()).sum()
    }

    /// Whether `other` has all fronts of this one. What the rows say before the least front and
    /// after the greatest one concerns none of them.
    pub fn is_within(&self, other: &Zone) -> bool {
        let tracks = self.tracks();
        (0..tracks).all(|c| self.top[c] <= other.top[c] && self.bottom(c) >= other.bottom(c))
            && (0..tracks).all(|c| {
                let (first, last) = (self.bottom(c), self.top[c]);
                let rows = self.low[c].iter().zip(&other.low[c]);
                rows.into_iter().all(|(own, other)| own.dominates(other, first, last))
            })
    }

    /// The greatest front of the set that is nowhere beyond `bound`.
    pub fn greatest_below(&self, bound: &[Count]) -> Option<Vec<Count>> {
        let mut front: Vec<Count> =
            bound.iter().zip(&self.top).map(|(bound, top)| *bound.min(top)).collect();
        loop {
            let mut changed = false;
            for c in 0..front.len() {
                for d in 0..front.len() {
                    let last = self.low[c][d].last_within(front[d])?;
                    if last < front[c] {
                        front[c] = last;
                        changed = true;
                    }
                }
            }
            if !changed {
                return Some(front);
            }
        }
    }
}
