//! `aplomb dev`: an application on this machine, recorded and monitored.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use aplomb_cloud::Application;
use aplomb_monitor::{
    Answer as Judgement, Event, Monitor, PropertyFile, Settings, Time, Translator,
};
use aplomb_replay::{Local, Serving};
use aplomb_report::{Report, render::terminal};
use aplomb_retry::discover;
use clap::Args;
use serde_json::{Value, json};

use super::property::load;
use crate::error::InputError;

/// How often new events are looked for.
const POLL: Duration = Duration::from_millis(300);
/// Events may come so much later than others.
const LATENESS: Duration = Duration::from_secs(5);
/// Files that Node and Python run without a compiler.
const RUNNABLE: [&str; 4] = ["js", "cjs", "mjs", "py"];

/// Which application, and where.
#[derive(Debug, Args)]
#[command(after_help = "Routes, tables and variables come from serverless.yml or a SAM template. \
    It runs until you end it with Ctrl-C. Every invocation is recorded: its identity is in the \
    header x-aplomb-invocation of the answer, and `aplomb replay ID` runs it again.")]
pub struct Arguments {
    /// The application's folder, or its deployment description
    #[arg(value_name = "APP", default_value = ".")]
    pub application: PathBuf,
    /// The port that the functions are served on
    #[arg(long, value_name = "PORT", default_value_t = 3000)]
    pub port: u16,
    /// Use this DynamoDB-compatible server [default: dynalite, which is started]
    #[arg(long, value_name = "URL")]
    pub dynamodb: Option<String>,
    /// The port that dynalite is started on
    #[arg(long, value_name = "PORT", default_value_t = 8000)]
    pub dynamodb_port: u16,
    /// Where recordings and events are written to
    #[arg(long, value_name = "DIR", default_value = "recordings")]
    pub recordings: PathBuf,
    /// A file with properties (YAML or JSON) or a folder of them, to check meanwhile; may be
    /// given several times
    #[arg(long, short, value_name = "FILE")]
    pub properties: Vec<PathBuf>,
    /// Run gateway, database and functions in JavaScript with this interpreter
    #[arg(long, value_name = "PROGRAM", default_value = "node")]
    pub interpreter: PathBuf,
    /// Run functions in Python with this interpreter
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub python: PathBuf,
}

/// Serves until the user ends it, so it only returns what went wrong.
pub fn run(arguments: &Arguments) -> InputError {
    match serve(arguments) {
        Ok(never) => match never {},
        Err(error) => error,
    }
}

fn serve(arguments: &Arguments) -> Result<std::convert::Infallible, InputError> {
    let mut watcher = Watcher::new(&arguments.properties)?;
    let application = find(&arguments.application)?;
    fs::create_dir_all(&arguments.recordings)
        .map_err(|source| InputError::Unwritable { path: arguments.recordings.clone(), source })?;
    let mut local = local(arguments, &application)?;
    let _database = database(arguments, &application, &mut local)?;
    let mut gateway = local.gateway().map_err(InputError::refused)?;
    println!("serving {} on {}", application.source.display(), gateway.url);
    for route in &application.routes {
        println!("  {:7} {} -> {}", route.method, route.path, route.function);
    }
    println!("recordings and events are in {}", arguments.recordings.display());
    let mut events = NewLines::of(local.recordings.join("events.ndjson"));
    while !gateway.has_ended() {
        thread::sleep(POLL);
        watcher.watch(&events.read());
    }
    Err(InputError::refused("the gateway has ended"))
}

/// The only application below the path.
fn find(path: &Path) -> Result<Application, InputError> {
    let found = discover(path).map_err(InputError::refused)?;
    let mut found: Vec<Application> =
        found.into_iter().filter(|found| !found.routes.is_empty()).collect();
    match found.len() {
        0 => Err(InputError::refused(format!(
            "{} has no function with an address: it takes a serverless.yml with `http` or \
             `httpApi` events, or a SAM template with `Api` or `HttpApi` events",
            path.display()
        ))),
        1 => Ok(found.remove(0)),
        _ => {
            let names: Vec<String> =
                found.iter().map(|found| found.source.display().to_string()).collect();
            let names = names.join(", ");
            Err(InputError::refused(format!("name one of these descriptions: {names}")))
        }
    }
}

