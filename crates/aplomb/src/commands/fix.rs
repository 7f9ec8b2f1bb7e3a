//! `aplomb fix`: changes that make functions safe to retry, verified before they are shown.

use std::{
    io::{BufRead, Write},
    path::Path,
    process::Command,
};

use aplomb_fix::{Effects, Outcome, Plan, Planned, Settings, plan};
use aplomb_report::Report;
use aplomb_retry::{Application, Options, load};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::{
    arguments::{Display, Format},
    commands::{Answer, functions::Functions},
    context::Context,
    error::InputError,
};

/// What to fix.
#[derive(Debug, Args)]
#[command(after_help = "Without --write the answer is a unified diff, and the exit code is that \
    of check. With --write it is what check says afterwards. Every patch is checked in memory \
    before it is shown; what cannot be fixed is listed with the reason.")]
pub struct Arguments {
    /// Which functions.
    #[command(flatten)]
    pub functions: Functions,
    /// Change the files
    #[arg(long)]
    pub write: bool,
    /// Ask for every function, then change the files
    #[arg(long, conflicts_with = "write")]
    pub interactive: bool,
    /// Change files although the work tree has uncommitted changes
    #[arg(long)]
    pub allow_dirty: bool,
    /// What names a request, where the trigger does not say: http (the header Idempotency-Key),
    /// invocation, sqs, sns, s3, stream, eventBridge, stepFunctions, or an expression of the
    /// event, e.g. 'event.order'
    #[arg(long, value_name = "EXPR")]
    pub identity: Option<String>,
    /// What to do about effects whose service has no idempotency key, such as mail; without it
    /// they are listed and not touched
    #[arg(long, value_enum, value_name = "CHOICE")]
    pub effects: Option<Choice>,
    /// Mark items instead of logging the writes to them, where that is proved to suffice: it
    /// needs no transaction, but marks stay, so not for items that many requests update
    #[arg(long)]
    pub in_item: bool,
}

/// What happens to an effect if the attempt is lost while it is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Choice {
    /// It is left out
    AtMostOnce,
    /// It is repeated
    AtLeastOnce,
}

impl From<Choice> for Effects {
    fn from(choice: Choice) -> Effects {
        match choice {
            Choice::AtMostOnce => Effects::AtMostOnce,
            Choice::AtLeastOnce => Effects::AtLeastOnce,
        }
    }
}

/// Looks for fixes, shows them, and applies them if that is wanted.
pub fn run(
    arguments: &Arguments,
    display: &Display,
    context: &Context,
) -> Result<Answer, InputError> {
    let applications = arguments.functions.applications()?;
    let changes = arguments.write || arguments.interactive;
    if changes && !arguments.allow_dirty {
        is_clean(&arguments.functions.path)?;
    }
    if !arguments.functions.handler.is_empty() {
        for application in &applications {
            arguments.functions.are_exported(&load(application))?;
        }
    }
    let wants = |name: &str| arguments.functions.wants(name);
    let mut plans = plans(arguments, context, &applications, &wants);
    let names = applications.iter().flat_map(|application| &application.handlers);
    arguments.functions.are_known(names.map(|handler| handler.name.clone()).collect())?;
    if arguments.interactive {
        let accepted = ask(&plans);
        let wants = |name: &str| accepted.iter().any(|known| known == name);
        let chosen = self::plans(arguments, context, &applications, &wants);
        for (plan, chosen) in plans.iter_mut().zip(chosen) {
            let all = std::mem::replace(plan, chosen).functions.into_iter();
            let declined = all.filter(|planned| !wants(&planned.checked.row.name));
            plan.functions.extend(declined.map(declined_by_user));
        }
    }
    if changes {
        for plan in &plans {
            plan.write().map_err(|error| InputError::Unwritable {
                path: error.path,
                source: error.source,
            })?;
        }
    }
    let report = report(&plans, changes, context);
    Ok(match display.format() {
        Format::Human => {
            let text = text(&plans, changes);
            Answer::Coded { text, code: report.summary().verdict.exit_code() }
        }
        _ => report.into(),
    })
}

/// A function whose fix the user did not want.
fn declined_by_user(mut planned: Planned) -> Planned {
    if matches!(planned.outcome, Outcome::Fixed(_)) {
        planned.outcome = Outcome::NotFixed("the fix was declined".into());
    }
    planned
}

fn plans(
    arguments: &Arguments,
    context: &Context,
    applications: &[Application],
    wants: &dyn Fn(&str) -> bool,
) -> Vec<Plan> {
    let progress = context.progress("reading functions");
    let settings = Settings {
        identity: arguments.identity.clone(),
        effects: arguments.effects.map(Effects::from),
        in_item: arguments.in_item,
        options: Options { overlap: arguments.functions.overlap, ..Options::default() },
    };
    applications
        .iter()
        .map(|application| {
            plan(application, &settings, wants, |name| progress.say(format!("fixing {name}")))
        })
        .collect()
}

