//! Random runs of a protocol.

use aplomb_consensus::{
    Protocol, Watch,
    protocols::{self, Setup, Task, with},
};
use aplomb_explore::{Checked, Limits, Options, Order, Outcome, Progress, StopReason};
use aplomb_report::{Cause, Code, Finding, Report, counted};
use clap::Args;

use super::model::{Model, bounds_in_words, data, violated};
use crate::{context::Context, error::InputError};

/// Which runs.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Which protocol.
    #[command(flatten)]
    pub model: Model,
    /// How many runs to follow
    #[arg(long, value_name = "N", default_value_t = 10_000, help_heading = "Runs")]
    pub runs: u64,
    /// The steps after which a run is given up
    #[arg(long, value_name = "N", default_value_t = 1_000_000, help_heading = "Runs")]
    pub steps: usize,
    /// After so many steps of all runs the rest is given up
    #[arg(long, value_name = "N", default_value_t = 20_000_000, help_heading = "Runs")]
    pub total_steps: u64,
    /// Which runs are drawn
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Runs")]
    pub seed: u64,
}

/// Follows the runs.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Report, InputError> {
    let setup = arguments.model.setup(false)?;
    let Arguments { model, runs, steps, total_steps, seed } = arguments;
    let progress = context.progress(&format!("following runs of {}", model.subject()));
    let say = |search: &Progress| progress.say(format!("{} steps", search.transitions));
    let order = Order::Random(*seed);
    let limits = Limits { states: Some(*total_steps), ..Limits::default() };
    let options = Options { order, limits, progress: Some(&say), ..Options::default() };
    let checked = protocols::simulate(model.name(), &setup, *runs, *steps, &options)
        .map_err(InputError::refused)?;
    let task = Simulated { arguments, setup, checked };
    with(model.name(), &setup, task).map_err(InputError::refused)
}

struct Simulated<'a> {
    arguments: &'a Arguments,
    setup: Setup<'a>,
    checked: Checked,
}

impl Task for Simulated<'_> {
    type Output = Report;

    fn run<P: Protocol>(self, protocol: &P) -> Report {
        let Self { arguments: Arguments { model, runs, .. }, setup, checked } = self;
        let statistics = checked.exploration.statistics;
        let (finding, verdict, law) = match &checked.violation {
            Some(schedule) => {
                let (finding, law) = violated(model, &setup, protocol, schedule, Watch::Everything);
                (finding, "violated", law)
            }
            None => {
                let followed = match checked.exploration.outcome {
                    Outcome::Stopped(StopReason::States) => {
                        format!("not all of {}, by --total-steps", counted(*runs, "run"))
                    }
                    _ => counted(*runs, "run"),
                };
                let reason = format!(
                    "runs were only sampled: {followed}, {}, the longest {} ({})",
                    counted(statistics.transitions, "step"),
                    statistics.depth,
                    bounds_in_words(&setup.bounds)
                );
                let title = "no violation in the runs that were followed";
                let code = Code::CONSENSUS_UNKNOWN;
                let finding = Finding::unknown(code, model.subject(), title, reason)
                    .caused_by(Cause::Sampled)
                    .help("`aplomb consensus` explores all runs within smaller bounds");
                (finding, "unknown", None)
            }
        };
        let mut report = Report::new("consensus");
        report.push(finding);
        report.set_data(data(model, &setup, &checked, verdict, law));
        report
    }
}
