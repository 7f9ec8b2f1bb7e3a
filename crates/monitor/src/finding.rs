//! Answers as findings of a report, each replayed before it is called a violation.

use aplomb_report::{
    Cause, Code, Finding, LaneKind, Outcome, Replay, Span, Step, Unconfirmed, Witness,
};
use serde_json::{Map, Value};

use crate::{Answer, Property, Settings, Story, StoryMove, Verdict, time::nanos};

/// Judges a story by the property as it is written, not as it was compiled for the search:
/// each event must have a transition that does what the story says, and no event may come
/// after one that certainly happened later.
struct Judge<'a> {
    property: &'a Property,
    settings: &'a Settings,
    instance: &'a Map<String, Value>,
}

impl Replay for Judge<'_> {
    type Candidate = Story;

    fn judge(&mut self, story: &Story) -> Result<Witness, Unconfirmed> {
        let mut state = story.moves.first().map_or(0, |first| first.from);
        if state != 0 && !story.shortened {
            return Err(Unconfirmed::new("the story does not begin in INITIAL"));
        }
        for (index, step) in story.moves.iter().enumerate() {
            let does = |t: &crate::Transition| {
                (t.from, t.to) == (step.from, step.to) && t.event == step.event && !t.continues
            };
            if step.from != state || !self.property.transitions().iter().any(does) {
                return Err(Unconfirmed::new(format!("{} does not do that", step.event)));
            }
            if story.moves[..index].iter().any(|earlier| self.certainly_before(step, earlier)) {
                return Err(Unconfirmed::new(format!("{} came before", step.event)));
            }
            state = step.to;
        }
        match self.property.states()[usize::from(state)].as_str() {
            "FAILURE" => Ok(self.tell(story)),
            other => Err(Unconfirmed::new(format!("the story ends in {other}"))),
        }
    }
}

impl Judge<'_> {
    fn certainly_before(&self, a: &StoryMove, b: &StoryMove) -> bool {
        let same = a.origin.invocation.is_some() && a.origin.invocation == b.origin.invocation;
        let later = b.time.nanos().saturating_sub(a.time.nanos());
        match (a.order, b.order) {
            // The order of the invocation counts, whatever its clock says.
            (Some(a), Some(b)) if same && a != b => a < b,
            (None, None) if same => later > 0,
            _ => later > nanos(self.settings.skew),
        }
    }

    /// The moves as a timeline: one lane for each invocation.
    fn tell(&self, story: &Story) -> Witness {
        let mut witness = Witness::builder(format!("what happened to {}", name(self.instance)));
        let mut lanes = Vec::new();
        let last = story.moves.len().saturating_sub(1);
        for (index, step) in story.moves.iter().enumerate() {
            let lane_name = lane_name(step, index);
            let known = lanes.iter().find(|(name, _)| *name == lane_name).map(|(_, lane)| *lane);
            let lane = known.unwrap_or_else(|| {
                let lane = witness.lane(LaneKind::Process, lane_name.clone());
                lanes.push((lane_name, lane));
                lane
            });
            let state = |state: u16| self.property.states()[usize::from(state)].as_str();
            let outcome = format!("{} to {}", state(step.from), state(step.to));
            let told = Step::new(lane, step.event.as_str()).key(format!("at {}", step.time));
            witness.step(if index == last {
                told.outcome(Outcome::failed(outcome)).offending()
            } else {
                told.outcome(Outcome::ok(outcome))
            });
        }
        witness.finish()
    }
}

fn lane_name(step: &StoryMove, index: usize) -> String {
    let origin = &step.origin;
    match (&origin.function, &origin.invocation) {
        (Some(function), Some(invocation)) => format!("{function} {invocation}"),
        (Some(name), None) | (None, Some(name)) => name.to_string(),
        (None, None) => format!("event {}", index + 1),
    }
}

/// An instance in words: `user: "ada"`.
pub fn name(instance: &Map<String, Value>) -> String {
    match instance.len() {
        0 => "the application".into(),
        _ => {
            let pairs = instance.iter().map(|(name, value)| format!("{name} = {value}"));
            pairs.collect::<Vec<_>>().join(", ")
        }
    }
}

impl Answer {
    /// The finding for an instance that is violated, or that could not be decided; none
    /// if there is nothing to find. `file` is where the property stands.
    pub fn finding(&self, property: &Property, file: &str, settings: &Settings) -> Option<Finding> {
        let subject = format!("{}: {}", property.name(), name(&self.instance));
        let (code, title) = match self.verdict {
            Verdict::Open | Verdict::Holds => return None,
            Verdict::Violated => (Code::PROPERTY_VIOLATED, "every order of the events violates it"),
            Verdict::PossiblyViolated => {
                (Code::PROPERTY_POSSIBLY_VIOLATED, "some order of the events violates it")
            }
            Verdict::Undecided => {
                let title = "it could not be decided whether it is violated";
                let reason = "too many events are too close together to look at all situations";
                let finding = Finding::unknown(Code::PROPERTY_UNKNOWN, subject, title, reason)
                    .caused_by(Cause::LimitReached);
                return Some(finding.help("lower the skew if the clocks are better than that"));
            }
        };
        let mut judge = Judge { property, settings, instance: &self.instance };
        let finding = match judge.confirm(&self.story) {
            Ok(witness) => Finding::violated(code, subject, title, witness),
            Err(why) => Finding::unconfirmed(Code::PROPERTY_UNKNOWN, subject, title, &why),
        };
        let moves = self.story.moves.iter();
        let path: Vec<_> = moves.map(|it| (it.from, it.event.as_str(), it.to)).collect();
        let finding = finding.drawn(property.diagram(&path));
        let mut finding = finding.at(span(property, file), "this property");
        if let Some(description) = property.description() {
            finding = finding.because(description.to_owned());
        }
        if let Some(otherwise) = &self.otherwise {
            let skew = settings.skew.as_secs_f64() * 1000.0;
            finding = finding.because(format!(
                "Events that are not more than {skew} ms apart have no known order. In another \
                 order nothing is violated: {}.",
                sequence(otherwise, property)
            ));
        }
        if self.story.shortened {
            finding = finding.because("Earlier events of this instance are not kept.");
        }
        Some(finding)
    }
}

fn sequence(story: &Story, property: &Property) -> String {
    if story.moves.is_empty() {
        return "no event changes the state".into();
    }
    let state = |state: u16| property.states()[usize::from(state)].as_str();
    let step = |step: &StoryMove| format!("{} leads to {}", step.event, state(step.to));
    story.moves.iter().map(step).collect::<Vec<_>>().join(", ")
}

fn span(property: &Property, file: &str) -> Span {
    let line = u32::try_from(property.place().line).unwrap_or(u32::MAX);
    Span::lines(file, line, line)
}
