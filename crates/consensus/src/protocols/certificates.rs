//! What can be proved with signatures: PBFT and HotStuff.
//!
//! Correct processes send a message of each kind once in a round, and it stays. Byzantine ones
//! sign whatever helps, in their own names, at any time. So a certificate can be made as soon as
//! enough correct processes have signed: a quorum, less all the Byzantine processes.

use super::Bounds;
use super::content::Content;
use crate::bits::{Bits, Field, Grid};
use crate::protocol::Process;

/// Signed messages in a state: what belongs to a process lies in its column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Certificates {
    pub(super) bounds: Bounds,
    pub(super) quorum: usize,
    pub(super) column: Field,
}

impl Certificates {
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
