//! What must be atomic, told: suggestions, and data for programs.

use std::time::Duration;

use aplomb_linearizability::{
    ClassUnderTest, Client, ClientReport,
    class::{
        Cause, CodeBlock, Onlooker, Problem, ProblemKind, RankedRepair, RepairOptions,
        RepairReport, Sufficiency,
    },
};
use aplomb_report::{Finding, Suggestion, counted};
use serde_json::{Value as Json, json};

use super::{
    patch::{self, NoChange, Plan},
    sources::SourceFolders,
};
use crate::progress::Progress;

/// How many repairs are told besides the first; all are in the data.
const MOST_ALTERNATIVES: usize = 2;

/// What must be atomic so that the clients are right, found by way of one that is not.
pub struct Repairs {
    client: Client,
    report: RepairReport,
}

impl Repairs {
    /// Looks for repairs of the first client that blocks can repair.
    pub fn find(
        class: &ClassUnderTest,
        reports: &[ClientReport],
        clients: &[Client],
        time: Duration,
        progress: &Progress,
    ) -> Option<Repairs> {
        let wrong = reports.iter().find(|it| it.problems.iter().any(Repairs::are_for))?;
        let what = format!("looking for what must be atomic in {}", class.class);
        progress.say(&what);
        let onlooker = Onlooker {
            progress: Some(&|search| progress.say(format!("{what}: {} states", search.states))),
            ..Onlooker::default()
        };
        let options = RepairOptions { time: Some(time), ..RepairOptions::default() };
        let client = wrong.client.clone();
        let report = class.repair(&client, clients, &options, &onlooker);
        let report = report.unwrap_or_else(|error| RepairReport {
            obstacle: Some(error.to_string()),
            ..RepairReport::default()
        });
        Some(Repairs { client, report })
    }

    /// Whether atomic blocks are a remedy for a problem: not for threads that wait for each other.
    pub fn are_for(problem: &Problem) -> bool {
        !matches!(problem.kind, ProblemKind::Deadlock | ProblemKind::Livelock)
    }

    /// How a problem of the client comes about, by the first repair.
    pub fn cause(
        &self,
        class: &ClassUnderTest,
        client: &Client,
        problem: &Problem,
    ) -> Option<Cause> {
        let first = self.report.repairs.first().filter(|_| *client == self.client)?;
        class.cause(client, &problem.witness.schedule, &first.blocks).ok().flatten()
    }

    /// Adds to a finding what can be done about it.
    pub fn tell(&self, mut finding: Finding, sources: &SourceFolders) -> Finding {
        let RepairReport { repairs, obstacle, right, .. } = &self.report;
        for (place, repair) in repairs.iter().take(1 + MOST_ALTERNATIVES).enumerate() {
            let mut message = format!("make {} atomic", listed(&repair.blocks));
            if place > 0 {
                let forbidden = repair.disabled;
                message =
                    format!("or {message}, which forbids {forbidden} of {right} right executions");
            }
            message += &proof(repair);
            let mut suggestion = Suggestion::new(message);
            if place == 0 {
                let plan = self.plan(repair, sources);
                suggestion.message += &self.lock(repair, plan.as_ref().ok());
                match plan {
                    Ok(plan) => {
                        for (span, replacement) in plan.edits() {
                            suggestion = suggestion.edit(span, replacement);
                        }
                    }
                    Err(NoChange::NoSource(_)) => {}
                    Err(why) => {
                        finding = finding.because(format!("No change is suggested: {why}."));
                    }
                }
            }
            finding = finding.suggest(suggestion);
        }
        match obstacle {
            Some(obstacle) if repairs.is_empty() => {
                finding.because(format!("No block to make atomic is suggested: {obstacle}."))
            }
            Some(obstacle) => finding.because(format!("Atomic blocks are not enough: {obstacle}.")),
            None => finding,
        }
    }

    /// The change of the source that the first repair asks for, as a unified diff.
    pub fn patch(&self, sources: &SourceFolders) -> Result<String, String> {
        let first = self.report.repairs.first().ok_or("there is no repair")?;
        Ok(self.plan(first, sources).map_err(|why| why.to_string())?.unified())
    }

    fn plan(&self, repair: &RankedRepair, sources: &SourceFolders) -> Result<Plan, NoChange> {
        Plan::new(repair, &self.report.locks, sources)
    }

