//! All runs of a protocol within bounds.

use std::time::Duration;

use aplomb_consensus::{
    Judge, Protocol, Watch,
    protocols::{self, Setup, SetupError, Task, with},
};
use aplomb_explore::{Checked, Limits, Options, Progress, Schedule};
use aplomb_report::{Cause, Code, Finding, Replay, Report, counted};
use clap::Args;

use super::model::{Model, bounds_in_words, data, violated};
use crate::{commands::assumptions, context::Context, error::InputError};

/// What to check, and how.
#[derive(Debug, Args)]
pub struct Exhaustive {
    /// Which protocol.
    #[command(flatten)]
    pub model: Model,
    /// How to search.
    #[command(flatten)]
    pub search: Search,
}

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct Search {
    /// Explore runs that differ in names of processes and values only, too
    #[arg(long)]
    pub no_symmetry: bool,
    /// Explore also runs in which steps that rule nothing out are taken later than they can
    #[arg(long)]
    pub no_reduction: bool,
    /// Look at decisions alone, not at the laws of the quorum tree
    #[arg(long)]
    pub decisions_only: bool,
    /// Judge this run instead of searching for one
    #[arg(long, value_name = "SCHEDULE")]
    pub schedule: Option<Schedule>,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub time_limit: Option<u64>,
    /// Give up after so many states
    #[arg(long, value_name = "N")]
    pub state_limit: Option<u64>,
    /// Give up when the program occupies so many megabytes [default: half of what is free]
    #[arg(long, value_name = "MEGABYTES")]
    pub memory_limit: Option<u64>,
    /// Store fingerprints of states: takes less memory, and says how likely it missed one
    #[arg(long)]
    pub hash_compaction: bool,
}

impl Search {
    fn watch(&self) -> Watch {
        match self.decisions_only {
            true => Watch::DecisionsOnly,
            false => Watch::Everything,
        }
    }

    fn limits(&self) -> Limits {
        let memory = self.memory_limit.map(|megabytes| megabytes.saturating_mul(1 << 20));
        Limits {
            states: self.state_limit,
            time: self.time_limit.map(Duration::from_secs),
            memory: memory.or_else(|| Some(aplomb_explore::available_memory()? / 2)),
        }
    }
}

/// Searches all runs, or judges the one that is given.
pub fn run(arguments: &Exhaustive, context: &Context) -> Result<Report, InputError> {
    let model = &arguments.model;
    let Search { no_symmetry, no_reduction, .. } = arguments.search;
    let setup = Setup { reduction: !no_reduction, ..model.setup(!no_symmetry)? };
    let search = &arguments.search;
    let checked = match search.schedule {
        Some(_) => None,
        None => Some(searched(model, &setup, search, context).map_err(InputError::refused)?),
    };
    let task = Check { model, setup, search, checked };
    with(model.name(), &setup, task).map_err(InputError::refused)
}

fn searched(
    model: &Model,
    setup: &Setup<'_>,
    search: &Search,
    context: &Context,
) -> Result<Checked, SetupError> {
    let name = model.subject();
    let progress = context.progress(&format!("exploring {name}"));
    let report = |search: &Progress| {
        let Progress { states, depth, .. } = *search;
        let rate = search.rate() as u64;
        progress.say(format!("exploring {name}: {states} states, {rate}/s, depth {depth}"));
    };
    let options = Options {
        limits: search.limits(),
        hash_compaction: search.hash_compaction,
        progress: Some(&report),
        ..Options::default()
    };
    protocols::check(model.name(), setup, search.watch(), &options)
}

struct Check<'a> {
    model: &'a Model,
    setup: Setup<'a>,
    search: &'a Search,
    /// What was found, unless a run is given.
    checked: Option<Checked>,
}

impl Task for Check<'_> {
    type Output = Report;

    fn run<P: Protocol>(self, protocol: &P) -> Report {
        let mut report = Report::new("consensus");
        if let Some(schedule) = &self.search.schedule {
            report.push(self.judged(protocol, schedule));
        }
        if let Some(checked) = &self.checked {
            let (finding, verdict, law) = self.finding(protocol, checked);
            report.push(finding);
            report.set_data(data(self.model, &self.setup, checked, verdict, law));
        }
        report
    }
}

impl Check<'_> {
    /// A run that the user gives.
    fn judged<P: Protocol>(&self, protocol: &P, schedule: &Schedule) -> Finding {
        let watch = self.search.watch();
        let mut judge = Judge::new(protocol, "").watching(watch);
        if judge.confirm(schedule).is_ok() {
            return violated(self.model, &self.setup, protocol, schedule, watch).0;
        }
        let title = "the run breaks nothing";
        match aplomb_consensus::run(protocol, schedule, watch) {
            Some(run) => {
                let bound = format!("this run of {}", counted(run.steps.len(), "step"));
                let code = Code::CONSENSUS_SAFE;
                Finding::holds_within_bounds(code, self.model.subject(), title, bound)
            }
            None => {
                let reason = "this model of the protocol has no such run";
                let title = "the run cannot be judged";
                Finding::unknown(Code::CONSENSUS_UNKNOWN, self.model.subject(), title, reason)
                    .caused_by(Cause::NotExecuted)
                    .help("give the bounds and the mutant with which the schedule was found")
            }
        }
    }

    fn finding<P: Protocol>(
        &self,
        protocol: &P,
        checked: &Checked,
    ) -> (Finding, &'static str, Option<String>) {
        if let Some(schedule) = &checked.violation {
            let watch = self.search.watch();
            let (finding, law) = violated(self.model, &self.setup, protocol, schedule, watch);
            let verdict = match finding.verdict().kind() {
                aplomb_report::VerdictKind::Violated => "violated",
                _ => "unknown",
            };
            return (finding, verdict, law);
        }
        let subject = self.model.subject();
        let statistics = checked.exploration.statistics;
        let bounds = bounds_in_words(&self.setup.bounds);
        let has_reduction = self.model.entry().is_ok_and(|entry| entry.has_reduction());
        let reduced = self.setup.reduction && has_reduction;
        if let Some(reason) = checked.gave_up() {
            let title = "no violation in the runs that were explored";
            let which =
                if reduced { " in which steps that rule nothing out come first" } else { "" };
            let reason = format!(
                "{reason} after {}; every run of up to {}{which} was explored ({bounds})",
                counted(statistics.states, "state"),
                counted(statistics.depth, "step")
            );
            let finding = Finding::unknown(Code::CONSENSUS_UNKNOWN, subject, title, reason);
            let finding = finding.caused_by(Cause::LimitReached).help(
                "choose smaller bounds, raise the limit, or follow random runs with `aplomb \
                 consensus simulate`",
            );
            return (finding, "unknown", None);
        }
        let title = match self.search.decisions_only {
            true => "every run agrees and decides what clients asked for",
            false => {
                "every run keeps the laws of the quorum tree, agrees, and decides what clients \
                 asked for"
            }
        };
        let up_to = match (self.setup.symmetry, reduced) {
            (true, true) => " up to names and the time of steps that rule nothing out",
            (true, false) => " up to names",
            (false, true) => " up to the time of steps that rule nothing out",
            (false, false) => "",
        };
        let bound = format!("{bounds}: all {}{up_to}", counted(statistics.states, "state"));
        let mut finding = Finding::holds_within_bounds(Code::CONSENSUS_SAFE, subject, title, bound);
        if let Some(risk) = statistics.collision_probability {
            finding = finding
                .assuming(assumptions::FINGERPRINTS.of(&[&format!("{risk:.1e}")]).to_string());
        }
        (finding, "holds-within-bounds", None)
    }
}
