//! What a report says about runs of a library.

use aplomb_consensus::{
    code,
    qtree::{Event, Snapshot, Version, Violation, judge},
};
use aplomb_report::{
    Cause, Code, Finding, LaneId, LaneKind, Replay, Report, Step, Unconfirmed, Witness,
    WitnessBuilder, counted,
};
use serde_json::json;

use crate::{
    Library,
    many::Tally,
    simulation::{Failure, Happened, Settings, Wrong, told},
};

/// Puts what came of many runs into a report. `replay` is the command that makes a run of one
/// seed again.
pub fn report<L: Library>(
    settings: &Settings,
    tally: &Tally<L::Round>,
    replay: &dyn Fn(u64) -> String,
    report: &mut Report,
) {
    report.push(finding::<L>(settings, tally, replay));
    let statistics = &tally.statistics;
    report.set_data(json!({
        "implementation": L::NAME,
        "nodes": settings.nodes,
        "runs": tally.runs,
        "steps": statistics.steps,
        "messages": statistics.messages,
        "elections": statistics.elections,
        "restarts": statistics.restarts,
        "partitions": statistics.partitions,
        "adds": statistics.adds,
        "commits": statistics.commits,
        "applied": statistics.applied,
        "brokenLaws": tally.laws,
        "disagreements": tally.disagreements,
        "panics": tally.panics,
        "firstSeed": tally.first.as_ref().map(|failure| failure.seed),
        "firstStep": tally.first.as_ref().map(|failure| failure.step),
    }));
}

fn finding<L: Library>(
    settings: &Settings,
    tally: &Tally<L::Round>,
    replay: &dyn Fn(u64) -> String,
) -> Finding {
    let statistics = &tally.statistics;
    let Some(failure) = &tally.first else {
        if statistics.commits == 0 {
            let title = "nothing was decided";
            let steps = counted(statistics.steps, "step");
            let reason = format!("nobody decided anything within {steps}");
            return Finding::unknown(Code::CONSENSUS_UNKNOWN, L::NAME, title, reason)
                .caused_by(Cause::Sampled)
                .help("make more steps with --steps");
        }
        let title = "no violation in the runs that were made";
        let reason = format!(
            "runs were only sampled: {}, {}, {}, {}, {}, {}; all keep the laws of the quorum tree, \
             and nodes apply the same",
            counted(tally.runs, "run"),
            counted(statistics.steps, "step"),
            counted(statistics.elections, "leader"),
            counted(statistics.restarts, "restart"),
            counted(statistics.partitions, "partition"),
            counted(statistics.commits, "decision")
        );
        return Finding::unknown(Code::CONSENSUS_UNKNOWN, L::NAME, title, reason)
            .caused_by(Cause::Sampled)
            .help(
                "make more runs with --runs; `aplomb consensus prove` proves the protocol itself",
            );
    };
    let (code, title) = match &failure.wrong {
        Wrong::Law(violation) => {
            let law = violation.law();
            (code(law), format!("law {law} is broken: {}", law.statement()))
        }
        Wrong::Applied { .. } => {
            (Code::DISAGREEMENT, "nodes apply different things at one position".to_owned())
        }
        Wrong::Panic(message) => {
            let title = "the library stops a node that does not keep to its rules";
            let reason = format!("in the run of seed {}: {message}", failure.seed);
            return Finding::unknown(Code::CONSENSUS_UNKNOWN, L::NAME, title, reason)
                .caused_by(Cause::NotExecuted)
                .help(format!("see it again with `{}`", replay(failure.seed)));
        }
    };
    let mut judge =
        RunJudge::<L> { settings, replay: replay(failure.seed), library: Default::default() };
    match judge.confirm(failure) {
        Ok(witness) => Finding::violated(code, L::NAME, title, witness)
            .because(format!("seed {}, step {}: {}", failure.seed, failure.step, failure.wrong)),
        Err(why) => Finding::unconfirmed(code, L::NAME, title, &why),
    }
}

/// Makes the run of a failure again from its seed, and judges what happens by enumeration.
struct RunJudge<'s, L> {
    settings: &'s Settings,
    replay: String,
    library: std::marker::PhantomData<L>,
}

/// An event, with the step and the node.
type Told<R> = (u64, u64, Event<R, u64>);

impl<L: Library> Replay for RunJudge<'_, L> {
    type Candidate = Failure<L::Round>;

    fn judge(&mut self, failure: &Failure<L::Round>) -> Result<Witness, Unconfirmed> {
        let mut events: Vec<Told<L::Round>> = Vec::new();
        let mut restarts: Vec<(u64, u64)> = Vec::new();
        let again = told::<L>(self.settings, failure.seed, &mut |step, node, what| match what {
            Happened::Event(event) => events.push((step, node, event)),
            Happened::Restarted => restarts.push((step, node)),
        });
        let again = again.failure.ok_or_else(|| Unconfirmed::new("nothing goes wrong"))?;
        if (again.step, &again.wrong) != (failure.step, &failure.wrong) {
            return Err(Unconfirmed::new(format!("{} at step {}", again.wrong, again.step)));
        }
        let story = match &failure.wrong {
            Wrong::Law(violation) => relevant(&events, violation)?,
            _ => events.iter().rev().take(12).rev().cloned().collect(),
        };
        let mut witness = Witness::builder(failure.wrong.to_string());
        let lanes: Vec<LaneId> = (1..=self.settings.nodes)
            .map(|number| witness.lane(LaneKind::Process, format!("node {number}")))
            .collect();
        tell(&mut witness, &lanes, &story, &restarts);
        witness.replay(&self.replay);
        Ok(witness.finish())
    }
}

/// The events that a violation is about; their last one breaks the law, as enumeration says.
fn relevant<R: Ord + Clone + std::fmt::Debug + std::fmt::Display>(
    events: &[Told<R>],
    violation: &Violation<R, u64>,
) -> Result<Vec<Told<R>>, Unconfirmed> {
    let mut past = Snapshot::new();
    let Some(((_, _, last), earlier)) = events.split_last() else {
        return Err(Unconfirmed::new("there are no events"));
    };
    earlier.iter().for_each(|(_, _, event)| past.push(event.clone()));
    match judge(&past, Version::StateMachineReplication, last) {
        Err(again) if again.law() == violation.law() => {}
        Err(again) => return Err(Unconfirmed::new(format!("law {} is broken", again.law()))),
        Ok(()) => return Err(Unconfirmed::new("the events keep the laws")),
    }
    let rounds = violation.rounds();
    let concerned = events.iter().filter(|(_, _, event)| rounds.contains(&event.round()));
    Ok(concerned.cloned().collect())
}

fn tell<R: std::fmt::Display>(
    witness: &mut WitnessBuilder,
    lanes: &[LaneId],
    story: &[Told<R>],
    restarts: &[(u64, u64)],
) {
    let mut restarts = restarts.iter().peekable();
    let first = story.first().map_or(0, |(step, ..)| *step);
    for (position, (step, node, event)) in story.iter().enumerate() {
        while let Some((when, who)) = restarts.next_if(|(when, _)| when < step) {
            if *when >= first {
                witness.crash(lanes[*who as usize - 1], format!("step {when}: restart"));
            }
        }
        let mut told = Step::new(lanes[*node as usize - 1], event.to_string());
        told = told.value(format!("step {step}"));
        if position + 1 == story.len() {
            told = told.offending();
        }
        witness.step(told);
    }
}
