//! `aplomb check`: are the functions safe to retry?

mod application;
mod findings;
mod instance;
#[cfg(test)]
mod random_programs;
mod witness;

use std::{
    path::PathBuf,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    time::Instant,
};

use aplomb_cloud::{Application, DiscoverError, discover};
use aplomb_idempotence::{Environment, Options, check};
use aplomb_report::{Diagnostic, Finding, Report};
use aplomb_script::Severity;
use clap::Args;
use serde_json::{Value, json};

use crate::{context::Context, error::InputError, progress::Progress};
use application::{Loaded, Places, load};
use instance::Programs;

/// What to check.
#[derive(Debug, Args)]
#[command(
    after_help = "Functions come from serverless.yml, SAM and CloudFormation templates below \
    PATH, or from --handler."
)]
pub struct Arguments {
    /// A folder with deployment descriptions, or one description
    #[arg(default_value = ".")]
    pub path: PathBuf,
    /// Check this handler instead; may be given several times, they run together
    #[arg(long, value_name = "FILE:EXPORT")]
    pub handler: Vec<String>,
    /// Only report the function with this name; the others still run beside it
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// What a call means, or which attributes are the key of a table: pure:CALL, effect:CALL,
    /// setter:CALL or table:NAME=KEY,KEY; the same can be said in aplomb.toml
    #[arg(long, value_name = "ASSUMPTION")]
    pub assume: Vec<String>,
    /// Ignore what other functions do meanwhile
    #[arg(long)]
    pub sequential: bool,
    /// Take a cheap way to find a protection, not the cheapest protection
    #[arg(long)]
    pub quick_advice: bool,
}

/// Checks all functions of all applications found.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Report, InputError> {
    let applications = applications(arguments)?;
    let progress = context.progress("reading functions");
    let mut report = Report::new("check");
    let mut rows: Vec<Value> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for application in &applications {
        let loaded = load(application);
        diagnose(&loaded, &mut report);
        names.extend(loaded.functions.iter().map(|(handler, _)| handler.name.clone()));
        let wanted: Vec<usize> = (0..loaded.functions.len())
            .filter(|&function| arguments.wants(&loaded.functions[function].0.name))
            .collect();
        for (finding, row) in check_all(&loaded, &wanted, arguments, &progress) {
            report.push(finding);
            rows.push(row);
        }
        let unread = loaded.failed.iter().map(|(handler, why)| {
            (handler.name.clone(), handler.file.display().to_string(), why.clone())
        });
        let missing = application.missing.iter().map(|(name, why)| {
            (name.clone(), application.source.display().to_string(), why.clone())
        });
        for (name, file, why) in unread.chain(missing).filter(|(name, ..)| arguments.wants(name)) {
            names.push(name.clone());
            rows.push(findings::unread_row(&name, &file, &why));
            report.push(findings::unread(&name, &why));
        }
    }
    if let Some(unknown) = arguments.function.iter().find(|name| !names.contains(name)) {
        names.sort();
        return Err(InputError::NoSuchFunction { given: unknown.clone(), known: names });
    }
    report.set_data(json!({ "functions": rows }));
    Ok(context.complete(report))
}

impl Arguments {
    /// Whether a function is to be reported.
    fn wants(&self, name: &str) -> bool {
        self.function.is_empty() || self.function.iter().any(|wanted| wanted == name)
    }
}

/// Checks functions side by side; each worker has a copy of the terms.
fn check_all(
    loaded: &Loaded,
    wanted: &[usize],
    arguments: &Arguments,
    progress: &Progress,
) -> Vec<(Finding, Value)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..cores.min(wanted.len()) {
            let sender = sender.clone();
            let mut own = loaded.clone();
            let next = &next;
            scope.spawn(move || {
                while let Some(&function) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = check_one(&mut own, function, arguments);
                    if sender.send((function, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut found: Vec<(usize, (Finding, Value))> = Vec::new();
        for result in results {
            found.push(result);
            let name = &loaded.functions[found[found.len() - 1].0].0.name;
            progress.say(format!("checked {} of {}, {name}", found.len(), wanted.len()));
        }
        found.sort_by_key(|(function, _)| *function);
        found.into_iter().map(|(_, result)| result).collect()
    })
}

fn applications(arguments: &Arguments) -> Result<Vec<Application>, InputError> {
    let found = if arguments.handler.is_empty() {
        discover(&arguments.path)
    } else {
        Application::of_handlers(&arguments.path, &arguments.handler)
            .map(|application| vec![application])
    };
    let found = found.and_then(|mut found| {
        for application in &mut found {
            for assumption in &arguments.assume {
                application.declare(assumption)?;
            }
        }
        Ok(found)
    });
    let found = found.map_err(|error| match error {
        DiscoverError::NotAnAssumption(given) => InputError::NotAnAssumption { given },
        DiscoverError::Unreadable { path, source } => InputError::Unreadable { path, source },
        DiscoverError::NotAHandler(given) => InputError::NotAHandler { given },
        DiscoverError::Declarations { path, message } => InputError::Declarations { path, message },
    })?;
    if found.is_empty() {
        return Err(InputError::NoFunctions { path: arguments.path.clone() });
    }
    Ok(found)
}

fn check_one(loaded: &mut Loaded, function: usize, arguments: &Arguments) -> (Finding, Value) {
    let start = Instant::now();
    let environment =
        if arguments.sequential { Environment::Alone } else { Environment::Concurrent };
    let options =
        Options { environment, exhaustive: !arguments.quick_advice, ..Options::default() };
    let judgement = {
        let subjects = Programs::new(&loaded.program, &loaded.models, &loaded.functions);
        check(&mut loaded.app, &subjects, function, options)
    };
    let elapsed = start.elapsed() + loaded.times[function];
    let milliseconds = (elapsed.as_secs_f64() * 1e5).round() / 1e2;
    findings::finding(loaded, function, &judgement, milliseconds)
}

/// What the front ends noticed.
fn diagnose(loaded: &Loaded, report: &mut Report) {
    let places = Places::new(&loaded.program);
    for diagnostic in &loaded.program.diagnostics {
        let made = match diagnostic.severity {
            Severity::Error => Diagnostic::error(&diagnostic.message),
            Severity::Warning => Diagnostic::warning(&diagnostic.message),
        };
        report.diagnose(match places.span(diagnostic.span) {
            Some(span) => made.at(span, ""),
            None => made,
        });
    }
}
