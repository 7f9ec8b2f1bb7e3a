//! Which functions does a folder deploy, and how are they triggered?

mod cdk;
mod declarations;
mod intrinsic;
mod merge;
mod places;
mod routes;
mod sam;
mod schemas;
mod separate;
mod serverless;
mod shared;
mod yaml;

pub use declarations::Declarations;
pub use places::Places;
pub use routes::Route;

use aplomb_script::{Span, normal_path};
use aplomb_symbolic::Library;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How a function is invoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trigger {
    /// By a client that waits for the response (HTTP, WebSocket).
    Request,
    /// By the platform, which repeats it on failure (S3, SNS, schedules, events).
    Asynchronous,
    /// By a queue that delivers messages again.
    Queue,
    /// By a stream that delivers batches again, in order.
    Stream,
}

impl Trigger {
    /// What can be relied on whichever of several triggers invokes a function. Only a
    /// platform that repeats an invocation keeps the request id, and only a stream lets
    /// nothing overtake.
    fn whichever(triggers: impl IntoIterator<Item = Trigger>) -> Trigger {
        let either = |first: Trigger, second: Trigger| match (first, second) {
            _ if first == second => first,
            (Trigger::Request, _) | (_, Trigger::Request) => Trigger::Request,
            _ => Trigger::Queue,
        };
        triggers.into_iter().reduce(either).unwrap_or(Trigger::Request)
    }
}

/// One function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// Its name in the deployment description.
    pub name: String,
    /// The file its handler is in.
    pub file: PathBuf,
    /// The exported name of the handler.
    pub export: String,
    /// How it is invoked.
    pub trigger: Trigger,
    /// What invokes it, as the description calls it (`sqs`, `Api`; `http, sqs`), if it says so.
    pub event: Option<String>,
    /// The bucket whose changes invoke it, if nothing else does and the description names it.
    pub bucket: Option<String>,
    /// Every event brings one record.
    pub one_record: bool,
    /// A stream delivers a batch again in parts: it is split, or the function says which records
    /// failed.
    pub splits_batches: bool,
    /// The settings that the description gives it, if there is a description.
    pub settings: Option<BTreeSet<String>>,
}

/// A table whose key is known from the deployment description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its key attributes.
    pub key: Vec<String>,
}

/// The functions of one deployment description; they share stores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Application {
    /// The deployment description, or the file of a single handler.
    pub source: PathBuf,
    /// The folder that imports are relative to.
    pub root: PathBuf,
    /// The functions.
    pub handlers: Vec<Handler>,
    /// Settings with a known value, the same for all functions that have them.
    pub settings: BTreeMap<String, String>,
    /// The names of the settings that every function is given.
    common: BTreeSet<String>,
    /// Settings that functions have with different values.
    differing: BTreeSet<String>,
    /// What stands in the description for the values of settings that are not known.
    unresolved: BTreeMap<String, BTreeSet<String>>,
    /// The tables whose ARNs stand there, by setting.
    table_arns: BTreeMap<String, String>,
    /// Tables with a known key.
    pub tables: Vec<Table>,
    /// Queues and topics that drop a message whose content they know.
    pub comparing_contents: BTreeSet<String>,
    /// Tables as the description defines them: what `CreateTable` of DynamoDB takes.
    pub definitions: Vec<serde_json::Value>,
    /// The addresses of functions behind a gateway.
    pub routes: Vec<Route>,
    /// Folders of code that functions share (layers).
    pub shared: Vec<PathBuf>,
    /// The texts of SQL files that define tables.
    pub schemas: Vec<String>,
    /// What the schema for Prisma says, if there is one.
    pub prisma: Option<aplomb_sql::PrismaSchema>,
    /// What the user says about calls.
    pub declarations: Declarations,
    /// Functions (or whole descriptions) that could not be found or read, and why.
    pub missing: Vec<(String, String)>,
}

