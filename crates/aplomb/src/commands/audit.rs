//! `aplomb audit`: properties over recorded events.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
    time::Duration,
};

use aplomb_monitor::{
    Answer, Event, Monitor, Observed, PropertyFile, Refusal, Settings, Time, Translator, Verdict,
};
use aplomb_report::{Cause, Code, Diagnostic, Finding, Report, Span, counted};
use clap::{Args, value_parser};
use serde_json::{Value, json};

use super::property::load;
use crate::{context::Context, error::InputError, progress::Progress};

/// What to check over what.
#[derive(Debug, Args)]
#[command(after_help = "Events are lines of JSON: {\"name\": ..., \"params\": {...}, \"time\": \
    milliseconds or RFC 3339, \"invocation\": ..., \"order\": ..., \"id\": ...}. The book tells \
    how to write properties.")]
pub struct Arguments {
    /// Files with events, one JSON object per line, or what `aplomb watch` keeps: the folder of
    /// its store, or nats://HOST:PORT/NAME; `-` reads standard input
    #[arg(value_name = "LOG", required = true)]
    pub logs: Vec<PathBuf>,
    /// A file with properties (YAML or JSON) or a folder of them; may be given several times
    #[arg(long, short, value_name = "FILE", required = true)]
    pub properties: Vec<PathBuf>,
    /// How far clocks may be apart: events that are not further apart have no known order
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 10.0)]
    pub skew: f64,
    /// The log is sorted by time except for so much, so that a long one needs little memory; a line
    /// that is further back is named if an answer was final without it
    #[arg(long, value_name = "SECONDS")]
    pub sorted_within: Option<f64>,
    /// Show at most so many violated instances of a property
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..))]
    pub limit: u32,
}

/// What has been read.
#[derive(Debug, Default)]
struct Read {
    events: u64,
    heard: u64,
    duplicates: u64,
    /// The first few events with the id of another one that says something else.
    contradictions: Vec<Diagnostic>,
    late: u64,
    /// Lines that are no events, or not for a property: the first few, and how many.
    problems: Vec<Diagnostic>,
    rejected: u64,
    /// Those of them that may be about any property.
    unreadable: u64,
}

/// A log in a NATS server begins so.
const NATS: &str = "nats://";
/// So many bad lines are shown.
const MOST_PROBLEMS: usize = 10;

/// Checks the properties over the events of the logs.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Report, InputError> {
    let mut report = Report::new("audit");
    let files = load(&arguments.properties, &mut report)?;
    let settings = settings(arguments)?;
    let rules = files.iter().flat_map(|(_, file)| file.rules.clone()).collect();
    let properties = files.iter().flat_map(|(_, file)| file.properties.clone());
    let mut audit = Audit {
        monitor: Monitor::new(properties, settings.clone()),
        translator: Translator::new(rules),
        sorted_within: arguments.sorted_within.map(Duration::from_secs_f64),
        latest: Time::BEGINNING,
        answers: BTreeMap::new(),
        read: Read::default(),
    };
    let progress = context.progress("reading events");
    for path in &arguments.logs {
        let unreadable = |source| InputError::Unreadable { path: path.clone(), source };
        match path.is_dir() || path.to_str().is_some_and(|path| path.starts_with(NATS)) {
            true => audit.read_store(path, &progress)?,
            false => audit.read_log(path, &progress).map_err(unreadable)?,
        }
    }
    let answers = audit.monitor.finish();
    audit.keep(answers);
    drop(progress);
    audit.report(&files, &settings, arguments.limit as usize, &mut report);
    Ok(context.complete(report))
}

fn settings(arguments: &Arguments) -> Result<Settings, InputError> {
    let duration = |seconds: f64, option: &str| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| InputError::refused(format!("{option} is not a length of time")))
    };
    let skew = duration(arguments.skew / 1000.0, "--skew")?;
    let lateness = duration(arguments.sorted_within.unwrap_or(0.0), "--sorted-within")?;
    Ok(Settings { skew, lateness, ..Settings::default() })
}

struct Audit {
    monitor: Monitor,
    translator: Translator,
    sorted_within: Option<Duration>,
    latest: Time,
    /// The last answer for each instance that has one.
    answers: BTreeMap<(usize, String), Answer>,
    read: Read,
}

