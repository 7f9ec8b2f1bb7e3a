//! What can be proved with signatures: PBFT and HotStuff.
//!
//! Correct processes send a message of each kind once in a round, and it stays. Byzantine ones
//! sign whatever helps, in their own names, at any time. So a certificate can be made as soon as
//! enough correct processes have signed: a quorum, less all the Byzantine processes.

use super::content::Content;
use super::{Bounds, Setup};
use crate::bits::{Bits, Field, Grid};
use crate::protocol::Process;

/// Signed messages in a state: what belongs to a process lies in its column.
#[derive(Clone, Debug)]
pub(super) struct Certificates {
    pub(super) bounds: Bounds,
    pub(super) quorum: usize,
    column: Field,
    /// The correct processes that lead no round: they have no names. Empty if names count.
    nameless: Vec<Process>,
    /// Every other way to name the values; none if names count.
    renamings: Vec<Vec<usize>>,
}

/// With more values, only processes go without names: there are too many ways to name the values.
const MOST_RENAMED_VALUES: usize = 4;

impl Certificates {
    pub(super) fn new(setup: &Setup<'_>, column: Field) -> Self {
        let bounds = setup.bounds;
        let quorum = bounds.quorums.map_or(bounds.byzantine_quorum(), |(quorum, _)| quorum);
        let leads = |process| (1..=bounds.rounds).any(|round| bounds.leader(round) == process);
        let nameless = bounds.correct().filter(|&process| !leads(process));
        // Only whole columns can be sorted.
        let nameless = nameless.filter(|_| setup.symmetry && column.width() <= 64).collect();
        let is_renamed = setup.symmetry && bounds.values <= MOST_RENAMED_VALUES;
        let mut renamings = if is_renamed { permutations(bounds.values) } else { Vec::new() };
        renamings.retain(|renaming| !renaming.is_sorted());
        Self { bounds, quorum, column, nameless, renamings }
    }

    /// What stands for all states that differ from this one in the names of values, or of correct
    /// processes that lead no round: the least of them. `rename` names values anew.
    pub(super) fn canonical<const W: usize>(
        &self,
        state: &Bits<W>,
        rename: impl Fn(&[usize]) -> Bits<W>,
    ) -> Option<Bits<W>> {
        let renamed = self.renamings.iter().map(|renaming| rename(renaming));
        let sorted = std::iter::once(*state).chain(renamed).map(|mut state| {
            state.sort(self.nameless.len(), |index| self.of(self.nameless[index], self.column));
            state
        });
        sorted.min().filter(|least| least != state)
    }

    /// Names the values in messages of one kind anew.
    pub(super) fn rename<const W: usize>(
        &self,
        state: &mut Bits<W>,
        kind: &Grid<1>,
        renaming: &[usize],
    ) {
        for process in self.bounds.correct() {
            for round in 0..self.bounds.rounds {
                self.rename_code(state, self.of(process, kind.at([round])), 0, renaming);
            }
        }
    }

    /// Names the value anew whose content has its code, and `more`, in a field.
    pub(super) fn rename_code<const W: usize>(
        &self,
        state: &mut Bits<W>,
        field: Field,
        more: u64,
        renaming: &[usize],
    ) {
        let values = self.bounds.values;
        let code = state.get(field).saturating_sub(more);
        if let Some(Content { value, parent }) = Content::decode(code, values) {
            let renamed = Content::new(renaming[usize::from(value)], parent.into());
            state.set(field, renamed.code(values) + more);
        }
    }

    /// The place of something that process 0 has, for another process.
    #[inline]
    pub(super) fn of(&self, process: Process, field: Field) -> Field {
        field.shifted(process * self.column.width())
    }

    /// What a process has said in a round, in messages of one kind.
    pub(super) fn content<const W: usize>(
        &self,
        state: &Bits<W>,
        kind: &Grid<1>,
        round: usize,
        process: Process,
    ) -> Option<Content> {
        let code = state.get(self.of(process, kind.at([round - 1])));
        Content::decode(code, self.bounds.values)
    }

    /// Lets a process say something.
    pub(super) fn send<const W: usize>(
        &self,
        state: &mut Bits<W>,
        kind: &Grid<1>,
        round: u8,
        process: u8,
        content: Content,
    ) {
        let place = self.of(process.into(), kind.at([usize::from(round) - 1]));
        state.set(place, content.code(self.bounds.values));
    }

    /// The correct processes that have said this.
    pub(super) fn senders<const W: usize>(
        &self,
        state: &Bits<W>,
        kind: &Grid<1>,
        round: usize,
        content: Content,
    ) -> impl Iterator<Item = Process> {
        let code = content.code(self.bounds.values);
        let place = kind.at([round - 1]);
        self.bounds.correct().filter(move |&process| state.get(self.of(process, place)) == code)
    }

    /// Whether a quorum of these messages can be shown.
    pub(super) fn can_show<const W: usize>(
        &self,
        state: &Bits<W>,
        kind: &Grid<1>,
        round: usize,
        content: Content,
    ) -> bool {
        self.senders(state, kind, round, content).count() + self.liars() >= self.quorum
    }

    /// Every content that a round can have.
    pub(super) fn contents(&self, round: usize) -> impl Iterator<Item = Content> + use<> {
        let values = self.bounds.values;
        (0..round).flat_map(move |parent| (0..values).map(move |v| Content::new(v, parent)))
    }

    /// The content of a round for which a quorum of messages can be shown. While the laws hold
    /// there is at most one.
    pub(super) fn shown<const W: usize>(
        &self,
        state: &Bits<W>,
        kind: &Grid<1>,
        round: usize,
    ) -> Option<Content> {
        self.contents(round).find(|&content| self.can_show(state, kind, round, content))
    }

    /// Whether two contents of a round can never both be shown: each takes more than half of the
    /// correct processes, which sign one.
    pub(super) fn are_unique(&self) -> bool {
        2 * (self.quorum - self.liars()) > self.bounds.correct().count()
    }

    /// Whether it is known for ever what can be shown of a round: something is, or too many
    /// processes have left the round without a word, or with different ones. `current` tells which
    /// round a process is in; it sends nothing in others.
    pub(super) fn is_settled<const W: usize>(
        &self,
        state: &Bits<W>,
        kind: &Grid<1>,
        round: usize,
        current: impl Fn(Process) -> usize,
    ) -> bool {
        let is_silent = |&p: &Process| self.content(state, kind, round, p).is_none();
        let undecided = self.bounds.correct().filter(|&p| current(p) <= round).filter(is_silent);
        let most = undecided.count() + self.liars();
        let can_be_shown =
            |content| self.senders(state, kind, round, content).count() + most >= self.quorum;
        round == 0
            || self.shown(state, kind, round).is_some()
            || !self.contents(round).any(can_be_shown)
    }

    /// How many Byzantine processes there are: so many signatures are always available.
    pub(super) fn liars(&self) -> usize {
        self.bounds.byzantine.count_ones() as usize
    }

    /// Correct senders, and the Byzantine processes that sign whatever is needed.
    pub(super) fn with_liars(
        &self,
        correct: impl Iterator<Item = Process>,
    ) -> impl Iterator<Item = Process> {
        let liars = (0..self.bounds.processes).filter(|&p| self.bounds.is_byzantine(p));
        correct.chain(liars.collect::<Vec<_>>())
    }
}

/// Every order of the numbers below `count`.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let shorter = permutations(last).into_iter();
    let longer = shorter.flat_map(|shorter| {
        (0..count).map(move |place| {
            let mut longer = shorter.clone();
            longer.insert(place, last);
            longer
        })
    });
    longer.collect()
}
