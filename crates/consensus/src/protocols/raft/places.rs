//! Where things are in a state.

use crate::bits::{Field, Grid, Layout, bits_for};
use crate::protocols::Bounds;

/// Where things are. What belongs to a process lies in its column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) column: Field,
    pub(super) term: Field,
    /// Whether it has voted in its term.
    pub(super) has_voted: Field,
    /// Whether it is a candidate, or the leader, of its term. A restart ends that.
    pub(super) stands: Field,
    pub(super) length: Field,
    pub(super) decided: Field,
    /// The log: for each index the code of the entry.
    pub(super) log: Grid<1>,
    /// `VOTEREQ`, by term: 0, or one more than the length of the log, and its last term.
    pub(super) candidate: Grid<1>,
    pub(super) candidate_term: Grid<1>,
    /// `VOTERESP`, by term: for whom.
    pub(super) votes: Grid<1>,
    /// `LOGRESP`, by term: 0, or one more than the length of what was accepted.
    pub(super) accepted: Grid<1>,
    /// The longest log that the leader of a term has sent.
    pub(super) sent_log: Grid<2>,
    /// `LOGREQ`, by term and length: how much was decided, one bit each.
    pub(super) sent: Grid<2>,
    pub(super) restarted: Field,
}

impl Places {
    /// The places, and how many bits there are.
    pub(super) fn new(bounds: &Bounds) -> (Self, usize) {
        let (terms, length) = (bounds.rounds, bounds.instances);
        let entry = bits_for(terms * bounds.values);
        let mut layout = Layout::default();
        let term = layout.number(terms);
        let has_voted = layout.bits(1);
        let stands = layout.bits(1);
        let length_field = layout.number(length);
        let decided = layout.number(length);
        let log = layout.grid([length], entry);
        let candidate = layout.grid([terms], bits_for(length + 1));
        let candidate_term = layout.grid([terms], bits_for(terms));
        let votes = layout.grid([terms], bounds.processes);
        let accepted = layout.grid([terms], bits_for(length + 1));
        let column = layout.columns(bounds.processes);
        let sent_log = layout.grid([terms, length], entry);
        let sent = layout.grid([terms, length + 1], length + 1);
        let restarted = layout.bits(1);
        let places = Self {
            column,
            term,
            has_voted,
            stands,
            length: length_field,
            decided,
            log,
            candidate,
            candidate_term,
            votes,
            accepted,
            sent_log,
            sent,
            restarted,
        };
        (places, layout.used())
    }
}
