//! The judge: runs what a search has found again, and judges it by the laws.
//!
//! It shares the model with the search: what a step does, and which step is which linearization
//! point. It shares nothing else: no stored states, no symmetry, no tree that is read off a state.
//! Events go one after the other to the incremental checker of Theorem 8.

use std::collections::BTreeMap;

use aplomb_explore::{Choice, PendingActions, Schedule};
use aplomb_report::{
    ArrowKind, LaneId, LaneKind, Outcome, Replay, Step, StepId, Unconfirmed, Witness,
    WitnessBuilder,
};

use crate::check::{Breach, Watch, decisions_breach};
use crate::drawing::Drawing;
use crate::protocol::{Description, Enabled, Instance, Labels, Message, Protocol, Value};
use crate::qtree::{Event, Instances};

/// One step of a run, as the judge saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken<R> {
    /// What happened.
    pub description: Description,
    /// What it did to the trees.
    pub events: Vec<(Instance, Event<R, Value>)>,
}

/// A run, as the judge saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run<R> {
    /// Its steps; if something is broken, the last one breaks it.
    pub steps: Vec<Taken<R>>,
    /// What is broken.
    pub breach: Option<Breach<R>>,
}

/// The steps that can be taken in `state`, and how a schedule names them.
pub fn choices<P: Protocol>(protocol: &P, state: &P::State) -> Vec<(Choice, P::Action)> {
    let mut pending = PendingActions::new();
    protocol.actions(state, &mut Enabled::new(&mut pending));
    let mut alternatives = BTreeMap::new();
    let choices = pending.iter().map(|pending| {
        let next = alternatives.entry(pending.process).or_insert(0);
        let choice = Choice { process: pending.process, alternative: *next };
        *next += 1;
        (choice, pending.action.clone())
    });
    choices.collect()
}

/// Runs `schedule` from the beginning, up to the first breach of what is watched. `None` if the
/// protocol has no such run.
pub fn run<P: Protocol>(protocol: &P, schedule: &Schedule, watch: Watch) -> Option<Run<P::Round>> {
    let mut state = protocol.initial();
    let mut trees = Instances::new(protocol.version());
    let mut run = Run { steps: Vec::new(), breach: None };
    for choice in &schedule.steps {
        let mut possible = choices(protocol, &state).into_iter();
        let (_, action) = possible.find(|(possible, _)| possible == choice)?;
        let mut labels = Labels::default();
        protocol.labels(&state, &action, &mut labels);
        let description = protocol.describe(&state, &action);
        state = protocol.next(&state, &action);
        if watch == Watch::Everything {
            run.breach = labels.events.iter().find_map(|&(instance, event)| {
                let violation = trees.observe(instance, event).err()?;
                Some(Breach::Law { instance, violation })
            });
        }
        run.breach = run.breach.or_else(|| decisions_breach(protocol, &state));
        run.steps.push(Taken { description, events: labels.events.to_vec() });
        if run.breach.is_some() {
            break;
        }
    }
    Some(run)
}

/// Confirms that a schedule breaks something, and tells how.
#[derive(Debug)]
pub struct Judge<'a, P: Protocol> {
    protocol: &'a P,
    /// What the command line has to say to see the run again.
    again: String,
    watch: Watch,
    breach: Option<Breach<P::Round>>,
}

impl<'a, P: Protocol> Judge<'a, P> {
    /// A judge of runs of `protocol`; `again` is what to type to see one again.
    pub fn new(protocol: &'a P, again: impl Into<String>) -> Self {
        Self { protocol, again: again.into(), watch: Watch::Everything, breach: None }
    }

    /// The same judge, who looks for this alone.
    pub fn watching(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    /// What was broken in the run that was judged last.
    pub fn breach(&self) -> Option<&Breach<P::Round>> {
        self.breach.as_ref()
    }
}

impl<P: Protocol> Replay for Judge<'_, P> {
    type Candidate = Schedule;

    fn judge(&mut self, schedule: &Schedule) -> Result<Witness, Unconfirmed> {
        let run = run(self.protocol, schedule, self.watch);
        let run = run.ok_or_else(|| Unconfirmed::new("the protocol has no such run"))?;
        let Some(breach) = &run.breach else {
            return Err(Unconfirmed::new("the run keeps all laws, and nobody disagrees"));
        };
        let mut caption = breach.to_string();
        caption[..1].make_ascii_uppercase();
        let mut chart = Chart::new(caption, self.protocol.processes());
        let mut drawing = Drawing::new(self.protocol.version());
        let last = run.steps.len() - 1;
        for (index, taken) in run.steps.iter().enumerate() {
            chart.step(taken, index == last);
            for (instance, event) in &taken.events {
                drawing.event(*instance, event, chart.story.steps());
            }
        }
        drawing.finish().for_each(|tree| chart.story.tree(tree));
        chart.story.replay(&self.again);
        self.breach = run.breach;
        Ok(chart.story.finish())
    }
}

/// A message-sequence chart: a lane for each process, and an arrow for each message received.
struct Chart {
    story: WitnessBuilder,
    lanes: Vec<LaneId>,
    /// Where messages were sent.
    sent: BTreeMap<Message, StepId>,
}

impl Chart {
    fn new(caption: String, processes: usize) -> Self {
        let mut story = Witness::builder(caption);
        let lanes = (1..=processes)
            .map(|process| story.lane(LaneKind::Process, format!("p{process}")))
            .collect();
        Self { story, lanes, sent: BTreeMap::new() }
    }

    fn step<R: std::fmt::Display>(&mut self, taken: &Taken<R>, is_last: bool) {
        let Description { process, name, content, sends, receives } = &taken.description;
        // What nobody was seen to send is shown where it is needed first.
        for message in receives {
            if !self.sent.contains_key(message) {
                let step = Step::new(self.lanes[message.from], &message.text);
                let step = self.story.step(step);
                self.sent.insert(message.clone(), step);
            }
        }
        let mut step = Step::new(self.lanes[*process], *name).key(content);
        if !taken.events.is_empty() {
            let events = taken.events.iter().map(|(_, event)| event.to_string());
            step = step.outcome(Outcome::ok(events.collect::<Vec<_>>().join(", ")));
        }
        let step = self.story.step(if is_last { step.offending() } else { step });
        for message in receives.iter().filter(|message| message.from != *process) {
            self.story.arrow(ArrowKind::Message, self.sent[message], step, &message.text);
        }
        if let Some(message) = sends {
            self.sent.entry(message.clone()).or_insert(step);
        }
    }
}
