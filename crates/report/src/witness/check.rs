//! A witness that comes from outside is checked before it becomes one.

use serde::Deserialize;

use super::{Arrow, Call, FinalStates, Lane, LaneId, Marker, Step, StepId, Stretch, Tree, Witness};

/// Why something that was read is not a witness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WitnessError {
    /// Something names a lane that does not exist.
    #[error("{what} names lane {lane}, but the witness has {lanes} lanes")]
    NoSuchLane {
        /// What names it.
        what: &'static str,
        /// The lane named.
        lane: usize,
        /// How many there are.
        lanes: usize,
    },
    /// Something names a step that does not exist.
    #[error("{what} names step {step}, but the witness has {steps} steps")]
    NoSuchStep {
        /// What names it.
        what: &'static str,
        /// The step named.
        step: usize,
        /// How many there are.
        steps: usize,
    },
    /// A call ends before it begins, or begins or ends in another lane.
    #[error("call `{name}` must begin and end, in this order, with steps of its own lane")]
    MisplacedCall {
        /// The call.
        name: String,
    },
    /// A stretch ends before it begins, or begins or ends in another lane.
    #[error(
        "the stretch of lane {lane} must begin and end, in this order, with steps of that lane"
    )]
    MisplacedStretch {
        /// The lane.
        lane: usize,
    },
    /// A node of a tree comes before its parent.
    #[error("node `{name}` of a tree must come after its parent")]
    MisplacedNode {
        /// The node.
        name: String,
    },
    /// A final state has more or fewer values than there are names.
    #[error("final state `{title}` has {values} values for {names} names")]
    UnevenFinalState {
        /// The state.
        title: String,
        /// How many values it has.
        values: usize,
        /// How many names there are.
        names: usize,
    },
}

/// A witness as read from outside, before its references are checked.
#[derive(Deserialize)]
pub(super) struct Unchecked {
    caption: String,
    lanes: Vec<Lane>,
    steps: Vec<Step>,
    #[serde(default)]
    calls: Vec<Call>,
    #[serde(default)]
    markers: Vec<Marker>,
    #[serde(default)]
    arrows: Vec<Arrow>,
    #[serde(default)]
    stretches: Vec<Stretch>,
    #[serde(default)]
    trees: Vec<Tree>,
    #[serde(default)]
    final_states: Option<FinalStates>,
    #[serde(default)]
    replay: Option<String>,
}

impl TryFrom<Unchecked> for Witness {
    type Error = WitnessError;

    fn try_from(read: Unchecked) -> Result<Witness, WitnessError> {
        let Unchecked {
            caption,
            lanes,
            steps,
            calls,
            mut markers,
            arrows,
            stretches,
            trees,
            final_states,
            replay,
        } = read;
        markers.sort_by_key(|marker| marker.after);
        let witness = Witness {
            caption,
            lanes,
            steps,
            calls,
            markers,
            arrows,
            stretches,
            trees,
            final_states,
            replay,
        };
        witness.check()?;
        Ok(witness)
    }
}

impl Witness {
    pub(super) fn check(&self) -> Result<(), WitnessError> {
        for step in &self.steps {
            self.check_lane("a step", step.lane)?;
        }
        for call in &self.calls {
            self.check_lane("a call", call.lane)?;
            self.check_step("a call", call.first)?;
            self.check_step("a call", call.last)?;
            if !self.is_of_lane(call.lane, call.first, call.last) {
                return Err(WitnessError::MisplacedCall { name: call.name.clone() });
            }
        }
        for stretch in &self.stretches {
            self.check_lane("a stretch", stretch.lane)?;
            self.check_step("a stretch", stretch.first)?;
            self.check_step("a stretch", stretch.last)?;
            if !self.is_of_lane(stretch.lane, stretch.first, stretch.last) {
                return Err(WitnessError::MisplacedStretch { lane: stretch.lane.index() });
            }
        }
        for marker in &self.markers {
            self.check_lane("a marker", marker.lane)?;
            if marker.after > self.steps.len() {
                self.check_step("a marker", StepId(marker.after))?;
            }
        }
        for arrow in &self.arrows {
            self.check_step("an arrow", arrow.from)?;
            self.check_step("an arrow", arrow.to)?;
        }
        for tree in &self.trees {
            tree.check(self.steps.len())?;
        }
        match &self.final_states {
            Some(states) => states.check(),
            None => Ok(()),
        }
    }

    /// Whether two steps, in this order, are steps of a lane.
    fn is_of_lane(&self, lane: LaneId, first: StepId, last: StepId) -> bool {
        let at_home = |step: StepId| self.step(step).lane == lane;
        first <= last && at_home(first) && at_home(last)
    }

    fn check_lane(&self, what: &'static str, LaneId(lane): LaneId) -> Result<(), WitnessError> {
        let lanes = self.lanes.len();
        if lane < lanes { Ok(()) } else { Err(WitnessError::NoSuchLane { what, lane, lanes }) }
    }

    fn check_step(&self, what: &'static str, StepId(step): StepId) -> Result<(), WitnessError> {
        let steps = self.steps.len();
        if step < steps { Ok(()) } else { Err(WitnessError::NoSuchStep { what, step, steps }) }
    }
}