impl Audit {
    fn read_log(&mut self, path: &Path, progress: &Progress) -> io::Result<()> {
        let mut input: Box<dyn BufRead> = match path.as_os_str() == "-" {
            true => Box::new(io::stdin().lock()),
            false => Box::new(BufReader::with_capacity(1 << 20, File::open(path)?)),
        };
        let (mut line, mut number) = (Vec::new(), 0u32);
        while input.read_until(b'\n', &mut line)? > 0 {
            number += 1;
            if !line.trim_ascii().is_empty() {
                match Event::from_json(&line) {
                    Ok(event) => self.translate(&event, path, number),
                    Err(reason) => self.reject_line(path, number, &reason),
                }
            }
            line.clear();
            if number.is_multiple_of(1024) {
                progress.advance(1024);
                self.advance();
            }
        }
        Ok(())
    }

    /// Reads the events of a store, which may be in use.
    #[cfg(feature = "server")]
    fn read_store(&mut self, path: &Path, progress: &Progress) -> Result<(), InputError> {
        use aplomb_store::StoreError;
        let address = path.to_str().filter(|path| path.starts_with(NATS));
        let events = match address {
            Some(address) => aplomb_store::Nats::read_all(address),
            None => aplomb_store::read_events(path).map(|events| Box::new(events) as _),
        };
        let mut number = 0;
        for stored in events.map_err(InputError::refused)? {
            let stored = match stored {
                Err(torn @ StoreError::Unfinished { .. }) => {
                    self.reject_line(path, number + 1, &torn.to_string());
                    break;
                }
                other => other.map_err(InputError::refused)?,
            };
            number = u32::try_from(stored.position + 1).unwrap_or(u32::MAX - 1);
            match Event::from_json(&stored.text) {
                Ok(event) => self.translate(&event, path, number),
                Err(reason) => self.reject_line(path, number, &reason),
            }
            if number.is_multiple_of(1024) {
                progress.advance(1024);
                self.advance();
            }
        }
        Ok(())
    }

    #[cfg(not(feature = "server"))]
    fn read_store(&mut self, path: &Path, _: &Progress) -> Result<(), InputError> {
        let message = format!("{} is a store, and this aplomb has no `watch`", path.display());
        Err(InputError::refused(message))
    }

    fn translate(&mut self, event: &Event, path: &Path, number: u32) {
        self.read.events += 1;
        let mut observed = self.monitor.observe(event);
        if observed == Ok(Observed::Unheard) && self.translator.is_about(event) {
            observed = Ok(self.monitor.observe_raw(event));
            self.read.unreadable += u64::from(observed == Ok(Observed::Contradicts));
        }
        let again = matches!(observed, Ok(Observed::Duplicate | Observed::Contradicts));
        self.note(event, observed, path, number);
        if again {
            return;
        }
        let translated = self.translator.translate(event);
        for problem in &translated.problems {
            self.read.unreadable += 1;
            self.reject(path, number, problem);
        }
        for event in &translated.events {
            let observed = self.monitor.observe(event);
            self.note(event, observed, path, number);
        }
    }

    /// Notes what became of an event.
    fn note(
        &mut self,
        event: &Event,
        observed: Result<Observed, Vec<Refusal>>,
        path: &Path,
        number: u32,
    ) {
        self.latest = self.latest.max(event.time);
        match observed {
            Ok(Observed::Accepted) => self.read.heard += 1,
            Ok(Observed::Unheard) => {}
            Ok(Observed::Duplicate) => self.read.duplicates += 1,
            Ok(Observed::Contradicts) => {
                self.read.duplicates += 1;
                let id = event.origin.id.as_deref().unwrap_or_default();
                let place = Span::lines(path.display().to_string(), number, number);
                let said = format!("another event has the id `{id}`, and that one counts");
                if self.read.contradictions.len() < MOST_PROBLEMS {
                    let said = Diagnostic::warning(said).at(place, "not the same");
                    self.read.contradictions.push(said);
                }
            }
            Ok(Observed::TooLate) => {
                self.read.late += 1;
                let reason = "earlier than --sorted-within allows: some answer cannot use it";
                self.reject(path, number, reason);
            }
            Err(refusals) => {
                refusals.iter().for_each(|refusal| self.reject(path, number, &refusal.reason));
            }
        }
    }

    /// A line that is no event may have been about any property.
    fn reject_line(&mut self, path: &Path, number: u32, reason: &str) {
        self.read.unreadable += 1;
        self.reject(path, number, reason);
    }

