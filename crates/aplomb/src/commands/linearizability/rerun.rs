//! An execution of a class counts only if a fresh run of its schedule shows it again.

use aplomb_explore::Schedule;
use aplomb_linearizability::{
    ClassUnderTest, Client, ClientReport, Outcome,
    class::{Cause, Mode, Problem, ProblemKind},
};
use aplomb_report::{Replay, Unconfirmed, Witness};

use super::{
    sources::SourceFolders,
    witness::{self, Execution},
};

/// Loads the class into a fresh machine, runs the schedule, and compares what the calls
/// return with every sequential order of them, each run anew. Nothing of the search takes part.
pub struct FreshRun<'a> {
    pub class: &'a ClassUnderTest,
    pub sources: &'a SourceFolders,
    /// The command that shows a schedule again.
    pub command: String,
}

/// What is said to be wrong with a schedule.
pub struct Claim<'a> {
    pub client: &'a Client,
    pub schedule: &'a Schedule,
    /// Whether calls and returns are steps of the schedule.
    pub mode: Mode,
    pub kind: &'a ProblemKind,
    /// What the calls returned, if the execution has an end.
    pub outcome: Option<&'a Outcome>,
    /// What the calls may return.
    pub expected: Option<&'a [Outcome]>,
    /// What comes between what should be atomic, if that is known.
    pub cause: Option<Cause>,
}

impl<'a> Claim<'a> {
    /// What a search says about a client.
    pub fn of(problem: &'a Problem, client: &'a ClientReport) -> Claim<'a> {
        Claim {
            client: &client.client,
            schedule: &problem.witness.schedule,
            mode: problem.mode,
            kind: &problem.kind,
            outcome: problem.outcome.as_ref(),
            expected: client.expected.as_deref(),
            cause: None,
        }
    }
}

impl<'a> Replay for FreshRun<'a> {
    type Candidate = Claim<'a>;

    fn judge(&mut self, claim: &Claim<'a>) -> Result<Witness, Unconfirmed> {
        let seen = self
            .class
            .replay(claim.client, claim.schedule)
            .map_err(|error| Unconfirmed::new(error.to_string()))?;
        match &seen.problem {
            Some(kind) if kind == claim.kind => {}
            Some(other) => return Err(Unconfirmed::new(other.to_string())),
            None => return Err(Unconfirmed::new("a fresh run of the schedule is right")),
        }
        if claim.outcome.is_some_and(|outcome| *outcome != seen.outcome) {
            return Err(Unconfirmed::new(
                "in a fresh run of the schedule calls return other values",
            ));
        }
        let execution = Execution {
            client: claim.client,
            steps: &seen.witness.steps,
            problem: Some((claim.kind, claim.outcome.map(|_| &seen.outcome))),
            expected: claim.expected,
            cause: claim.cause.as_ref(),
        };
        Ok(witness::draw(&execution, self.sources, self.command.clone()))
    }
}