/// Refuses a work tree with uncommitted changes: nobody could tell them from the fix. Without
/// a repository there is nothing to compare with.
fn is_clean(path: &Path) -> Result<(), InputError> {
    let folder = match path.is_dir() {
        true => path,
        false => path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")),
    };
    let status = Command::new("git")
        .args(["status", "--porcelain", "--untracked-files=no"])
        .current_dir(folder)
        .output();
    let Some(status) = status.ok().filter(|status| status.status.success()) else { return Ok(()) };
    let text = String::from_utf8_lossy(&status.stdout);
    let changed: Vec<String> = text.lines().map(|line| line[3.min(line.len())..].into()).collect();
    match changed.is_empty() {
        true => Ok(()),
        false => Err(InputError::DirtyTree { changed }),
    }
}

/// Shows each fix and asks for it; the names of the functions that are to be fixed.
fn ask(plans: &[Plan]) -> Vec<String> {
    let mut accepted = Vec::new();
    let mut answers = std::io::stdin().lock().lines();
    for planned in plans.iter().flat_map(|plan| &plan.functions) {
        let Outcome::Fixed(fixed) = &planned.outcome else { continue };
        let name = &planned.checked.row.name;
        eprint!("{}apply the fix of {name}? [y/N/q] ", fixed.diff);
        let _ = std::io::stderr().flush();
        let answer = answers.next().and_then(Result::ok).unwrap_or_else(|| "q".into());
        match answer.trim() {
            "y" | "yes" => accepted.push(name.clone()),
            "q" | "quit" => break,
            _ => {}
        }
    }
    accepted
}

/// The findings, with the changes that would fix them; after a change, what is found then.
fn report(plans: &[Plan], written: bool, context: &Context) -> Report {
    let mut report = Report::new("fix");
    let mut functions: Vec<Value> = Vec::new();
    for planned in plans.iter().flat_map(|plan| &plan.functions) {
        let finding = planned.checked.finding.clone();
        report.push(match &planned.outcome {
            Outcome::Fixed(fixed) if written => fixed.checked.finding.clone(),
            Outcome::Fixed(fixed) => finding.suggest(fixed.suggestion.clone()),
            Outcome::NotFixed(why) => finding.because(format!("Not fixed: {why}.")),
            Outcome::Safe | Outcome::Unknown => finding,
        });
        functions.push(data(planned));
    }
    let diff: String = plans.iter().map(Plan::diff).collect();
    let deployment: Vec<&String> =
        plans.iter().filter_map(|plan| plan.deployment.as_ref()).collect();
    report.set_data(json!({
        "functions": functions,
        "written": written,
        "diff": diff,
        "deployment": deployment,
    }));
    context.complete(report)
}

fn data(planned: &Planned) -> Value {
    let row = &planned.checked.row;
    let mut data = json!({
        "name": row.name,
        "file": row.file,
        "export": row.export,
        "verdict": row.verdict,
        "outcome": "safe",
    });
    match &planned.outcome {
        Outcome::Safe => {}
        Outcome::Unknown => {
            data["outcome"] = json!("unknown");
            data["reason"] = json!(row.reason);
        }
        Outcome::NotFixed(why) => {
            data["outcome"] = json!("not-fixed");
            data["reason"] = json!(why);
        }
        Outcome::Fixed(fixed) => {
            data["outcome"] = json!("fixed");
            data["write_units"] = json!(fixed.write_units);
            data["assumptions"] = json!(fixed.checked.row.assumptions);
        }
    }
    data
}

/// What is shown to people: a line for each function, which programs that apply patches skip,
/// and the diff.
fn text(plans: &[Plan], written: bool) -> String {
    let mut text = String::new();
    for planned in plans.iter().flat_map(|plan| &plan.functions) {
        let row = &planned.checked.row;
        let line = match &planned.outcome {
            Outcome::Safe => continue,
            Outcome::Unknown => format!("unknown, not touched: {}", row.reason),
            Outcome::NotFixed(why) => format!("{}, not fixed: {why}", row.verdict),
            Outcome::Fixed(fixed) => {
                let cost = match fixed.write_units {
                    0 => "no write per request".into(),
                    1 => "+1 write per request".into(),
                    units => format!("+{units} write units per request"),
                };
                let now = if written { "now safe" } else { "safe with this patch" };
                format!("{}, {now} ({cost})", row.verdict)
            }
        };
        text += &format!("# {}: {line}\n", row.name);
        if let Outcome::Fixed(fixed) = &planned.outcome {
            let assumed = fixed.checked.row.assumptions.iter();
            assumed.for_each(|assumption| text += &format!("#   assuming: {assumption}\n"));
        }
    }
    if text.is_empty() {
        return "# every function is safe, there is nothing to fix\n".into();
    }
    if !written {
        plans.iter().for_each(|plan| text += &plan.diff());
    }
    for deployment in plans.iter().filter_map(|plan| plan.deployment.as_ref()) {
        text += "# to add to the deployment description:\n";
        deployment.lines().for_each(|line| text += &format!("#   {line}\n"));
    }
    text
}
