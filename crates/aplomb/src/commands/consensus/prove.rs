//! Proofs for any number of processes, rounds and values.

use std::cell::Cell;

use aplomb_consensus::prove::{
    Effort, System,
    protocols::{ALL, Protocol},
    prove,
};
use aplomb_report::Report;
use clap::Args;
use serde_json::json;

use crate::{context::Context, error::InputError};

/// What to prove.
#[derive(Debug, Args)]
#[command(after_help = "A rule of the protocol is an axiom, such as `quorum-intersection`, or a \
                        guard or an effect of an action, such as `VOTE.not-left`.")]
pub struct Arguments {
    /// The protocol
    #[arg(value_name = "PROTOCOL")]
    pub protocol: String,
    /// Leave this rule out; can be given several times
    #[arg(long, value_name = "RULE")]
    pub without: Vec<String>,
    /// Prove the protocol with this change instead
    #[arg(long, value_name = "NAME")]
    pub mutant: Option<String>,
    /// How many steps the solver makes for one question
    #[arg(long, value_name = "N", default_value_t = Effort::default().steps,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,
}

/// Proves the protocol, and that its tree has a single trunk.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Report, InputError> {
    let protocol = Protocol::named(&arguments.protocol).ok_or_else(|| {
        let names: Vec<&str> = ALL.iter().map(|it| it.name).collect();
        let given = &arguments.protocol;
        InputError::refused(format!("`{given}` cannot be proved; there are {}", names.join(", ")))
    })?;
    let system = system(protocol, arguments)?;
    let tree = protocol.tree.map(|tree| tree()).transpose().map_err(InputError::refused)?;
    let effort = Effort { steps: arguments.steps, ..Effort::default() };
    let progress = context.progress(&format!("proving {}", protocol.name));
    let done = Cell::new(0);
    let mut report = Report::new("consensus");
    let mut proofs = Vec::new();
    let assumptions = [(&system, protocol.assumptions)];
    for (system, assumptions) in assumptions.into_iter().chain(tree.iter().map(|it| (it, &[][..])))
    {
        let proof = prove(system, &effort, &|| {
            done.set(done.get() + 1);
            progress.say(format!("proving {}: {} questions answered", system.name, done.get()));
        });
        let findings = proof.findings(assumptions, &command(arguments));
        findings.into_iter().for_each(|finding| report.push(finding));
        proofs.push(proof.data());
    }
    report.set_data(json!({ "protocol": protocol.name, "proofs": proofs }));
    Ok(report)
}

/// The system to prove: the protocol, or a broken variant of it.
fn system(protocol: &Protocol, arguments: &Arguments) -> Result<System, InputError> {
    let system = match &arguments.mutant {
        None => (protocol.system)(),
        Some(name) => {
            let mutant = protocol.mutants.iter().find(|mutant| mutant.name == name);
            let Some(mutant) = mutant else {
                let known: Vec<&str> = protocol.mutants.iter().map(|it| it.name).collect();
                return Err(unknown("mutant", name, protocol.name, &known));
            };
            protocol.mutated(mutant)
        }
    };
    let system = system.map_err(InputError::refused)?;
    arguments.without.iter().try_fold(system, |system, rule| {
        system.without(rule).ok_or_else(|| {
            let known = system.rules();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            unknown("rule", rule, protocol.name, &known)
        })
    })
}

fn unknown(what: &str, given: &str, protocol: &str, known: &[&str]) -> InputError {
    InputError::refused(match known.is_empty() {
        true => format!("{protocol} has no {what}s to choose from"),
        false => format!("{protocol} has no {what} `{given}`; there are {}", known.join(", ")),
    })
}

/// The command that does this again.
fn command(arguments: &Arguments) -> String {
    let mut command = format!("aplomb consensus prove {}", arguments.protocol);
    for rule in &arguments.without {
        command.push_str(&format!(" --without {rule}"));
    }
    if let Some(mutant) = &arguments.mutant {
        command.push_str(&format!(" --mutant {mutant}"));
    }
    if arguments.steps != Effort::default().steps {
        command.push_str(&format!(" --steps {}", arguments.steps));
    }
    command
}
