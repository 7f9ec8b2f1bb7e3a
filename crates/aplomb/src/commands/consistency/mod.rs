//! `aplomb consistency`: do the invariants of concurrent transactions survive
//! the database's isolation level, and which level is enough?

mod advice;
mod data;
mod findings;
mod level;
mod limit;
mod model;

use std::{path::PathBuf, time::Duration};

use aplomb_consistency::question::{
    idle::idle, inductive::inductive, repeat::repeat, table::table,
};
use aplomb_consistency::{
    Checked, Database, Model, Options, SessionGuarantees, Verdict, live, pool,
};
use aplomb_report::{Cause, Code, Diagnostic, Report};
use clap::Args;
use serde_json::json;

use crate::{context::Context, error::InputError, folder};
use level::{Level, ModelChoice};
use limit::Limit;
use model::Loaded;

/// What to ask.
#[derive(Debug, Args)]
#[command(
    after_help = "Without a level, the question is which one is enough: of all models, or of the \
    levels of the database that the code speaks to. A model is ordinary code that imports \
    @aplomb/consistency (TypeScript, JavaScript) or aplomb.consistency (Python)."
)]
pub struct Arguments {
    /// The file with the transactions and the invariants, or a folder with such files
    #[arg(required_unless_present = "databases")]
    pub file: Option<PathBuf>,

    /// Ask at this model: SER, SI, PSI, US, PC, CC, UA, RA, PGRC, MYRR, MAV, RC or EC
    #[arg(long, value_name = "MODEL", help_heading = "Level")]
    pub model: Vec<Model>,
    /// Ask at several models, separated by commas, or at all of them
    #[arg(long, value_name = "MODELS|all", value_delimiter = ',', help_heading = "Level")]
    pub models: Vec<ModelChoice>,
    /// Ask at the level of a database, e.g. postgres:repeatable-read; may be given several times
    #[arg(long, value_name = "DATABASE:SETTING", help_heading = "Level")]
    pub database: Vec<Database>,
    /// What sessions are promised on top of a model: RYW, MR, MW, WFR, S (strong session)
    #[arg(
        long,
        value_name = "GUARANTEES",
        help_heading = "Level",
        conflicts_with = "database",
        default_value = ""
    )]
    pub sessions: SessionGuarantees,
    /// List the databases whose levels are known, and what each one is
    #[arg(long, help_heading = "Level", exclusive = true)]
    pub databases: bool,

    /// The invariants must hold after every set of committed transactions, not only after all
    #[arg(long, help_heading = "Question")]
    pub subsets: bool,
    /// Check every combination of up to N instances of the transactions
    #[arg(long, value_name = "N", help_heading = "Question", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub repeat: Option<u8>,
    /// Try to prove the invariants for any number of instances, by induction
    #[arg(long, help_heading = "Question")]
    pub inductive: bool,
    /// Do not look for remedies
    #[arg(long, help_heading = "Question")]
    pub no_remedies: bool,
    /// Execute each violation on this server: postgres://... or mysql://...
    #[arg(long, value_name = "ADDRESS", help_heading = "Question")]
    pub replay_on: Option<String>,
    /// Give up after so many seconds: what is not decided by then is unknown
    #[arg(long, value_name = "SECONDS", default_value_t = 30, help_heading = "Question", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
}

impl Arguments {
    /// Whether the question is about more transactions than the model runs.
    fn counts(&self) -> bool {
        self.repeat.is_some() || self.inductive
    }
}

/// Whether a setting is one of those that people choose between: those of
/// DynamoDB say how single requests are answered.
fn is_asked(database: &Database) -> bool {
    !database.name.starts_with("dynamodb:") || database.name == "dynamodb:eventual"
}