/// Why nothing can be discovered.
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    /// The path does not exist or cannot be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A `--handler` argument is not of the form `file:export`.
    #[error("{0:?} does not name a handler; write FILE:EXPORT, as in src/app.js:handler")]
    NotAHandler(String),
    /// An `--assume` argument is not of a known form.
    #[error("{0:?} is not an assumption")]
    NotAnAssumption(String),
    /// The user's declarations cannot be understood.
    #[error("{path}: {message}")]
    Declarations {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

/// Folders that hold no source of the user's.
const SKIPPED: [&str; 8] =
    ["node_modules", "target", "dist", "build", "venv", "__pycache__", "vendor", "coverage"];

/// How deep folders are searched.
const DEEPEST: usize = 12;

/// Templates are not larger: what CloudFormation takes ends at a megabyte.
const LARGEST: u64 = 2 << 20;

/// Executes deployment descriptions that are programs.
pub trait Programs {
    /// What a program exports (`serverless.ts`), with variables (`${env:STAGE}`) where a value is
    /// not known; else what is wrong with it.
    fn exported(&self, file: &Path) -> Result<serde_json::Value, String>;

    /// Executes a program for what it tells a library (an application of the CDK): where it makes
    /// instances of classes; else what is wrong with it.
    fn execute(&self, root: &Path, file: &Path, library: &dyn Library)
    -> Result<Vec<Site>, String>;
}

/// Where a program makes an instance of a class.
pub struct Site {
    /// The name of the class, as it stands there.
    pub class: String,
    /// Where that is.
    pub span: Span,
    /// Where that is, for people: the file and the line.
    pub place: String,
}

/// All applications in a folder, or in a deployment description given directly.
pub fn discover(path: &Path, programs: &dyn Programs) -> Result<Vec<Application>, DiscoverError> {
    let metadata = std::fs::metadata(path)
        .map_err(|source| DiscoverError::Unreadable { path: path.into(), source })?;
    let mut found = Vec::new();
    if metadata.is_file() {
        found.extend(read(path, programs));
    } else {
        search(path, 0, programs, &mut found);
    }
    let layers: Vec<PathBuf> = found.iter().flat_map(|found| found.shared.clone()).collect();
    found.retain(|found| !found.handlers.is_empty() || !found.missing.is_empty());
    for application in &mut found {
        shared::borrow(application, &layers);
        shared::read(application);
        let folder = application.root.clone();
        schemas::read(application, &folder);
        declarations::read(application, path)?;
    }
    Ok(found)
}

impl Application {
    /// An application of handlers given one by one as `file:export`. Imports are
    /// relative to the folder that is checked, if the handlers are in it, else to the
    /// folder of the first.
    pub fn of_handlers(checked: &Path, arguments: &[String]) -> Result<Self, DiscoverError> {
        let checked = normal_path(checked);
        let mut application = Application::default();
        for argument in arguments {
            let (file, export) = argument
                .rsplit_once(':')
                .filter(|(file, export)| !file.is_empty() && !export.is_empty())
                .ok_or_else(|| DiscoverError::NotAHandler(argument.clone()))?;
            let file = normal_path(Path::new(file));
            let inside = checked.join(&file);
            // The folder that is checked comes first; its name may be part of the file's.
            let file = if inside.exists() { inside } else { file };
            let folder = || std::io::Error::from(std::io::ErrorKind::IsADirectory);
            let opened = std::fs::File::open(&file);
            let opened = opened.and_then(|it| if file.is_dir() { Err(folder()) } else { Ok(it) });
            if let Err(source) = opened {
                return Err(DiscoverError::Unreadable { path: file, source });
            }
            if application.source.as_os_str().is_empty() {
                let own = file.parent().unwrap_or(Path::new(""));
                // An absolute path is inside the present folder if it begins with its name.
                let within = match file.is_absolute() && checked.as_os_str().is_empty() {
                    true => std::env::current_dir().unwrap_or_default(),
                    false => checked.clone(),
                };
                let is_inside = file.starts_with(&within) && !file.starts_with("..");
                application.root = if is_inside { within } else { own.into() };
                application.source = file.clone();
            }
            application.handlers.push(Handler {
                name: export.into(),
                file,
                export: export.into(),
                trigger: Trigger::Request,
                event: None,
                bucket: None,
                one_record: false,
                splits_batches: false,
                settings: None,
            });
        }
        // Without a folder the present one stands for anything: it is not searched.
        let folder = match checked.as_os_str().is_empty() {
            true => application.source.parent().unwrap_or(Path::new("")).to_path_buf(),
            false => application.root.clone(),
        };
        shared::read(&mut application);
        schemas::read(&mut application, &folder);
        declarations::read(&mut application, &folder)?;
        Ok(application)
    }

    /// Notes a function of a deployment description, by what that calls its handler and what
    /// was found there.
    fn note(
        &mut self,
        name: &str,
        handler: &str,
        found: Option<(PathBuf, String)>,
        invoked: Invoked,
    ) {
        let Some((file, export)) = found else {
            let shown: String = handler.chars().take(LONGEST_PATH).collect();
            let why = format!(
                "there is no JavaScript, TypeScript or Python file for the handler {shown:?}"
            );
            return self.not_read(name, &why);
        };
        let Invoked { trigger, event, bucket, one_record, splits_batches, mut settings } = invoked;
        settings.extend(self.common.iter().cloned());
        self.handlers.push(Handler {
            name: name.into(),
            file,
            export,
            trigger,
            event,
            bucket,
            one_record,
            splits_batches,
            settings: Some(settings),
        });
    }

    /// Notes a function that is deployed and was not read: silence would read as *safe*.
    fn not_read(&mut self, name: &str, why: &str) {
        self.missing.push((name.into(), format!("{}: {why}", self.source.display())));
    }

    /// Settings whose values are not known but the same as that of another one, with its name:
    /// the description has the very same text for both.
    pub fn same_settings(&self) -> BTreeMap<String, String> {
        let mut first: BTreeMap<&str, &str> = BTreeMap::new();
        let mut same = BTreeMap::new();
        for (name, text) in self.agreed() {
            match first.get(text) {
                Some(known) => {
                    same.insert(name.into(), known.to_string());
                }
                None => {
                    first.insert(text, name);
                }
            }
        }
        same
    }

    /// Settings that hold the ARN of a table of the application, with the name of the table.
    pub fn table_arns(&self) -> BTreeMap<String, String> {
        let agreed = self.agreed().map(|(name, _)| name);
        agreed
            .filter_map(|name| Some((name.to_string(), self.table_arns.get(name)?.clone())))
            .collect()
    }

    /// Settings without a known value for which all functions have the same text, with it.
    fn agreed(&self) -> impl Iterator<Item = (&str, &str)> {
        self.unresolved.iter().filter_map(|(name, texts)| {
            let known = self.settings.contains_key(name) || self.differing.contains(name);
            let text = texts.first().filter(|_| texts.len() == 1 && !known)?;
            Some((&**name, &**text))
        })
    }

    /// Notes what the description has for a setting whose value is not known.
    fn set_unresolved(&mut self, name: &str, value: &serde_json::Value) {
        let is_empty = value.is_null() || value.as_str().is_some_and(str::is_empty);
        if !is_empty {
            self.unresolved.entry(name.into()).or_default().insert(value.to_string());
        }
    }

    /// Notes the value of a setting; where functions disagree it is not known. An
    /// empty one stands for what whoever deploys the application fills in.
    fn set(&mut self, name: &str, value: String) {
        if value.is_empty() || self.differing.contains(name) {
            return;
        }
        match self.settings.get(name) {
            Some(known) if *known != value => {
                self.settings.remove(name);
                self.differing.insert(name.into());
            }
            _ => {
                self.settings.insert(name.into(), value);
            }
        }
    }
}

fn search(folder: &Path, depth: usize, programs: &dyn Programs, found: &mut Vec<Application>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let (data, code): (Vec<&PathBuf>, Vec<&PathBuf>) =
        entries.iter().filter(|path| path.is_file()).partition(|path| !is_program(path));
    let before = found.len();
    found.extend(data.into_iter().filter_map(|path| read(path, programs)));
    // The Serverless Framework takes one description, and data first.
    if !found[before..].iter().any(|found| is_serverless(&found.source)) {
        found.extend(code.into_iter().find_map(|path| read(path, programs)));
    }
    // An application of the CDK is read in its program, or else in what was made of it.
    let synthesized = folder.join(cdk::SYNTHESIZED);
    let is_unread = |found: &Application| is_cdk(&found.source) && found.handlers.is_empty();
    if synthesized.is_dir() && found[before..].iter().any(is_unread) {
        found.retain(|found| !(is_unread(found) && found.root == folder));
    }
    let is_read = found.len() > before && found[before..].iter().any(|it| is_cdk(&it.source));
    for path in entries {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        let skipped =
            name.starts_with('.') || SKIPPED.contains(&name) || is_read && name == cdk::SYNTHESIZED;
        if path.is_dir() && !path.is_symlink() && !skipped && depth < DEEPEST {
            search(&path, depth + 1, programs, found);
        }
    }
}

/// Whether a file describes an application of the CDK, by its name.
fn is_cdk(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == cdk::FILE)
}

