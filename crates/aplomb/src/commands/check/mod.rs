//! `aplomb check`: are the functions safe to retry?

mod application;
mod findings;
mod instance;
mod witness;

use std::{path::PathBuf, time::Instant};

use aplomb_cloud::{Application, DiscoverError, discover};
use aplomb_idempotence::{Environment, Options, check};
use aplomb_report::{Diagnostic, Report};
use aplomb_script::Severity;
use clap::Args;
use serde_json::{Value, json};

use crate::{context::Context, error::InputError};
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
    let progress = context.progress("checking functions");
    let mut report = Report::new("check");
    let mut rows: Vec<Value> = Vec::new();
    for application in &applications {
        for warning in &application.warnings {
            report.diagnose(Diagnostic::warning(warning));
        }
        let mut loaded = load(application);
        diagnose(&loaded, &mut report);
        for function in 0..loaded.functions.len() {
            let name = loaded.functions[function].0.name.clone();
            if !arguments.function.is_empty() && !arguments.function.contains(&name) {
                continue;
            }
            progress.say(format!("checking {name}"));
            let (finding, row) = check_one(&mut loaded, function, arguments);
            report.push(finding);
            rows.push(row);
        }
        for (handler, error) in &loaded.failed {
            report.push(aplomb_report::Finding::unknown(
                aplomb_report::Code::RETRY_SAFETY_UNKNOWN,
                &handler.name,
                "the function could not be read",
                error,
            ));
            rows.push(json!({
                "name": handler.name, "file": handler.file.display().to_string(),
                "verdict": "unknown", "reason": error, "violations": [], "protect": [],
                "assumptions": [], "time_ms": 0.0,
            }));
        }
    }
    report.set_data(json!({ "functions": rows }));
    Ok(context.complete(report))
}

fn applications(arguments: &Arguments) -> Result<Vec<Application>, InputError> {
    let found = if arguments.handler.is_empty() {
        discover(&arguments.path)
    } else {
        Application::of_handlers(&arguments.handler).map(|application| vec![application])
    };
    let found = found.map_err(|error| match error {
        DiscoverError::Unreadable { path, source } => InputError::Unreadable { path, source },
        DiscoverError::NotAHandler(given) => InputError::NotAHandler { given },
    })?;
    if found.is_empty() {
        return Err(InputError::NoFunctions { path: arguments.path.clone() });
    }
    Ok(found)
}

fn check_one(
    loaded: &mut Loaded,
    function: usize,
    arguments: &Arguments,
) -> (aplomb_report::Finding, Value) {
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
