//! Telling an execution in the order in which it happens.

use super::{
    Arrow, ArrowKind, Call, FinalStates, Lane, LaneId, LaneKind, Marker, MarkerKind, Outcome, Step,
    StepId, Stretch, Tree, Witness,
};

/// Builds a [`Witness`]: add the lanes, then tell the execution in time order.
///
/// ```
/// use aplomb_report::{ArrowKind, LaneKind, Outcome, Step, Witness};
///
/// let mut witness = Witness::builder("the withdrawal is paid out twice");
/// let first = witness.lane(LaneKind::Attempt, "attempt 1");
/// let second = witness.lane(LaneKind::Attempt, "attempt 2");
/// let paid = witness.step(Step::new(first, "pay").value("10").outcome(Outcome::ok("paid")));
/// witness.crash(first, "before the account is updated");
/// witness.retry(second, "same event");
/// let again = witness.step(Step::new(second, "pay").value("10").offending());
/// witness.arrow(ArrowKind::Conflict, paid, again, "same withdrawal");
/// let witness = witness.finish();
/// assert_eq!(witness.steps().len(), 2);
/// ```
///
/// Lane and step identifiers belong to the builder that handed them out; using
/// those of another builder panics.
#[derive(Clone, Debug)]
pub struct WitnessBuilder {
    witness: Witness,
}

impl WitnessBuilder {
    pub(super) fn new(caption: String) -> WitnessBuilder {
        WitnessBuilder {
            witness: Witness {
                caption,
                lanes: Vec::new(),
                steps: Vec::new(),
                calls: Vec::new(),
                markers: Vec::new(),
                arrows: Vec::new(),
                stretches: Vec::new(),
                trees: Vec::new(),
                final_states: None,
                replay: None,
            },
        }
    }

    /// Adds a lane below the ones added before.
    pub fn lane(&mut self, kind: LaneKind, name: impl Into<String>) -> LaneId {
        self.push_lane(Lane { kind, name: name.into(), group: None })
    }

    /// Adds a lane that belongs to a group; see [`Lane::group`].
    pub fn lane_in(
        &mut self,
        group: impl Into<String>,
        kind: LaneKind,
        name: impl Into<String>,
    ) -> LaneId {
        self.push_lane(Lane { kind, name: name.into(), group: Some(group.into()) })
    }

    fn push_lane(&mut self, lane: Lane) -> LaneId {
        self.witness.lanes.push(lane);
        LaneId(self.witness.lanes.len() - 1)
    }

    /// Adds the next step.
    pub fn step(&mut self, step: Step) -> StepId {
        self.assert_lane(step.lane);
        self.witness.steps.push(step);
        StepId(self.witness.steps.len() - 1)
    }

    /// Says that the steps from `first` to `last` are one call; both must be
    /// steps of the same lane.
    pub fn call(
        &mut self,
        first: StepId,
        last: StepId,
        name: impl Into<String>,
        outcome: Option<Outcome>,
    ) {
        let lane = self.witness.steps[first.0].lane;
        assert!(
            first <= last && self.witness.steps[last.0].lane == lane,
            "a call begins and ends, in this order, in one lane"
        );
        self.witness.calls.push(Call { lane, name: name.into(), first, last, outcome });
    }

    /// Says that the lane dies here.
    pub fn crash(&mut self, lane: LaneId, text: impl Into<String>) {
        self.marker(MarkerKind::Crash, lane, text);
    }

    /// Says that the platform starts the lane again here, with the same input.
    pub fn retry(&mut self, lane: LaneId, text: impl Into<String>) {
        self.marker(MarkerKind::Retry, lane, text);
    }

    /// Says that another function comes in between here.
    pub fn concurrent(&mut self, lane: LaneId, text: impl Into<String>) {
        self.marker(MarkerKind::Concurrent, lane, text);
    }

    fn marker(&mut self, kind: MarkerKind, lane: LaneId, text: impl Into<String>) {
        self.assert_lane(lane);
        let after = self.witness.steps.len();
        self.witness.markers.push(Marker { kind, lane, after, text: text.into() });
    }

    /// Says that `to` depends on `from`.
    pub fn arrow(&mut self, kind: ArrowKind, from: StepId, to: StepId, text: impl Into<String>) {
        let steps = self.witness.steps.len();
        assert!(from.0 < steps && to.0 < steps, "an arrow connects steps of this witness");
        self.witness.arrows.push(Arrow { kind, from, to, text: text.into() });
    }

    /// Says that the steps of a lane from `first` to `last` must be one; both must be steps of the
    /// same lane.
    pub fn stretch(&mut self, first: StepId, last: StepId) {
        let lane = self.witness.steps[first.0].lane;
        assert!(
            first <= last && self.witness.steps[last.0].lane == lane,
            "a stretch begins and ends, in this order, in one lane"
        );
        self.witness.stretches.push(Stretch { lane, first, last });
    }

    /// Adds a tree that grows along the execution. Its parents come before their children, and its
    /// frames after steps that exist; else this panics.
    pub fn tree(&mut self, tree: Tree) {
        assert_eq!(tree.check(self.witness.steps.len()), Ok(()));
        self.witness.trees.push(tree);
    }

    /// How many steps there are so far.
    pub fn steps(&self) -> usize {
        self.witness.steps.len()
    }

    /// Says what the execution ended with, against what it may end with.
    pub fn final_states(&mut self, states: FinalStates) {
        self.witness.final_states = Some(states);
    }

    /// Says what to run, or to pass to the tool, to see this execution again.
    pub fn replay(&mut self, replay: impl Into<String>) {
        self.witness.replay = Some(replay.into());
    }

    /// The finished witness.
    pub fn finish(self) -> Witness {
        debug_assert_eq!(self.witness.check(), Ok(()));
        self.witness
    }

    fn assert_lane(&self, lane: LaneId) {
        assert!(lane.0 < self.witness.lanes.len(), "a lane of this witness");
    }
}