fn local(arguments: &Arguments, application: &Application) -> Result<Local, InputError> {
    let unreadable = |path: &Path, source| InputError::Unreadable { path: path.to_owned(), source };
    let absolute = |path: &Path| path.canonicalize().map_err(|error| unreadable(path, error));
    let folder = match application.root.as_os_str().is_empty() {
        true => Path::new("."),
        false => &application.root,
    };
    let root = absolute(folder)?;
    let served: BTreeSet<&str> =
        application.routes.iter().map(|route| route.function.as_str()).collect();
    let mut functions = Vec::new();
    for handler in application.handlers.iter().filter(|it| served.contains(it.name.as_str())) {
        let ending = handler.file.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        if !RUNNABLE.contains(&ending) {
            return Err(InputError::refused(format!(
                "{} is in {}: dev runs JavaScript and Python; other languages are not supported, \
                 so compile TypeScript first",
                handler.name,
                handler.file.display()
            )));
        }
        functions.push((handler.name.clone(), absolute(&handler.file)?, handler.export.clone()));
    }
    let routes = application.routes.iter().map(|route| {
        json!({
            "method": route.method, "path": route.path,
            "function": route.function, "payload": route.payload,
        })
    });
    // What the platform sets; the application's own settings come after it.
    let platform = [
        ("IS_OFFLINE", "true"),
        ("AWS_REGION", "us-east-1"),
        ("AWS_DEFAULT_REGION", "us-east-1"),
        ("AWS_ACCESS_KEY_ID", "local"),
        ("AWS_SECRET_ACCESS_KEY", "local"),
    ];
    let environment = platform.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Ok(Local {
        root,
        port: arguments.port,
        functions,
        routes: routes.collect(),
        environment: environment.into_iter().chain(application.settings.clone()).collect(),
        recordings: absolute(&arguments.recordings)?,
        interpreter: arguments.interpreter.clone(),
        python: arguments.python.clone(),
    })
}

/// The database with the tables of the application, if it needs one; its address is told
/// to the functions.
fn database(
    arguments: &Arguments,
    application: &Application,
    local: &mut Local,
) -> Result<Option<Serving>, InputError> {
    if application.definitions.is_empty() && arguments.dynamodb.is_none() {
        return Ok(None);
    }
    let database = local
        .database(arguments.dynamodb.as_deref(), arguments.dynamodb_port, &application.definitions)
        .map_err(InputError::refused)?;
    for variable in ["AWS_ENDPOINT_URL_DYNAMODB", "APLOMB_DYNAMODB"] {
        local.environment.push((variable.to_owned(), database.url.clone()));
    }
    println!("DynamoDB is {} with {} tables", database.url, application.definitions.len());
    Ok(Some(database))
}

/// The lines that are appended to a file from now on.
struct NewLines {
    path: PathBuf,
    position: u64,
}

impl NewLines {
    fn of(path: PathBuf) -> NewLines {
        let position = fs::metadata(&path).map_or(0, |data| data.len());
        NewLines { path, position }
    }

    /// The whole lines since the last time. A file that cannot be read now is read later.
    fn read(&mut self) -> String {
        let mut text = String::new();
        let read = |text: &mut String| -> io::Result<()> {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(self.position))?;
            file.read_to_string(text)?;
            Ok(())
        };
        if read(&mut text).is_err() {
            return String::new();
        }
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        self.position += text.len() as u64;
        text
    }
}

/// Checks the properties over the events as they come, and tells each violation once.
struct Watcher {
    files: Vec<(String, PropertyFile)>,
    settings: Settings,
    monitor: Monitor,
    translator: Translator,
    latest: Time,
    told: BTreeSet<(usize, String)>,
}

impl Watcher {
    fn new(paths: &[PathBuf]) -> Result<Watcher, InputError> {
        let mut report = Report::new("dev");
        let files = load(paths, &mut report)?;
        let settings = Settings { lateness: LATENESS, ..Settings::default() };
        let rules = files.iter().flat_map(|(_, file)| file.rules.clone()).collect();
        let properties = files.iter().flat_map(|(_, file)| file.properties.clone());
        Ok(Watcher {
            monitor: Monitor::new(properties, settings.clone()),
            translator: Translator::new(rules),
            latest: Time::BEGINNING,
            told: BTreeSet::new(),
            settings,
            files,
        })
    }

    fn watch(&mut self, lines: &str) {
        for line in lines.lines() {
            match Event::from_json(line.as_bytes()) {
                Ok(event) => self.observe(&event),
                Err(reason) => eprintln!("an event is not checked: {reason}"),
            }
        }
        // Nothing new: what happened so far has an order now.
        if lines.is_empty() {
            for answer in self.monitor.advance(self.latest) {
                self.tell(&answer);
            }
        }
    }

    fn observe(&mut self, event: &Event) {
        self.latest = self.latest.max(event.time);
        let translated = self.translator.translate(event);
        for problem in &translated.problems {
            eprintln!("an event is not checked: {problem}");
        }
        for event in std::iter::once(event).chain(&translated.events) {
            if let Err(refusals) = self.monitor.observe(event) {
                refusals.iter().for_each(|it| eprintln!("an event is not checked: {}", it.reason));
            }
        }
    }

    fn tell(&mut self, answer: &Judgement) {
        let mut properties = self.files.iter().flat_map(|(name, file)| {
            file.properties.iter().map(move |property| (name.as_str(), property))
        });
        let Some((file, property)) = properties.nth(answer.property) else { return };
        let Some(finding) = answer.finding(property, file, &self.settings) else { return };
        let instance = Value::from(answer.instance.clone()).to_string();
        if self.told.insert((answer.property, instance)) {
            let mut report = Report::new("dev");
            report.push(finding);
            println!("{}", terminal::render(&report, &Default::default()));
        }
    }
}
