//! Runs of real libraries.

use aplomb_implementations::{Bug, Library, OmniPaxos, Raft, Settings, report, simulate_many};
use aplomb_report::Report;
use clap::{Args, ValueEnum};

use crate::{context::Context, error::InputError};

/// Which library, and which runs.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The library
    #[arg(value_name = "LIBRARY")]
    pub library: Name,
    /// How many nodes the cluster has
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(2..=99))]
    pub nodes: u64,
    /// How many runs to make
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub runs: u64,
    /// How many steps a run has
    #[arg(long, value_name = "N", default_value_t = Settings::default().steps)]
    pub steps: u64,
    /// The seed of the first run; the others follow
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How many of a thousand messages are lost
    #[arg(long, value_name = "N", default_value_t = Settings::default().lost, help_heading = "Faults")]
    pub lost: u64,
    /// How many of a thousand messages arrive again
    #[arg(long, value_name = "N", default_value_t = Settings::default().duplicated, help_heading = "Faults")]
    pub duplicated: u64,
    /// How many of a thousand steps make a node try to become the leader
    #[arg(long, value_name = "N", default_value_t = Settings::default().campaigns, help_heading = "Faults")]
    pub campaigns: u64,
    /// How many of a thousand steps restart a node
    #[arg(long, value_name = "N", default_value_t = Settings::default().restarts, help_heading = "Faults")]
    pub restarts: u64,
    /// How many of a thousand steps cut the network in two, or heal it
    #[arg(long, value_name = "N", default_value_t = Settings::default().partitions, help_heading = "Faults")]
    pub partitions: u64,
    /// Drive the library wrongly
    #[arg(long, value_name = "BUG", help_heading = "Faults")]
    pub bug: Option<BugName>,
}

/// A library.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Name {
    /// The crate `raft` of TiKV
    Raft,
    /// The crate `omnipaxos`
    Omnipaxos,
}

/// What the driver does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BugName {
    /// What a node has voted for is not durable
    ForgetsVote,
    /// The last entry of the log is lost when a node restarts
    LosesLastEntry,
    /// Each half of the nodes believes that it is the whole cluster
    SplitMembership,
}

impl From<BugName> for Bug {
    fn from(name: BugName) -> Bug {
        match name {
            BugName::ForgetsVote => Bug::ForgetsVote,
            BugName::LosesLastEntry => Bug::LosesLastEntry,
            BugName::SplitMembership => Bug::SplitMembership,
        }
    }
}

/// Makes the runs.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Report, InputError> {
    if arguments.bug == Some(BugName::SplitMembership) && arguments.nodes < 4 {
        return Err(InputError::refused("split-membership needs --nodes 4 or more"));
    }
    Ok(match arguments.library {
        Name::Raft => make::<Raft>(arguments, context),
        Name::Omnipaxos => make::<OmniPaxos>(arguments, context),
    })
}

fn make<L: Library>(arguments: &Arguments, context: &Context) -> Report
where
    L::Round: Send,
{
    let settings = Settings {
        nodes: arguments.nodes,
        steps: arguments.steps,
        lost: arguments.lost,
        duplicated: arguments.duplicated,
        campaigns: arguments.campaigns,
        restarts: arguments.restarts,
        partitions: arguments.partitions,
        bug: arguments.bug.map(Bug::from),
    };
    // A library that is driven wrongly may panic: that is counted, and told once.
    std::panic::set_hook(Box::new(|_| ()));
    let progress = context.progress(&format!("running {}", L::NAME));
    let say = |steps: u64| progress.say(format!("running {}: {steps} steps", L::NAME));
    let seeds = arguments.seed..arguments.seed.saturating_add(arguments.runs);
    let tally = simulate_many::<L>(&settings, seeds, &say);
    let mut told = Report::new("consensus");
    report::<L>(&settings, &tally, &|seed| command(L::NAME, arguments, seed), &mut told);
    let _ = std::panic::take_hook();
    told
}

/// The command that makes the run of one seed again.
fn command(library: &str, arguments: &Arguments, seed: u64) -> String {
    let usual = Settings::default();
    let options = [
        ("nodes", arguments.nodes, usual.nodes),
        ("steps", arguments.steps, usual.steps),
        ("lost", arguments.lost, usual.lost),
        ("duplicated", arguments.duplicated, usual.duplicated),
        ("campaigns", arguments.campaigns, usual.campaigns),
        ("restarts", arguments.restarts, usual.restarts),
        ("partitions", arguments.partitions, usual.partitions),
    ];
    let unusual = options.iter().filter(|(_, given, usual)| given != usual);
    let unusual: String = unusual.map(|(name, given, _)| format!(" --{name} {given}")).collect();
    let bug = arguments.bug.map(|bug| format!(" --bug {}", Bug::from(bug).name()));
    let bug = bug.unwrap_or_default();
    format!("aplomb consensus implementation {library} --seed {seed} --runs 1{unusual}{bug}")
}
