//! `aplomb check`: are the functions safe to retry?

use std::path::PathBuf;

use aplomb_report::{Diagnostic, Report};
use aplomb_retry::{Application, DiscoverError, Environment, Options, Row, discover, load};
use clap::Args;
use serde_json::json;

use crate::{context::Context, error::InputError};

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
    let mut rows: Vec<Row> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut told: Vec<Diagnostic> = Vec::new();
    for application in &applications {
        let loaded = load(application);
        // Applications share files, and a function is told once what is wrong with them.
        for diagnostic in loaded.diagnostics() {
            if !told.contains(&diagnostic) {
                report.diagnose(diagnostic.clone());
                told.push(diagnostic);
            }
        }
        let name = |function: usize| &loaded.functions[function].0.name;
        let functions = 0..loaded.functions.len();
        names.extend(functions.clone().map(|function| name(function).clone()));
        let wanted: Vec<usize> =
            functions.filter(|&function| arguments.wants(name(function))).collect();
        let mut count = 0;
        let checked = loaded.check_all(&wanted, arguments.options(), |checked| {
            count += 1;
            progress.say(format!("checked {count} of {}, {}", wanted.len(), checked.row.name));
        });
        let unread = loaded.unread(application);
        names.extend(unread.iter().map(|unread| unread.row.name.clone()));
        let unread = unread.into_iter().filter(|unread| arguments.wants(&unread.row.name));
        for checked in checked.into_iter().chain(unread) {
            report.push(checked.finding);
            rows.push(checked.row);
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

    fn options(&self) -> Options {
        let environment =
            if self.sequential { Environment::Alone } else { Environment::Concurrent };
        Options { environment, exhaustive: !self.quick_advice, ..Options::default() }
    }
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
