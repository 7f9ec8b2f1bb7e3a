//! What must be atomic, told: suggestions, and data for programs.

use std::time::Duration;

use aplomb_linearizability::{
    ClassUnderTest, Client, ClientReport,
    class::{
        Cause, CodeBlock, Onlooker, Problem, ProblemKind, RankedRepair, RepairOptions,
        RepairReport, Sufficiency,
    },
};
use aplomb_report::{Finding, Suggestion};
use serde_json::{Value as Json, json};

use super::{
    patch::{self, NoChange},
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
        progress.say(format!("looking for what must be atomic in {}", class.class));
        let options = RepairOptions { time: Some(time), ..RepairOptions::default() };
        let client = wrong.client.clone();
        let report = class.repair(&client, clients, &options, &Onlooker::default());
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
                if !repair.guards.is_empty() {
                    let guards = listed(&repair.guards);
                    suggestion.message += &format!("; {guards} must hold the same lock");
                }
                match patch::edits(repair, sources) {
                    Ok(edits) => {
                        for (span, replacement) in edits {
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
        patch::unified(first, sources).map_err(|why| why.to_string())
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
                "blocks": repair.blocks.iter().map(of_block).collect::<Vec<_>>(),
                "sameLock": repair.guards.iter().map(of_block).collect::<Vec<_>>(),
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
            if let Ok(diff) = patch::unified(repair, sources) {
                data["diff"] = diff.into();
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

fn of_block(block: &CodeBlock) -> Json {
    json!({
        "method": format!("{}.{}", block.first.class, block.first.method),
        "file": block.first.file,
        "first": block.first_line(),
        "last": block.last,
    })
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
            format!(": with that, the client is right in every order ({states} states)")
        }
        Sufficiency::Proved { clients, states } => {
            format!(": with that, all {clients} clients are right in every order ({states} states)")
        }
        Sufficiency::Refuted { client } => format!(": not enough, {client} is still wrong"),
        Sufficiency::Unknown(why) => format!(" (whether that is enough is not known: {why})"),
    }
}