    /// Which lock makes the blocks atomic, and who else must hold it.
    fn lock(&self, repair: &RankedRepair, plan: Option<&Plan>) -> String {
        let mut words = match plan {
            Some(Plan { lock, held_longer: Some((taken, (first, last))), .. }) => {
                format!(
                    "; hold `{lock}`, which line {taken} takes, from line {first} to line {last}"
                )
            }
            Some(Plan { lock, is_known: true, .. }) => format!("; hold `{lock}` there"),
            _ => self.perhaps(repair),
        };
        let others = plan.map_or(&repair.guards, |plan| &plan.unlocked);
        if !others.is_empty() {
            words += &format!("; {} must hold the same lock", listed(others));
        }
        words
    }

    /// A lock that is taken in the middle of a block, or given back there, and could be held longer.
    fn perhaps(&self, repair: &RankedRepair) -> String {
        let found = repair.blocks.iter().find_map(|block| {
            let (first, last) = (block.first_line(), block.last);
            let mut locks = self.report.locks.iter().filter(|it| {
                it.first.class == block.first.class && it.first.method == block.first.method
            });
            let early = locks.clone().find(|it| (first + 1..=last).contains(&it.first_line()));
            let late =
                locks.find(|it| it.first_line() <= first && (first..last).contains(&it.last));
            let early = early
                .map(|it| format!("take the lock of line {} before line {first}", it.first_line()));
            early.or(late.map(|it| {
                format!("keep the lock of line {} until after line {last}", it.first_line())
            }))
        });
        found.map_or(String::new(), |what| format!("; perhaps it is enough to {what}"))
    }

    /// All repairs, for programs.
    pub fn data(&self, sources: &SourceFolders) -> Json {
        let repair = |repair: &RankedRepair| {
            let (sufficient, reason) = match &repair.sufficient {
                Sufficiency::Proved { .. } => (Json::Bool(true), None),
                Sufficiency::Refuted { client } => {
                    (Json::Bool(false), Some(format!("{client} is still wrong")))
                }
                Sufficiency::Unknown(why) => (Json::Null, Some(why.clone())),
            };
            let mut data = json!({
                "rank": repair.rank,
                "blocks": of_blocks(&repair.blocks, sources),
                "sameLock": of_blocks(&repair.guards, sources),
                "disabled": repair.disabled,
                "sufficient": sufficient,
            });
            if let Some(reason) = reason {
                data["reason"] = reason.into();
            }
            if let Sufficiency::Proved { clients, states } = repair.sufficient {
                data["clients"] = clients.into();
                data["states"] = states.into();
            }
            if let Ok(plan) = self.plan(repair, sources) {
                data["lock"] = plan.lock.as_str().into();
                data["heldLonger"] = plan.is_known.into();
                data["diff"] = plan.unified().into();
            }
            data
        };
        self.report.repairs.iter().map(repair).collect()
    }

    /// What the repairs were found by, for programs.
    pub fn search(&self) -> Json {
        let report = &self.report;
        json!({
            "client": self.client.to_string(),
            "wrongExecutions": report.wrong,
            "rightExecutions": report.right,
            "sampled": report.sampled,
            "rounds": report.rounds,
            "obstacle": report.obstacle,
            "time_ms": (report.elapsed.as_secs_f64() * 1e6).round() / 1e3,
        })
    }
}

/// Blocks for programs. Classes know lines only; columns are those of the source, if it is there.
fn of_blocks(blocks: &[CodeBlock], sources: &SourceFolders) -> Json {
    let of_block = |block: &CodeBlock| {
        let mut data = json!({
            "method": format!("{}.{}", block.first.class, block.first.method),
            "file": block.first.file,
            "first": block.first_line(),
            "last": block.last,
        });
        if let Some((column, end)) = patch::columns(block, sources) {
            data["column"] = column.into();
            data["endColumn"] = end.into();
        }
        data
    };
    blocks.iter().map(of_block).collect()
}

/// `lines 20-21 of pop and line 15 of push`.
fn listed(blocks: &[CodeBlock]) -> String {
    let mut words: Vec<String> = blocks.iter().map(CodeBlock::to_string).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// What is known about whether a repair is enough.
fn proof(repair: &RankedRepair) -> String {
    match &repair.sufficient {
        Sufficiency::Proved { clients: 1, states } => {
            let states = counted(*states, "state");
            format!(": with that, the client is right in every order ({states})")
        }
        Sufficiency::Proved { clients, states } => {
            let states = counted(*states, "state");
            format!(": with that, all {clients} clients are right in every order ({states})")
        }
        Sufficiency::Refuted { client } => format!(": not enough, {client} is still wrong"),
        Sufficiency::Unknown(why) => format!(" (whether that is enough is not known: {why})"),
    }
}
