//! Everything that a timeline shows, in time order.

use std::cmp::Reverse;

use super::{Call, Marker, Step, StepId, Witness};

/// One thing that a timeline shows. Everything happens in a row of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row<'w> {
    /// A call begins: its position in [`Witness::calls`], and the call.
    CallStart(usize, &'w Call),
    /// A step is taken.
    Step(StepId, &'w Step),
    /// A call returns. Calls that never return have no such row.
    CallEnd(usize, &'w Call),
    /// Something happens to a lane.
    Marker(&'w Marker),
}

impl Witness {
    /// Everything that happens, in time order: between two steps, calls return
    /// before markers fall, and markers fall before calls begin.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let mut starts: Vec<(usize, &Call)> = self.calls.iter().enumerate().collect();
        let mut ends = starts.clone();
        starts.sort_by_key(|(_, call)| (call.first, Reverse(call.last)));
        // Of calls with the same steps, the one that began last returns first.
        ends.reverse();
        ends.retain(|(_, call)| call.outcome.is_some());
        ends.sort_by_key(|(_, call)| (call.last, Reverse(call.first)));

        let mut rows = Vec::new();
        let mut starts = starts.into_iter().peekable();
        let mut ends = ends.into_iter().peekable();
        let mut markers = self.markers.iter().peekable();
        for (index, step) in self.steps.iter().enumerate() {
            let id = StepId(index);
            while let Some(marker) = markers.next_if(|marker| marker.after <= index) {
                rows.push(Row::Marker(marker));
            }
            while let Some((at, call)) = starts.next_if(|(_, call)| call.first == id) {
                rows.push(Row::CallStart(at, call));
            }
            rows.push(Row::Step(id, step));
            while let Some((at, call)) = ends.next_if(|(_, call)| call.last == id) {
                rows.push(Row::CallEnd(at, call));
            }
        }
        rows.extend(markers.map(Row::Marker));
        rows
    }
}

impl Row<'_> {
    /// The lane in which it happens.
    pub fn lane(&self) -> super::LaneId {
        match self {
            Row::CallStart(_, call) | Row::CallEnd(_, call) => call.lane,
            Row::Step(_, step) => step.lane,
            Row::Marker(marker) => marker.lane,
        }
    }
}