/// Whether a file is a description of the Serverless Framework, by its name.
fn is_serverless(path: &Path) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    stem == "serverless" || stem.starts_with("serverless.")
}

/// Whether a file is one that is a program, by its name.
fn is_program(path: &Path) -> bool {
    is_serverless(path) && matches!(extension_of(path), "ts" | "js" | "mjs" | "cjs" | "mts")
}

fn extension_of(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// Reads a file as a deployment description, if its name says it is one.
fn read(path: &Path, programs: &dyn Programs) -> Option<Application> {
    let is_program = is_program(path);
    if !is_program && !matches!(extension_of(path), "yml" | "yaml" | "json") {
        return None;
    }
    let is_serverless = is_serverless(path);
    if path.metadata().ok()?.len() > LARGEST {
        return None;
    }
    let bytes = std::fs::read(path).ok()?;
    let text = String::from_utf8(bytes);
    let text = if is_serverless { text } else { Ok(text.ok()?) };
    // Templates go by any name.
    let is_template = |text: &str| {
        ["AWS::Serverless::", "AWS::Lambda::Function"].iter().any(|kind| text.contains(kind))
    };
    let is_cdk = is_cdk(path);
    if !is_serverless && !is_cdk && !text.as_ref().is_ok_and(|text| is_template(text)) {
        return None;
    }
    // A module may have that name for another reason.
    let describes = |text: &str| {
        ["functions", "provider"].iter().all(|it| text.contains(it))
            || text.contains("@serverless/typescript")
    };
    if is_program && !text.as_ref().is_ok_and(|text| describes(text)) {
        return None;
    }
    let root: PathBuf = path.parent().unwrap_or(Path::new("")).into();
    let mut application =
        Application { source: path.into(), root: root.clone(), ..Application::default() };
    let document = match &text {
        Ok(_) if is_program => programs.exported(path),
        Ok(text) => yaml::parse(text),
        Err(_) => Err("it is not a text in UTF-8".into()),
    };
    match document {
        Ok(document) if is_serverless => serverless::read(&document, &mut application),
        Ok(document) if is_cdk => cdk::read(&document, &mut application, programs),
        Ok(document) => sam::read(&document, &mut application),
        Err(error) => {
            application.missing.push((path.display().to_string(), error));
        }
    }
    Some(application)
}

/// The text of a deployment description as data, with CloudFormation's short tags in their long
/// form; else what is wrong with it.
pub fn read_description(text: &str) -> Result<serde_json::Value, String> {
    yaml::parse(text)
}

/// The kinds of events that invoke a function, if all are known.
fn kinds_of_events(kinds: &[&str]) -> Option<String> {
    let mut named: Vec<&str> = Vec::new();
    for kind in kinds {
        if !named.contains(kind) {
            named.push(kind);
        }
    }
    let is_known = !named.is_empty() && named.iter().all(|kind| !kind.is_empty());
    is_known.then(|| named.join(", "))
}

/// What invokes a function, as its description says.
struct Invoked {
    trigger: Trigger,
    event: Option<String>,
    bucket: Option<String>,
    one_record: bool,
    splits_batches: bool,
    settings: BTreeSet<String>,
}

/// The bucket of events that all are of one, by the names that are known.
fn only_bucket(names: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let mut names = names.into_iter();
    let first = names.next()??;
    let is_name = !first.is_empty() && !first.contains(['$', '{']);
    (is_name && names.all(|name| name.as_ref() == Some(&first))).then_some(first)
}

/// Handlers with a longer path and name lead to no file.
const LONGEST_PATH: usize = 1024;

/// Folders into which compilers and bundlers write what is deployed.
const BUILT: &[&str] = &["dist", "build", "out", "lib", ".build"];

/// The file of a handler. Where that is built from a source when the application is deployed,
/// and was not built here, its source.
fn handler_file(root: &Path, handler: &str) -> Option<(PathBuf, String)> {
    source_file(root, handler).or_else(|| {
        let (folder, rest) = handler.trim_start_matches("./").split_once('/')?;
        let is_built = BUILT.contains(&folder)
            && ["tsconfig.json", "package.json"].iter().any(|file| root.join(file).is_file());
        let sources = [format!("src/{rest}"), rest.to_string()];
        sources.iter().filter(|_| is_built).find_map(|source| source_file(root, source))
    })
}

/// The file of `folder/module.export`, which stands there without its extension.
fn source_file(root: &Path, handler: &str) -> Option<(PathBuf, String)> {
    if handler.len() > LONGEST_PATH {
        return None;
    }
    let slash = handler.rfind('/').map_or(0, |i| i + 1);
    let (folder, rest) = handler.split_at(slash);
    // `module.export`, `module.exports.handler`, `pkg.module.handler` (Python).
    let mut splits: Vec<usize> = rest.match_indices('.').map(|(i, _)| i).collect();
    splits.reverse();
    for split in splits {
        let (module, export) = (&rest[..split], &rest[split + 1..]);
        for base in
            [root.join(folder).join(module), root.join(folder).join(module.replace('.', "/"))]
        {
            for extension in ["js", "ts", "mjs", "cjs", "mts", "cts", "tsx", "jsx", "py"] {
                for candidate in [
                    PathBuf::from(format!("{}.{extension}", base.display())),
                    base.join(format!("index.{extension}")),
                ] {
                    if candidate.is_file() {
                        return Some((candidate, export.to_string()));
                    }
                }
            }
        }
    }
    None
}