    fn reject(&mut self, path: &Path, number: u32, reason: &str) {
        self.read.rejected += 1;
        if self.read.problems.len() < MOST_PROBLEMS {
            let place = Span::lines(path.display().to_string(), number, number);
            let problem = Diagnostic::warning(format!("an event is not checked: {reason}"));
            self.read.problems.push(problem.at(place, "this line"));
        }
    }

    fn advance(&mut self) {
        if let Some(within) = self.sorted_within {
            let answers = self.monitor.advance(self.latest - within);
            self.keep(answers);
        }
    }

    fn keep(&mut self, answers: Vec<Answer>) {
        for answer in answers {
            let instance = Value::from(answer.instance.clone()).to_string();
            self.answers.insert((answer.property, instance), answer);
        }
    }

    fn report(
        self,
        files: &[(String, PropertyFile)],
        settings: &Settings,
        limit: usize,
        report: &mut Report,
    ) {
        let Audit { monitor, answers, read, .. } = self;
        let mut data = Vec::new();
        let properties = files.iter().flat_map(|(name, file)| {
            file.properties.iter().map(move |property| (name.as_str(), property))
        });
        for (index, (file, property)) in properties.enumerate() {
            let of_property = answers.range((index, String::new())..(index + 1, String::new()));
            let answers: Vec<&Answer> = of_property.map(|(_, answer)| answer).collect();
            let count = |verdict| answers.iter().filter(|it| it.verdict == verdict).count();
            data.push(json!({
                "property": property.name(),
                "violated": count(Verdict::Violated),
                "possiblyViolated": count(Verdict::PossiblyViolated),
                "holds": count(Verdict::Holds),
                "undecided": count(Verdict::Undecided),
                "notChecked": monitor.unchecked(index),
            }));
            let findings =
                answers.iter().filter_map(|answer| answer.finding(property, file, settings));
            let findings: Vec<Finding> = findings.collect();
            let more = findings.len().saturating_sub(limit);
            let found = !findings.is_empty();
            findings.into_iter().take(limit).for_each(|finding| report.push(finding));
            if more > 0 {
                let more = counted(more, "more violated instance");
                let message = format!("{} has {more}, not shown here", property.name());
                report.diagnose(Diagnostic::note(message).help("show more with --limit"));
            }
            if !found {
                let unchecked = read.unreadable + monitor.unchecked(index);
                report.push(no_violation(property.name(), unchecked, &read));
            }
        }
        if read.duplicates > 0 {
            let message = match read.duplicates {
                1 => "1 event has the id of another one and counts once".to_string(),
                more => format!("{more} events have the id of another one and count once"),
            };
            report.diagnose(Diagnostic::note(message).help("different events need different ids"));
        }
        read.contradictions.into_iter().for_each(|it| report.diagnose(it));
        let left = read.rejected.saturating_sub(read.problems.len() as u64);
        read.problems.into_iter().for_each(|problem| report.diagnose(problem));
        if left > 0 {
            let message = match left {
                1 => "1 more event is not checked".to_string(),
                more => format!("{more} more events are not checked"),
            };
            report.diagnose(Diagnostic::warning(message));
        }
        report.set_data(json!({
            "events": read.events,
            "used": read.heard,
            "duplicates": read.duplicates,
            "notChecked": read.rejected,
            "properties": data,
        }));
    }
}

/// No instance is violated: by all events that could be read.
fn no_violation(property: &str, unchecked: u64, read: &Read) -> Finding {
    if unchecked > 0 {
        let reason = match unchecked {
            1 => "1 event is not checked".to_string(),
            more => format!("{more} events are not checked"),
        };
        let title = "no violation in the events that could be checked";
        return Finding::unknown(Code::PROPERTY_UNKNOWN, property, title, reason)
            .caused_by(Cause::Sampled)
            .help("see the warnings: each names a line and what is wrong with it");
    }
    if read.heard == 0 {
        let reason = match read.events {
            0 => "there are no events",
            _ => "no event has a name that a property knows",
        };
        return Finding::unknown(Code::PROPERTY_UNKNOWN, property, "nothing was checked", reason)
            .caused_by(Cause::Sampled)
            .help("compare the names of the events with those in the property");
    }
    let bound = match read.events {
        1 => "the one event of the log".to_string(),
        events => format!("the {events} events of the log"),
    };
    let title = "no order of the events violates it";
    Finding::holds_within_bounds(Code::PROPERTY_HOLDS, property, title, bound)
}