/// What the command answers.
pub fn run(arguments: &Arguments, context: &Context) -> Result<super::Answer, InputError> {
    let Some(path) = &arguments.file else { return Ok(super::Answer::Text(level::list())) };
    let mut report = Report::new("consistency");
    let limit = Limit::of(Duration::from_secs(arguments.timeout));
    let data = match path.is_dir() {
        false => ask(arguments, context, &model::load(path)?, limit, &mut report)?,
        true => {
            let mut models = Vec::new();
            let mut first_error = None;
            let files = model::in_folder(path)?;
            for (index, file) in files.iter().enumerate() {
                let limit = limit.share(files.len() - index);
                match model::load(file) {
                    Ok(loaded) => {
                        models.push(ask(arguments, context, &loaded, limit, &mut report)?);
                    }
                    Err(error) => {
                        report.push(folder::not_read(Code::INVARIANT_UNKNOWN, file, &error));
                        first_error = first_error.or(Some(error));
                    }
                }
            }
            if let Some(error) = first_error.filter(|_| models.is_empty()) {
                return Err(error);
            }
            json!({ "folder": path.display().to_string(), "models": models })
        }
    };
    report.set_data(data);
    Ok(context.complete(report).into())
}

/// Asks about one file; gives what programs read of the answer.
fn ask(
    arguments: &Arguments,
    context: &Context,
    loaded: &Loaded,
    limit: Limit,
    report: &mut Report,
) -> Result<serde_json::Value, InputError> {
    loaded.diagnose(report);
    if let Some(finding) = pool::finding(&loaded.summary.pooled) {
        report.push(finding);
    }
    if !loaded.summary.problems.is_empty() {
        report.push(findings::not_understood(loaded));
        return Ok(json!({ "file": loaded.file, "levels": [] }));
    }
    let question = Question { arguments, context, loaded, limit };
    let levels = question.levels()?;
    question.warn_of_idle(report)?;
    let rows = if let (true, Some(product)) = (levels.is_empty(), question.product()) {
        question.levels_of(product, report)?
    } else if levels.is_empty() {
        question.weakest(report)?
    } else {
        let mut rows = Vec::new();
        for (index, level) in levels.iter().enumerate() {
            rows.push(question.at(level, limit.share(levels.len() - index), report)?);
        }
        json!({ "levels": rows })
    };
    let mut answer = data::of_program(loaded);
    answer
        .as_object_mut()
        .expect("an object")
        .extend(rows.as_object().cloned().unwrap_or_default());
    Ok(answer)
}

/// One run of the command.
struct Question<'a> {
    arguments: &'a Arguments,
    context: &'a Context,
    loaded: &'a Loaded,
    limit: Limit,
}

/// The part of the time in which transactions that never write are looked for: nobody asked.
const UNASKED: usize = 8;

