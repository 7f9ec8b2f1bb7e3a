//! `aplomb check`: are the functions safe to retry?

use aplomb_report::{Diagnostic, Report};
use aplomb_retry::{Environment, Options, Row, load};
use clap::Args;
use serde_json::json;

use crate::{commands::functions::Functions, context::Context, error::InputError};

/// What to check.
#[derive(Debug, Args)]
#[command(after_help = "Functions come from serverless.yml, SAM and CloudFormation templates and \
    applications of the CDK below PATH, or from --handler.")]
pub struct Arguments {
    /// Which functions.
    #[command(flatten)]
    pub functions: Functions,
    /// Ignore what other functions do meanwhile
    #[arg(long)]
    pub sequential: bool,
    /// Take a cheap way to find a protection, not the cheapest protection
    #[arg(long)]
    pub quick_advice: bool,
}

/// Checks all functions of all applications found.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Report, InputError> {
    let applications = arguments.functions.applications()?;
    let progress = context.progress("reading functions");
    let mut report = Report::new("check");
    let mut rows: Vec<Row> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut told: Vec<Diagnostic> = Vec::new();
    for application in &applications {
        let loaded = load(application);
        arguments.functions.are_exported(&loaded)?;
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
            functions.filter(|&function| arguments.functions.wants(name(function))).collect();
        let mut count = 0;
        let checked = loaded.check_all(&wanted, arguments.options(), |checked| {
            count += 1;
            progress.say(format!("checked {count} of {}, {}", wanted.len(), checked.row.name));
        });
        let unread = loaded.unread(application);
        names.extend(unread.iter().map(|unread| unread.row.name.clone()));
        let unread = unread.into_iter().filter(|it| arguments.functions.wants(&it.row.name));
        for checked in checked.into_iter().chain(unread) {
            report.push(checked.finding);
            rows.push(checked.row);
        }
    }
    arguments.functions.are_known(names)?;
    report.set_data(json!({ "functions": rows }));
    Ok(context.complete(report))
}

impl Arguments {
    fn options(&self) -> Options {
        let environment =
            if self.sequential { Environment::Alone } else { Environment::Concurrent };
        Options {
            environment,
            exhaustive: !self.quick_advice,
            overlap: self.functions.overlap,
            ..Options::default()
        }
    }
}
