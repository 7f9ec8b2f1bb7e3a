//! Everything that a timeline shows, in time order.

use super::{Call, Marker, Step, StepId, Witness};

/// One thing that a timeline shows. Everything happens in a row of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row<'w> {
    /// A call begins.
    CallStart(&'w Call),
    /// A step is taken.
    Step(StepId, &'w Step),
    /// A call returns. Calls that never return have no such row.
    CallEnd(&'w Call),
    /// Something happens to a lane.
    Marker(&'w Marker),
}

impl Witness {
    /// Everything that happens, in time order: between two steps, calls return
    /// before markers fall, and markers fall before calls begin.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let mut starts: Vec<&Call> = self.calls.iter().collect();
        starts.sort_by_key(|call| (call.first, std::cmp::Reverse(call.last)));
        let mut ends: Vec<&Call> =
            self.calls.iter().filter(|call| call.outcome.is_some()).collect();
        ends.sort_by_key(|call| (call.last, std::cmp::Reverse(call.first)));

        let mut rows = Vec::new();
        let mut starts = starts.into_iter().peekable();
        let mut ends = ends.into_iter().peekable();
        let mut markers = self.markers.iter().peekable();
        for (index, step) in self.steps.iter().enumerate() {
            let id = StepId(index);
            while let Some(marker) = markers.next_if(|marker| marker.after <= index) {
                rows.push(Row::Marker(marker));
            }
            while let Some(call) = starts.next_if(|call| call.first == id) {
                rows.push(Row::CallStart(call));
            }
            rows.push(Row::Step(id, step));
            while let Some(call) = ends.next_if(|call| call.last == id) {
                rows.push(Row::CallEnd(call));
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
            Row::CallStart(call) | Row::CallEnd(call) => call.lane,
            Row::Step(_, step) => step.lane,
            Row::Marker(marker) => marker.lane,
        }
    }
}