impl Question<'_> {
    /// How something is asked that may take so long.
    fn options(&self, limit: Limit) -> Options {
        let (timeout, every_subset) = (limit.left(), self.arguments.subsets);
        Options { timeout, every_subset, at_once: false }
    }

    /// The levels that were asked for.
    fn levels(&self) -> Result<Vec<Level>, InputError> {
        let session = self.arguments.sessions;
        let models = self.arguments.models.iter().flat_map(|choice| choice.models());
        let models = self.arguments.model.iter().copied().chain(models);
        let mut levels: Vec<Level> = models.map(|model| Level::of_model(model, session)).collect();
        let program = &self.loaded.summary.program;
        let databases = self.arguments.database.iter().copied().map(Level::of_database);
        levels.extend(databases.map(|level| level.asked_by(program)));
        let nowhere = self.arguments.replay_on.is_some() && self.product().is_none();
        if levels.is_empty() && (self.arguments.counts() || nowhere) {
            let product = self.loaded.summary.product.unwrap_or("postgres");
            let mut settings = Database::of_product(product);
            let setting = settings.next().map_or("postgres:read-committed", |it| it.name);
            return Err(InputError::refused(format!(
                "say at which level: --model SI, --models all or --database {setting}"
            )));
        }
        Ok(levels)
    }

    /// A transaction that never writes makes invariants hold for the wrong reason.
    fn warn_of_idle(&self, report: &mut Report) -> Result<(), InputError> {
        let program = &self.loaded.summary.program;
        let options = self.options(self.limit.share(UNASKED));
        let idle = idle(program, &options).map_err(InputError::refused)?;
        for transaction in idle {
            let name = &program.transactions[transaction].name;
            let message = format!("`{name}` never writes when they run one by one, in any order");
            let help = "is its condition what was meant?";
            report.diagnose(Diagnostic::warning(message).help(help));
        }
        Ok(())
    }

    /// The database that the code speaks to.
    fn product(&self) -> Option<&'static str> {
        let plain = self.arguments.sessions.is_empty();
        self.loaded.summary.product.filter(|_| plain)
    }

    /// Which levels of a product are enough, and is its default?
    fn levels_of(
        &self,
        product: &str,
        report: &mut Report,
    ) -> Result<serde_json::Value, InputError> {
        let progress = self.context.progress("trying the levels of the database");
        let program = &self.loaded.summary.program;
        let mut answers: Vec<(Level, Checked)> = Vec::new();
        let (mut rows, mut replays) = (Vec::new(), Vec::new());
        // What code asks for at every transaction is the only level there is.
        let own = |it: &Database| it.asked_by(program).name == it.name;
        let settings = Database::of_product(product).filter(|it| own(it) && is_asked(it));
        let levels: Vec<Level> = settings.map(|it| Level::of_database(*it)).collect();
        let mut open = levels.len();
        for level in levels {
            let limit = self.limit.share(open);
            open -= 1;
            progress.say(format!("checking {level}"));
            let start = std::time::Instant::now();
            let checked = level.check(program, &self.options(limit));
            let checked = checked.map_err(InputError::refused)?;
            let mut row =
                data::of_verdict(&checked.program, &level, &checked.verdict, start.elapsed());
            if let Some(address) = &self.arguments.replay_on {
                progress.say(format!("replaying on {}", level::without_password(address)));
            }
            let replayed = self.replay(&level, &checked, limit, &mut row, report)?;
            rows.push(row);
            answers.push((level, checked));
            replays.push(replayed);
        }
        let (mut finding, sentence) = findings::of_product(self.loaded, &answers);
        for ((level, _), replayed) in answers.iter().zip(replays) {
            let Some(replayed) = replayed else { continue };
            match level.is_default() {
                true => finding = findings::replayed(finding, &replayed),
                false => report.diagnose(Diagnostic::note(findings::happened(level, &replayed))),
            }
        }
        report.push(finding);
        Ok(json!({ "levels": rows, "answer": sentence }))
    }

    /// Which level is enough?
    fn weakest(&self, report: &mut Report) -> Result<serde_json::Value, InputError> {
        let progress = self.context.progress("trying all models");
        let program = &self.loaded.summary.program;
        let session = self.arguments.sessions;
        let table = table(program, &Model::ALL, session, &self.options(self.limit));
        let table = table.map_err(InputError::refused)?;
        drop(progress);
        report.push(findings::weakest(self.loaded, &table));
        for note in findings::insufficient(program, &table) {
            report.diagnose(note);
        }
        let rows = table.rows.iter().map(|row| {
            let level = Level::of_model(row.model, session);
            data::of_verdict(program, &level, &row.verdict, row.elapsed)
        });
        let rows: Vec<_> = rows.collect();
        let weakest: Vec<String> =
            table.weakest_sufficient().iter().map(ToString::to_string).collect();
        Ok(json!({ "levels": rows, "weakest": weakest }))
    }

    /// Do the invariants hold at a level?
    fn at(
        &self,
        level: &Level,
        limit: Limit,
        report: &mut Report,
    ) -> Result<serde_json::Value, InputError> {
        let progress = self.context.progress("checking");
        progress.say(format!("checking {level}"));
        let start = std::time::Instant::now();
        let (source, counts) = (&self.loaded.summary.program, self.arguments.counts());
        let adapted = match counts {
            true => level.adapt(source),
            false => Ok(source.clone()),
        };
        let program = match &adapted {
            Ok(program) => program,
            Err(reason) => {
                let (cause, reason) = (Cause::NotSupported, reason.clone());
                let verdict = Verdict::Unknown { cause, reason };
                let checked = Checked { program: source.clone(), verdict };
                report.push(findings::at_level(self.loaded, level, &checked));
                return Ok(data::of_verdict(source, level, &checked.verdict, start.elapsed()));
            }
        };
        if self.arguments.inductive {
            // What it does not prove is looked for in the other half of the time.
            let part = if self.arguments.repeat.is_some() { limit.share(2) } else { limit };
            let answer = inductive(program, level.isolation, &self.options(part));
            let answer = answer.map_err(InputError::refused)?;
            let proved = answer == aplomb_consistency::question::inductive::Inductive::Holds;
            if proved || self.arguments.repeat.is_none() {
                report.push(findings::inductive(self.loaded, level, &answer));
                return Ok(data::of_induction(level, &answer, start.elapsed()));
            }
        }
        if let Some(instances) = self.arguments.repeat {
            let options = self.options(limit);
            let repeated = repeat(program, level.isolation, instances.into(), &options);
            let repeated = repeated.map_err(InputError::refused)?;
            let subject = repeated.program.as_ref().unwrap_or(program);
            let mut row = data::of_verdict(subject, level, &repeated.verdict, start.elapsed());
            row["instances"] = instances.into();
            row["multisets"] = repeated.multisets.into();
            report.push(findings::repeated(self.loaded, level, &repeated, instances));
            return Ok(row);
        }
        let checked = level.check(source, &self.options(limit)).map_err(InputError::refused)?;
        let (program, verdict) = (&checked.program, &checked.verdict);
        let mut row = data::of_verdict(program, level, verdict, start.elapsed());
        let mut finding = findings::at_level(self.loaded, level, &checked);
        if verdict.violation().is_some() && !self.arguments.no_remedies {
            progress.say(format!("looking for remedies at {level}"));
            // Where there is a server, executing the witness is what was asked for.
            let part = if self.arguments.replay_on.is_some() { limit.share(2) } else { limit };
            let advice = advice::find(source, program, level, &self.options(part));
            finding = advice.attach(finding);
            row["remedies"] = advice.data();
        }
        if let Some(address) = &self.arguments.replay_on {
            progress.say(format!("replaying on {}", level::without_password(address)));
        }
        if let Some(replayed) = self.replay(level, &checked, limit, &mut row, report)? {
            finding = findings::replayed(finding, &replayed);
        }
        report.push(finding);
        Ok(row)
    }

    /// Executes what was found at a level on the server, if that was asked for.
    fn replay(
        &self,
        level: &Level,
        checked: &Checked,
        limit: Limit,
        row: &mut serde_json::Value,
        report: &mut Report,
    ) -> Result<Option<live::Replayed>, InputError> {
        let violation = checked.verdict.violation();
        let (Some(violation), Some(address)) = (violation, &self.arguments.replay_on) else {
            return Ok(None);
        };
        let replayed = live::replay_on(&checked.program, violation, address, limit.deadline());
        let replayed = match replayed {
            // The answer stands all the same.
            Err(error) if error.is_about_witness() => {
                let message = format!("the violation under {level} was not executed: {error}");
                let warning = Diagnostic::warning(message);
                report.diagnose(match error {
                    live::LiveError::Late => warning.help("give it more time with --timeout"),
                    _ => warning,
                });
                return Ok(None);
            }
            replayed => replayed.map_err(InputError::refused)?,
        };
        if !replayed.reproduced {
            let message = format!("the violation under {level} was not reproduced");
            let help = "is the server the one that the level describes?";
            report.diagnose(Diagnostic::warning(message).help(help));
        }
        row["replay"] = json!({ "reproduced": replayed.reproduced, "log": replayed.log });
        Ok(Some(replayed))
    }
}
