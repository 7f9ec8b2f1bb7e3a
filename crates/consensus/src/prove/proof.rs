//! The proof of a system as a whole, and what a report says about it.

use aplomb_report::{Cause, Code, Finding, LaneKind, Replay, Step, Unconfirmed, Witness};
use serde_json::{Value, json};

use super::{
    obligation::{Effort, Obligation, Outcome, undecidable},
    run::{self, Run, Violation},
    structure::Judge,
    system::System,
    words,
};
use crate::qtree::Law;

/// What came of proving a system.
pub struct Proof<'s> {
    system: &'s System,
    outcomes: Vec<(Obligation<'s>, Outcome)>,
    /// Sorts that the quantifiers go round in, if there are some.
    circle: Option<Vec<String>>,
    /// A run that shows that the proof is about something, if everything is proved.
    example: Option<Run>,
    effort: Effort,
    /// A run that breaks a law or a claim.
    violation: Option<Violation>,
}

/// Proves everything that has to be shown of a system. `progress` is called after each
/// obligation.
pub fn prove<'s>(system: &'s System, effort: &Effort, progress: &dyn Fn()) -> Proof<'s> {
    let attempt = |obligation: Obligation<'s>| {
        let outcome = obligation.attempt(system, effort);
        progress();
        (obligation, outcome)
    };
    let outcomes: Vec<_> = system.obligations().into_iter().map(attempt).collect();
    let refuted = outcomes.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::Refuted(counterexample) => Some(&**counterexample),
        _ => None,
    });
    let violation = run::violation(system, refuted.take(3), effort);
    let circle = undecidable(system);
    // Whether a proof is about something matters where there is one.
    let proved = outcomes.iter().all(|(_, outcome)| matches!(outcome, Outcome::Proved));
    let example = if proved { run::decides_and_goes_on(system, effort) } else { None };
    Proof { system, outcomes, circle, example, effort: *effort, violation }
}

impl Proof<'_> {
    /// Whether everything is proved, about a system in which something happens.
    pub fn succeeded(&self) -> bool {
        self.unproved().next().is_none() && self.example.is_some()
    }

    fn unproved(&self) -> impl Iterator<Item = &(Obligation<'_>, Outcome)> {
        self.outcomes.iter().filter(|(_, outcome)| !matches!(outcome, Outcome::Proved))
    }

    /// The run that breaks a law, if one was found.
    pub fn violation(&self) -> Option<&Violation> {
        self.violation.as_ref()
    }

    /// What the report says. `replay` is the command that shows it again.
    pub fn findings(&self, assumptions: &[&str], replay: &str) -> Vec<Finding> {
        let name = &self.system.name;
        if self.succeeded() {
            let title = match self.system.claims.is_empty() {
                true => "every execution keeps the laws of the quorum tree",
                false => "a tree that keeps the laws has a single trunk",
            };
            let mut finding = Finding::holds(Code::CONSENSUS_SAFE, name, title);
            for assumption in assumptions {
                finding = finding.assuming(*assumption);
            }
            for axiom in &self.system.axioms {
                finding = finding.assuming(format!("{}: {}", axiom.name, axiom.text));
            }
            return vec![finding];
        }
        let mut findings: Vec<Finding> = Vec::new();
        if let Some(violation) = &self.violation {
            findings.push(self.violated(violation, replay));
        }
        let open = self.outcomes.iter();
        findings.extend(open.filter_map(|(obligation, outcome)| self.open(obligation, outcome)));
        if findings.is_empty() {
            let title = "nothing shows that the proof is about anything";
            let reason = format!(
                "no run was found in which a round commits and a later one continues it, in \
                 small universes and up to {} states",
                self.effort.states
            );
            let finding = Finding::unknown(Code::CONSENSUS_UNKNOWN, name, title, reason);
            findings.push(finding.caused_by(Cause::Undecided));
        }
        findings
    }

    fn violated(&self, violation: &Violation, replay: &str) -> Finding {
        let rule = &violation.broken.name;
        let law = Law::ALL.into_iter().find(|law| law.to_string() == *rule);
        let (code, title) = match law {
            Some(law) => (crate::code(law), format!("law {law} is broken: {}", law.statement())),
            None => (Code::DISAGREEMENT, format!("{rule} is broken: {}", violation.broken.text)),
        };
        let mut judge = RunJudge { system: self.system, rule, replay };
        match judge.confirm(&violation.run) {
            Ok(witness) => {
                let run = &violation.run;
                let judge = Judge { system: self.system, universe: &run.universe };
                Finding::violated(code, &self.system.name, title, witness)
                    .because(format!("the universe: {}", judge.elements()))
                    .because(format!(
                        "what never changes: {}",
                        judge.fixed(&run.initial).join(", ")
                    ))
            }
            Err(why) => Finding::unconfirmed(code, &self.system.name, title, &why),
        }
    }

    /// What is to be said about an obligation, unless it is proved.
    fn open(&self, obligation: &Obligation<'_>, outcome: &Outcome) -> Option<Finding> {
        let title = format!("not proved: {} {}", obligation.goal.name, obligation.when);
        let unknown = |cause: Cause, reason: &str| {
            Finding::unknown(Code::CONSENSUS_UNKNOWN, &self.system.name, &title, reason)
                .caused_by(cause)
        };
        match outcome {
            Outcome::Proved => None,
            Outcome::Undecided(cause, reason) => {
                let circle = self
                    .circle
                    .iter()
                    .map(|sorts| format!("quantifiers go round in circles: {}", sorts.join(", ")));
                Some(circle.fold(unknown(*cause, reason), Finding::because))
            }
            Outcome::Refuted(counterexample) => {
                let reason = match self.violation {
                    Some(_) => "this is a step of the induction that fails",
                    None => {
                        "the induction fails here; whether a run reaches the state before the \
                         step is not known"
                    }
                };
                let paragraphs = words::paragraphs(self.system, obligation, counterexample);
                let unknown = unknown(Cause::Undecided, reason);
                Some(paragraphs.into_iter().fold(unknown, Finding::because))
            }
        }
    }

    /// The proof as data.
    pub fn data(&self) -> Value {
        let count = |wanted: fn(&Outcome) -> bool| {
            self.outcomes.iter().filter(|(_, outcome)| wanted(outcome)).count()
        };
        json!({
            "system": self.system.name,
            "obligations": self.outcomes.len(),
            "proved": count(|outcome| matches!(outcome, Outcome::Proved)),
            "refuted": count(|outcome| matches!(outcome, Outcome::Refuted(_))),
            "undecided": count(|outcome| matches!(outcome, Outcome::Undecided(..))),
            "decidable": self.circle.is_none(),
            "example": self.example.as_ref().map(|run| story(self.system, run)),
            "unproved": self.unproved().map(|(obligation, outcome)| json!({
                "goal": obligation.goal.name,
                "when": obligation.when.to_string(),
                "formula": obligation.goal.text,
                "counterexample": match outcome {
                    Outcome::Refuted(it) => json!(words::paragraphs(self.system, obligation, it)),
                    _ => Value::Null,
                },
            })).collect::<Vec<_>>(),
        })
    }
}

/// The steps of a run, in words.
fn story(system: &System, run: &Run) -> Vec<String> {
    let steps = run.steps.iter();
    steps.map(|(position, chosen)| system.step(&system.transitions[*position], chosen)).collect()
}

/// Makes a run again from its initial state, and sees whether its last step breaks the rule.
struct RunJudge<'s> {
    system: &'s System,
    rule: &'s str,
    replay: &'s str,
}

impl Replay for RunJudge<'_> {
    type Candidate = Run;

    fn judge(&mut self, run: &Run) -> Result<Witness, Unconfirmed> {
        let system = self.system;
        let axioms = Judge { system, universe: &run.universe };
        let violated = system
            .axioms
            .iter()
            .find(|axiom| !axioms.holds(&run.initial, &axiom.formula, &mut Vec::new()));
        if let Some(axiom) = violated {
            return Err(Unconfirmed::new(format!("the run does not satisfy {}", axiom.name)));
        }
        let broken = run::broken_by(system, run).map_err(Unconfirmed::new)?;
        if broken.name != self.rule {
            return Err(Unconfirmed::new(format!("the run breaks {}", broken.name)));
        }
        Ok(witness(system, run, &broken.text, self.replay))
    }
}

fn witness(system: &System, run: &Run, broken: &str, replay: &str) -> Witness {
    let mut witness = Witness::builder(format!("the last step breaks {broken}"));
    let process = system.signature.sort_named("process");
    let mut lanes = Vec::new();
    if let Some(process) = process {
        for element in 0..run.universe.size(process) {
            lanes.push(witness.lane(LaneKind::Process, system.element(process, element)));
        }
    }
    let anybody = witness.lane(LaneKind::Process, "tree");
    for (number, (position, chosen)) in run.steps.iter().enumerate() {
        let transition = &system.transitions[*position];
        let by = chosen.iter().find(|(variable, _)| Some(variable.sort) == process);
        let lane = by.map_or(anybody, |(_, element)| lanes[*element]);
        let mut step = Step::new(lane, system.step(transition, chosen));
        if let Some(event) = system.event(transition, chosen) {
            step = step.value(event);
        }
        if number + 1 == run.steps.len() {
            step = step.offending();
        }
        witness.step(step);
    }
    witness.replay(replay);
    witness.finish()
}
