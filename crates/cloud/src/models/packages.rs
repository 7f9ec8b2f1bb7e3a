//! Packages that are not clouds: sources of fresh values, web clients, services
//! and pure libraries. What is known of them is data; see `packages.toml`.

use super::dates::Completed;
use super::verbs::{self, Verb};
use super::{Models, dates, functional, novelty, pure, web};
use crate::{Declarations, assumptions};
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Stop, Term};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What a call is, by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// A value that is new on every call and unlike any other.
    Unique,
    /// A value that is new on every call.
    Fresh,
    /// The present time; with an argument, a function of that.
    Clock,
    /// The value it is given; without one, new and unlike any other.
    Identity,
    /// A value that is new on every call, unless it is given where to begin.
    Seeded,
    /// A function of its arguments that has the time in it, too.
    Stamped,
    /// A value of which nobody knows here whether it is new on every call.
    PerhapsNew,
    /// A pure function of its arguments.
    Pure,
    /// What the JSON text says that is its first argument.
    Json,
    /// Sets something outside to what it is given.
    Setter,
    /// Sets something outside that is given its name (`id`, `objectID`), else makes a new one.
    NamedSetter,
    /// Writes what it belongs to where its first argument says.
    Export,
    /// Reads what its first argument names.
    Import,
    /// Nothing anybody sees (logging, tracing).
    Nothing,
    /// Builds a client or the like: the chain goes on.
    Builder,
    /// A member of a client: its verb decides.
    Client,
    /// A read of something outside.
    Read,
    /// Something others see.
    Effect,
    /// A web request whose method decides.
    Http,
    /// Makes a client whose members are web requests.
    HttpClient,
}

/// Members by package.
type Section = BTreeMap<String, Vec<String>>;

/// The data as it is written: a section per meaning. One that is not known is refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// Packages of which all members have one meaning, by the reason why.
    #[cfg_attr(not(test), expect(dead_code, reason = "a statement for readers and tests"))]
    reviewed: Section,
    changing: Section,
    unchanging: Section,
    unique: Section,
    fresh: Section,
    clock: Section,
    identity: Section,
    seeded: Section,
    stamped: Section,
    perhaps_new: Section,
    pure: Section,
    json: Section,
    setter: Section,
    named_setter: Section,
    export: Section,
    import: Section,
    nothing: Section,
    builder: Section,
    client: Section,
    read: Section,
    effect: Section,
    http: Section,
    http_client: Section,
}

impl Written {
    fn sections(self) -> [(Meaning, Section); 20] {
        [
            (Meaning::Unique, self.unique),
            (Meaning::Fresh, self.fresh),
            (Meaning::Clock, self.clock),
            (Meaning::Identity, self.identity),
            (Meaning::Seeded, self.seeded),
            (Meaning::Stamped, self.stamped),
            (Meaning::PerhapsNew, self.perhaps_new),
            (Meaning::Pure, self.pure),
            (Meaning::Json, self.json),
            (Meaning::Setter, self.setter),
            (Meaning::NamedSetter, self.named_setter),
            (Meaning::Export, self.export),
            (Meaning::Import, self.import),
            (Meaning::Nothing, self.nothing),
            (Meaning::Builder, self.builder),
            (Meaning::Client, self.client),
            (Meaning::Read, self.read),
            (Meaning::Effect, self.effect),
            (Meaning::Http, self.http),
            (Meaning::HttpClient, self.http_client),
        ]
    }
}

#[derive(Clone, Debug)]
struct Entry {
    pattern: String,
    meaning: Meaning,
}

/// What is known, by package.
type Table = BTreeMap<String, Vec<Entry>>;

/// Which calls make objects that change, and which never do, as patterns.
struct Makers {
    changing: Vec<String>,
    unchanging: Vec<String>,
}

fn data() -> &'static (Table, Makers) {
    static DATA: OnceLock<(Table, Makers)> = OnceLock::new();
    DATA.get_or_init(|| {
        parse(include_str!("packages.toml")).expect("the data of packages is well-formed")
    })
}

fn table() -> &'static Table {
    &data().0
}

fn patterns(section: &Section) -> Vec<String> {
    let listed = section.iter().flat_map(|(package, members)| {
        members.iter().map(move |member| format!("{package}{member}"))
    });
    listed.collect()
}

fn parse(text: &str) -> Result<(Table, Makers), toml::de::Error> {
    let mut entries = Table::default();
    let written = toml::from_str::<Written>(text)?;
    let makers =
        Makers { changing: patterns(&written.changing), unchanging: patterns(&written.unchanging) };
    for (meaning, section) in written.sections() {
        for (package, members) in section {
            let known = entries.entry(package.clone()).or_default();
            let patterns = members.iter().map(|member| format!("{package}{member}"));
            known.extend(patterns.map(|pattern| Entry { pattern, meaning }));
        }
    }
    Ok((entries, makers))
}

/// The package that a path begins with, as far as it is known: `lodash` of `lodash/map`
/// and of `lodash.map`.
fn package(path: &str) -> &str {
    let root = path.split(['.', '(']).next().unwrap_or(path);
    let mut known = root;
    while !table().contains_key(known) {
        match known.rsplit_once('/') {
            Some((before, _)) => known = before,
            None => return root,
        }
    }
    known
}

/// A path as the data writes it: what is imported from a file of a package is a member,
/// and copies of packages inside others are the packages.
fn written(path: &str) -> String {
    let path = path.strip_prefix("botocore.vendored.").unwrap_or(path);
    let same = path.strip_prefix("lodash-es").map(|rest| format!("lodash{rest}"));
    let path = same.as_deref().unwrap_or(path);
    let package = package(path);
    match path[package.len()..].strip_prefix('/') {
        // `lodash/chunk.js`
        Some(rest) if meaning_of(path).is_none() => {
            let (file, members) = rest.split_at(rest.find("()").unwrap_or(rest.len()));
            let file = [".js", ".mjs", ".cjs"].iter().find_map(|end| file.strip_suffix(end));
            format!("{package}.{}{members}", file.unwrap_or(&rest[..rest.len() - members.len()]))
        }
        _ => path.to_string(),
    }
}

/// The meaning of a path as the data writes it: the longest pattern that fits. What makes
/// a web client also says what its members are.
fn meaning_of(path: &str) -> Option<Meaning> {
    let entries = table().get(package(path))?;
    deciding(entries, path).map(|entry| entry.meaning).or_else(|| {
        let mut clients = entries.iter().filter(|entry| entry.meaning == Meaning::HttpClient);
        let member = clients.find_map(|made| path.strip_prefix(&*made.pattern))?;
        let member = member.strip_prefix("()")?;
        // `with httpx.Client() as client`
        let entered = ["__enter__", "__aenter__"];
        let entered = entered
            .iter()
            .find_map(|way| member.strip_prefix('.')?.strip_prefix(way)?.strip_prefix("()"));
        web::client_member(entered.unwrap_or(member)).map(|sends| match sends {
            true => Meaning::Http,
            false => Meaning::Builder,
        })
    })
}

/// The entry that says most about a path: that something belongs to a client says the least,
/// then a pattern for all that follows, and a longer one more than a shorter one.
fn deciding<'e>(entries: &'e [Entry], path: &str) -> Option<&'e Entry> {
    let rank = |entry: &&Entry| {
        let is_open = entry.pattern.ends_with('*');
        (entry.meaning != Meaning::Client, !is_open, entry.pattern.len())
    };
    entries.iter().filter(|entry| fits(&entry.pattern, path)).max_by_key(rank)
}

/// The meaning of a path.
fn meaning(path: &str) -> Option<Meaning> {
    let path = written(path);
    let is_silent = |meaning| matches!(meaning, Meaning::Pure | Meaning::Fresh | Meaning::Builder);
    meaning_of(&path).filter(|&meaning| !is_silent(meaning) || !sends_anyway(&path))
}

/// Whether a member of which only a pattern for many says that nobody sees it is said to
/// reach others by its name: nobody reads the documentation of every version.
fn sends_anyway(path: &str) -> bool {
    let member = path.rsplit('.').next().unwrap_or(path);
    let entry = table().get(package(path)).and_then(|entries| deciding(entries, path));
    entry.is_some_and(|entry| entry.pattern.ends_with('*')) && verbs::sends(member)
}

/// Whether a pattern is a path; `*` stands for anything.
fn fits(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        Some((before, after)) => path.strip_prefix(before).is_some_and(|rest| {
            after.is_empty()
                || rest.match_indices(first_literal(after)).any(|(i, _)| fits(after, &rest[i..]))
        }),
        None => pattern == path,
    }
}

/// Whether a pattern of the user is a path, or one below which the path stands.
fn covers(pattern: &str, path: &str) -> bool {
    fits(pattern, path)
        || path.strip_prefix(pattern).is_some_and(|rest| rest.starts_with(['.', '(', '/']))
}

fn first_literal(pattern: &str) -> &str {
    pattern.split('*').next().unwrap_or(pattern)
}

pub(super) fn is_pure(path: &str) -> bool {
    matches!(meaning(path), Some(Meaning::Pure | Meaning::Nothing | Meaning::Builder))
}

/// Whether a function is known to do something that others see: by its meaning, or as a method
/// of a client by its name.
pub(super) fn acts(path: &str) -> bool {
    let label = path.rsplit('.').next().unwrap_or(path);
    if label.starts_with(char::is_uppercase) {
        return false;
    }
    let writes = verbs::of(label) == Some(Verb::Write);
    match meaning(path) {
        Some(Meaning::Effect | Meaning::Setter | Meaning::Export | Meaning::Http) => true,
        Some(Meaning::Client) => writes,
        Some(_) => false,
        // A method of a client of a cloud.
        None => writes && path.contains("()."),
    }
}

/// Whether what a function gives is listed as a function that only computes.
pub(super) fn gives_function(function: &str) -> bool {
    let path = format!("{}()", written(function));
    let entries = table().get(package(&path)).into_iter().flatten();
    entries.into_iter().any(|entry| entry.meaning == Meaning::Pure && entry.pattern == path)
}

/// Whether what a call makes may change afterwards: what is listed as such, and whatever a
/// package that only computes constructs, unless that is known never to change.
pub(super) fn changes(path: &str, constructed: bool) -> bool {
    let path = written(path);
    let listed = |patterns: &[String]| patterns.iter().any(|pattern| fits(pattern, &path));
    let Makers { changing, unchanging } = &data().1;
    let is_class = path.rsplit(['.', '/']).next().is_some_and(|last| {
        last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase)
    });
    listed(changing)
        || (constructed || is_class)
            && meaning_of(&path) == Some(Meaning::Pure)
            && !listed(unchanging)
}

/// Whether nobody sees what is given to it.
pub(super) fn is_silent(path: &str) -> bool {
    meaning(path) == Some(Meaning::Nothing)
}

/// Whether the data says what can be done with what a function gives, so that nothing else
/// is known of it.
pub(super) fn lists_results(function: &str) -> bool {
    let path = written(function);
    let Some(entries) = table().get(package(&path)) else { return false };
    let (members, any) = (format!("{path}()"), format!("{path}*."));
    let is_member =
        |entry: &Entry| entry.pattern.starts_with(&members) || entry.pattern.starts_with(&any);
    path.contains(['.', '(', '/']) || entries.iter().any(is_member)
}

/// What the user says that a call means.
pub(super) fn declared(
    declarations: &Declarations,
    machine: &mut Machine<'_>,
    call: &Call,
) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    let (name, label) = (path.to_string(), path.last().to_string());
    let says = |patterns: &[String]| patterns.iter().any(|pattern| covers(pattern, &name));
    if says(&declarations.effects) {
        return Some(effect(machine, call, &name, &label));
    }
    if says(&declarations.setters) {
        return Some(setter(machine, call, &name, &label));
    }
    says(&declarations.pure).then(|| Ok(pure(machine, &name, call)))
}

/// Sets the cell that the first argument names to what follows.
fn setter(machine: &mut Machine<'_>, call: &Call, name: &str, label: &str) -> Outcome {
    let request = arguments(machine, call);
    let terms = machine.terms();
    let first = terms.number(0.0);
    let key = terms.apply(Operator::Select, &[request, first]);
    let store = terms.string(service_name(name));
    deliver(machine, call, |machine| {
        let cell = machine.cell(store, key);
        let change = cell.write(machine, request);
        machine.access(label, call.span, vec![change], None)?;
        Ok(machine.terms().pure(&format!("{name} reply"), &[request]))
    })
}

/// What a member of a service does, as far as others need to know.
fn note(models: &Models, machine: &Machine<'_>, name: &str, label: &str, meaning: Meaning) {
    // Nobody asks for others.
    let entries = table().get(package(name)).into_iter().flatten();
    if !entries.into_iter().any(|entry| entry.meaning == Meaning::NamedSetter) {
        return;
    }
    let says = |verb| verbs::of(verb_of(name, label)) == Some(verb);
    match meaning {
        Meaning::Read => models.note_looked_at(machine, package(name)),
        Meaning::Client if says(Verb::Read) => models.note_looked_at(machine, package(name)),
        Meaning::Client if !says(Verb::Write) => {}
        Meaning::Effect | Meaning::NamedSetter | Meaning::Client => {
            models.note_set(machine, package(name), label);
        }
        _ => {}
    }
}

/// The name of what a request sets: in what it is given, or in the `body` of that.
fn name_of_thing(machine: &mut Machine<'_>, request: Term) -> Option<Term> {
    let Node::List(given) = machine.terms().node(request).clone() else { return None };
    let mut records = given.to_vec();
    for &value in given.iter() {
        for part in ["body", "record"] {
            if let Node::Record(..) = machine.terms().node(value) {
                records.push(machine.terms().field(value, part));
            }
        }
    }
    records.into_iter().find_map(|record| {
        let Node::Record(names, values) = machine.terms().node(record).clone() else { return None };
        let mut fields = names.iter().zip(values.iter());
        let (_, &named) = fields.find(|(name, _)| matches!(&***name, "id" | "objectID"))?;
        let is_there = !matches!(machine.terms().node(named), Node::Undefined | Node::Null);
        is_there.then_some(named)
    })
}

/// Sets what the request names; without a name it makes something new.
fn named_setter(
    models: &Models,
    machine: &mut Machine<'_>,
    call: &Call,
    name: &str,
    label: &str,
) -> Outcome {
    let request = arguments(machine, call);
    let Some(thing) = name_of_thing(machine, request) else {
        return effect(machine, call, name, label);
    };
    if models.is_seen_otherwise(package(name), label) {
        let message = format!(
            "whether {label} sets something back that was changed in between: the application \
             looks at it, or changes it in another way"
        );
        return Ok(machine.problem(message, call.span));
    }
    let store = machine.terms().string(service_name(name));
    let index = match machine.terms().node(request).clone() {
        Node::List(given) => given.iter().find_map(|&value| {
            let names = ["index", "indexName"];
            let found = names.map(|name| machine.terms().field(value, name));
            found.into_iter().find(|&it| machine.terms().as_str(it).is_some())
        }),
        _ => None,
    };
    let index = index.unwrap_or(store);
    deliver(machine, call, |machine| {
        let key = machine.terms().list([index, thing]);
        let cell = machine.cell(store, key);
        let change = cell.write(machine, request);
        machine.access(label, call.span, vec![change], None)?;
        // Whether it was there before is part of the answer.
        Ok(machine.changing(&format!("the reply of {label}"), call.span, &[request]))
    })
}

pub(super) fn call(models: &Models, machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    let name = path.to_string();
    let label = path.last().to_string();
    let meaning = meaning(&name)?;
    note(models, machine, &name, &label, meaning);
    Some(match meaning {
        Meaning::NamedSetter => named_setter(models, machine, call, &name, &label),
        Meaning::Pure if functional::PACKAGES.contains(&package(&name)) => {
            note_novelty(machine, call, Meaning::Pure, &name);
            functional::call(machine, call, &path)
        }
        meaning @ (Meaning::Unique
        | Meaning::Fresh
        | Meaning::Clock
        | Meaning::Identity
        | Meaning::Seeded
        | Meaning::Stamped
        | Meaning::PerhapsNew
        | Meaning::Pure) => match callback(machine, call) {
            Some(callback) => {
                machine.call_back(callback, |machine| value(machine, call, meaning, &name, &label))
            }
            None => {
                machine.escape_all(call);
                let of_file = machine.file_call(&name, call).filter(|_| meaning == Meaning::Pure);
                of_file.unwrap_or_else(|| value(machine, call, meaning, &name, &label))
            }
        },
        Meaning::Json => json(machine, call),
        Meaning::Nothing => {
            if TRYING_AGAIN.contains(&package(&name)) {
                machine.assume(&assumptions::FIRST_TRY);
            }
            nothing(machine, call, &name, &label)
        }
        Meaning::Builder | Meaning::HttpClient => {
            machine.escape_all(call);
            Ok(machine.chain(call))
        }
        Meaning::Setter => setter(machine, call, &name, &label),
        Meaning::Import if is_local(machine, call) => Ok(pure(machine, &name, call)),
        Meaning::Export if is_local(machine, call) => Ok(pure(machine, &name, call)),
        Meaning::Export => setter(machine, call, &name, &label),
        Meaning::Read | Meaning::Import => web::read(machine, call, &name, &label),
        // The class of a client is made, not asked for anything.
        Meaning::Effect | Meaning::Client
            if call.constructed || label.starts_with(char::is_uppercase) =>
        {
            machine.escape_all(call);
            Ok(machine.chain(call))
        }
        Meaning::Effect => effect(machine, call, &name, &label),
        Meaning::Client => match verbs::of(verb_of(&name, &label))? {
            Verb::Write => effect(machine, call, &name, &label),
            Verb::Read => web::read(machine, call, &name, &label),
        },
        Meaning::Http => web::request(machine, call, &path),
    })
}

/// The part of a member's name that says what it does: the methods of Slack's interface are
/// called `chat.postMessage`, which its Python client writes `chat_postMessage`.
fn verb_of<'n>(name: &str, label: &'n str) -> &'n str {
    if package(name) != "slack_sdk" {
        return label;
    }
    let label = label.strip_suffix("_v2").unwrap_or(label);
    label.rsplit('_').next().unwrap_or(label)
}

/// What a JSON text says.
fn json(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let Some(text) = call.argument(0) else { return Ok(machine.terms().undefined()) };
    let text = machine.freeze(text);
    let value = machine.terms().apply(Operator::JsonParse, &[text]);
    Ok(machine.thaw(value))
}

/// A method of what a package computed, by the path to it: `moment().fromNow`. The value
/// comes first among the arguments of the call. `None` if nothing is known of it, which
/// for a package that is listed means that it may do anything.
pub(super) fn of_result(
    declarations: &Declarations,
    machine: &mut Machine<'_>,
    call: &Call,
    name: &str,
) -> Option<Outcome> {
    let label = name.rsplit('.').next().unwrap_or(name).to_string();
    let mut given = call.clone();
    let receiver = given.arguments.remove(0);
    if declarations.pure.iter().any(|pattern| covers(pattern, name)) {
        machine.escape_all(&given);
        return Some(Ok(pure(machine, &label, call)));
    }
    Some(match meaning(name)? {
        meaning @ (Meaning::Fresh
        | Meaning::Clock
        | Meaning::Seeded
        | Meaning::Stamped
        | Meaning::PerhapsNew
        | Meaning::Pure) => {
            note_novelty(machine, &given, meaning, name);
            let computed = match meaning {
                Meaning::Clock => has_time(machine, &given, &label),
                Meaning::Seeded => has_seed(machine, &given, name),
                meaning => matches!(meaning, Meaning::Pure | Meaning::PerhapsNew),
            };
            machine.escape_all(&given);
            if let Some(outcome) = machine.file_call(name, call).filter(|_| computed) {
                return Some(outcome);
            }
            match computed {
                true => Ok(pure(machine, &label, call)),
                false => fresh(machine, call, &label),
            }
        }
        Meaning::Export if is_local(machine, &given) => Ok(pure(machine, &label, call)),
        Meaning::Export => {
            given.arguments.push(receiver);
            setter(machine, &given, name, &label)
        }
        // What an import found in a file is a value.
        Meaning::Builder | Meaning::Nothing | Meaning::Import => {
            machine.escape_all(&given);
            Ok(pure(machine, &label, call))
        }
        _ => return None,
    })
}

/// Whether what a call reads or writes is no more than a value or a file of its own: it
/// names nothing, or something that is visibly no address.
fn is_local(machine: &mut Machine<'_>, call: &Call) -> bool {
    let named = ["path_or_buf", "path", "filepath_or_buffer", "excel_writer"];
    let given = named.iter().find_map(|name| call.named(name)).or_else(|| call.argument(0));
    let Some(given) = given else { return true };
    let given = machine.freeze(given);
    let terms = machine.terms();
    match terms.node(given) {
        Node::Null => true,
        Node::String(text) => !text.contains("://"),
        Node::Apply(Operator::Concat, parts) => {
            let first = terms.as_str(parts[0]);
            first.is_some_and(|text| !text.contains("://") && text.starts_with(['/', '.']))
        }
        // A buffer, or something that was read before.
        Node::Apply(Operator::Pure(_) | Operator::Called | Operator::Constructed, _) => true,
        _ => false,
    }
}

/// Whether a call that tells the time is given one.
fn has_time(machine: &mut Machine<'_>, call: &Call, label: &str) -> bool {
    if label == "compress" {
        return call.named("mtime").is_some();
    }
    // A format or a zone comes with it; a unit is no time.
    let places = match label {
        "tz" | "strftime" => 1..usize::MAX,
        "isBefore" | "isAfter" | "isSame" | "isSameOrBefore" | "isSameOrAfter" | "diff" => 0..1,
        _ => 0..usize::MAX,
    };
    let mut positional = call.arguments.iter().enumerate();
    let mut named = ["t", "secs", "timeval", "dt"].iter().filter_map(|name| call.named(name));
    positional.any(|(place, &value)| places.contains(&place) && is_time(machine, value))
        || named.any(|value| is_time(machine, value))
}

/// Whether a value can be the time that a call is about: nothing, an empty list, a time zone
/// and options are none, and what says no year is completed by today.
fn is_time(machine: &mut Machine<'_>, value: Term) -> bool {
    let value = machine.freeze(value);
    let terms = machine.terms();
    match terms.node(value) {
        Node::Null | Node::Undefined => false,
        Node::List(items) => !items.is_empty(),
        Node::Record(names, _) => names.iter().any(|name| name.starts_with(['y', 'Y'])),
        Node::Bool(_) => false,
        Node::Apply(Operator::Pure(function), _) => !is_zone(function.name()),
        _ => Path::of(terms, value).is_none_or(|path| !is_zone(&path.to_string())),
    }
}

/// Whether something is a time zone, by its name.
fn is_zone(name: &str) -> bool {
    ["tz", "timezone", "ZoneInfo"].iter().any(|part| name.contains(part))
}

/// Whether a call that draws is given where to begin.
fn has_seed(machine: &mut Machine<'_>, call: &Call, name: &str) -> bool {
    // What was made once has drawn already.
    if name.contains("()") && !name.ends_with(".sample") {
        return true;
    }
    let named = ["random_state", "seed", "rng", "generator"];
    let seed = named.iter().find_map(|name| call.named(name));
    seed.is_some_and(|seed| !matches!(machine.view(seed), Node::Null | Node::Undefined))
}

/// Whether a function is listed as one that gives something else every time.
pub(super) fn draws(path: &str) -> bool {
    matches!(
        meaning(path),
        Some(Meaning::Unique | Meaning::Fresh | Meaning::Clock | Meaning::Seeded)
    )
}

/// Says so if what a call gives may be new for another reason than what it is.
fn note_novelty(machine: &mut Machine<'_>, call: &Call, meaning: Meaning, name: &str) {
    // A run with known values only confirms what was found.
    if machine.is_concrete() {
        return;
    }
    let reason = match meaning {
        _ if dates::completed(machine, name, call) == Completed::Perhaps => Some(format!(
            "{name} completes a text that does not say everything by what day it is, and \
             nothing shows here that this one does"
        )),
        Meaning::PerhapsNew => {
            Some(format!("whether {name} gives something new on every call is not known"))
        }
        _ => novelty::reason(machine, name, call),
    };
    if let Some(reason) = reason {
        machine.problem(reason, call.span);
    }
}

/// What a call gives that nobody sees.
fn value(
    machine: &mut Machine<'_>,
    call: &Call,
    meaning: Meaning,
    name: &str,
    label: &str,
) -> Outcome {
    if dates::completed(machine, name, call) == Completed::Always {
        let mut call = call.clone();
        call.arguments.push(machine.fresh("today", call.span, false)?);
        return Ok(pure(machine, name, &call));
    }
    note_novelty(machine, call, meaning, name);
    match meaning {
        Meaning::Unique => machine.fresh(label, call.span, true),
        Meaning::Clock if has_time(machine, call, label) => Ok(pure(machine, name, call)),
        Meaning::Seeded if has_seed(machine, call, name) => Ok(pure(machine, name, call)),
        Meaning::Fresh | Meaning::Clock | Meaning::Seeded => fresh(machine, call, label),
        Meaning::Stamped => {
            let mut call = call.clone();
            call.arguments.push(machine.fresh("time of a document", call.span, false)?);
            Ok(pure(machine, name, &call))
        }
        Meaning::Identity => identity(machine, call, label),
        _ if is_another_program(name) => {
            let given = pure(machine, name, call);
            let mut parts = vec![given];
            parts.extend(run_program(machine, call)?);
            Ok(machine.terms().pure(name, &parts))
        }
        _ => Ok(pure(machine, name, call)),
    }
}

/// What a call is given, or something new if that is nothing. Of a number, only a part is
/// that number.
fn identity(machine: &mut Machine<'_>, call: &Call, label: &str) -> Outcome {
    let given = call.argument(0).filter(|&given| {
        !matches!(machine.view(given), Node::Null | Node::Undefined | Node::Number(_))
    });
    let Some(given) = given else { return machine.fresh(label, call.span, true) };
    let frozen = machine.freeze(given);
    // Most programs are given an identifier; one that looks for it may be given nothing.
    let cases = match machine.terms().node(frozen) {
        Node::Apply(Operator::Ite, parts) => parts[1..].to_vec(),
        _ => Vec::new(),
    };
    let terms = machine.terms();
    let is_nothing = |&part: &Term| matches!(terms.node(part), Node::Null | Node::Undefined);
    if !cases.iter().any(is_nothing) {
        return Ok(given);
    }
    let missing = machine.terms().apply(Operator::Truthy, &[frozen]);
    let missing = machine.terms().not(missing);
    let new = machine.fresh(label, call.span, true)?;
    Ok(machine.terms().ite(missing, new, frozen))
}

/// Runs another program: what it gives and leaves in files may be something else each time. A
/// run with known values does not show that it is, unless the program is known for that: most
/// programs compute the same.
pub(super) fn run_program(machine: &mut Machine<'_>, call: &Call) -> Result<Option<Term>, Stop> {
    machine.assume(&assumptions::PROGRAMS);
    if machine.is_concrete() && !tells_something_new(machine, call) {
        return Ok(None);
    }
    let given = machine.fresh("what a program gives", call.span, false)?;
    machine.write_file(&[given])?;
    Ok(Some(given))
}

/// Programs that tell the time, chance or the machine.
const TELLING: [&str; 12] = [
    "date", "uuidgen", "mktemp", "hostname", "shuf", "uptime", "openssl", "ps", "whoami", "id",
    "free", "uuid",
];

/// Whether a program that is started is known to say something else each time.
fn tells_something_new(machine: &mut Machine<'_>, call: &Call) -> bool {
    let request = arguments(machine, call);
    let parts = machine.terms().parts(&[request]);
    parts.into_iter().any(|part| {
        let text = machine.terms().as_str(part).cloned().unwrap_or_default();
        let mut words = text.split([' ', '/', ';', '|', '&', '$', '(', ')', '`']);
        words.any(|word| TELLING.contains(&word) || word.contains("random"))
    })
}

/// What gives back, watched, the function or client that it is given, by how its
/// name begins.
const WRAPPING: [&str; 21] = [
    "capture",
    "wrap",
    "instrument",
    "patch",
    "inject",
    "trace",
    "datadog",
    "lambda_wrapper",
    "log_metrics",
    "logMetrics",
    "idempotent",
    "make_idempotent",
    "makeIdempotent",
    "withDurableExecution",
    "durable_",
    "handler",
    "tracer",
    "setLambdaHandler",
    "retry",
    "on_exception",
    "on_predicate",
];

/// What runs the function that it is given, by how its name begins.
const RUNNING: [&str; 13] = [
    "captureAsyncFunc",
    "captureFunc",
    "startSpan",
    "startActiveSpan",
    "startSegment",
    "startInactiveSpan",
    "withScope",
    "withSpan",
    "withIsolationScope",
    "async-retry",
    "p-retry",
    "promise-retry",
    "backOff",
];

/// Packages that try again what fails.
const TRYING_AGAIN: [&str; 9] = [
    "axios-retry",
    "tenacity",
    "backoff",
    "retrying",
    "retry",
    "async-retry",
    "p-retry",
    "promise-retry",
    "exponential-backoff",
];

/// What is given a function that writes out what is logged.
const FORMATTING: [&str; 4] = ["printf", "format", "timestamp", "customPrettifiers"];

/// Whether a handler of a logger, which is called for everything that is logged, does something
/// with it: one that sends it, or one of the program's own.
fn is_told(machine: &mut Machine<'_>, handler: Term) -> bool {
    let made = Path::of(machine.terms(), handler).map(|path| path.to_string());
    let sends = made.as_deref().and_then(|made| made.strip_suffix("()")).and_then(meaning_of);
    sends == Some(Meaning::Effect) || machine.class_of(handler).is_some()
}

/// Loggers and tracers: what they wrap stays as it is, what they run is run, and
/// what they make can be called again.
fn nothing(machine: &mut Machine<'_>, call: &Call, name: &str, label: &str) -> Outcome {
    let is = |names: &[&str]| names.iter().any(|name| label.starts_with(name));
    let function = call.arguments.iter().copied().find(|&value| machine.is_function(value));
    match function {
        Some(function) if is(&RUNNING) => {
            let watching = machine.chain(call);
            return machine.call(function, None, &[watching]);
        }
        // Behind a name it is run or kept: nobody knows.
        Some(function) if is(&WRAPPING) && call.argument(0) == Some(function) => {
            return Ok(function);
        }
        // It turns what is logged into text.
        Some(_) if FORMATTING.contains(&label) => machine.escape_acting(call),
        _ => machine.escape_all(call),
    }
    if label == "__exit__" {
        return Ok(machine.terms().undefined());
    }
    if label == "addHandler" && call.arguments.iter().any(|&given| is_told(machine, given)) {
        let span = call.span;
        machine.problem("a handler that does something with what is logged is not supported", span);
    }
    // A client that is watched is the client.
    let client = call.argument(0).filter(|&given| Path::of(machine.terms(), given).is_some());
    match client {
        // How long to wait and which errors to expect are no clients.
        Some(client) if is(&WRAPPING) && !TRYING_AGAIN.contains(&package(name)) => Ok(client),
        _ => Ok(machine.chain(call)),
    }
}

/// Something made of a fresh value: its methods are functions of it.
fn fresh(machine: &mut Machine<'_>, call: &Call, label: &str) -> Outcome {
    let drawn = machine.fresh(label, call.span, false)?;
    let given = arguments(machine, call);
    Ok(machine.terms().pure(label, &[drawn, given]))
}

fn is_another_program(path: &str) -> bool {
    let programs = ["child_process", "subprocess", "os.system", "os.popen", "pip"];
    programs.iter().any(|program| path.starts_with(program))
}

pub(super) fn arguments(machine: &mut Machine<'_>, call: &Call) -> Term {
    let mut values: Vec<Term> = Vec::new();
    for &argument in &call.arguments {
        if !machine.is_function(argument) {
            values.push(machine.freeze(argument));
        }
    }
    for (name, value) in &call.named {
        let value = machine.freeze(*value);
        values.push(machine.terms().record([(name.clone(), value)]));
    }
    machine.terms().list(values)
}

pub(super) fn callback(machine: &Machine<'_>, call: &Call) -> Option<Term> {
    call.arguments.last().copied().filter(|&last| machine.is_function(last))
}

/// Gives the outcome to a callback if there is one, else as a promise (in Python,
/// directly).
pub(super) fn deliver(
    machine: &mut Machine<'_>,
    call: &Call,
    body: impl FnOnce(&mut Machine<'_>) -> Outcome,
) -> Outcome {
    let body = |machine: &mut Machine<'_>| body(machine).map(|answer| machine.open(answer));
    match callback(machine, call) {
        Some(callback) => machine.call_back(callback, body),
        None if machine.dialect().language == Language::Python => body(machine),
        None => machine.promise(body),
    }
}

pub(super) fn effect(machine: &mut Machine<'_>, call: &Call, name: &str, label: &str) -> Outcome {
    machine.escape_parts(call);
    let request = arguments(machine, call);
    let key = idempotency_key(machine, request);
    deliver(machine, call, |machine| {
        where_present(machine, key, |machine, key| {
            machine.effect(label, call.span, service_name(name), request, key)
        })
    })
}

/// Sends something by whose key a repetition is recognised: with the key where there is one,
/// and without where the program itself says that there may be none.
pub(super) fn where_present(
    machine: &mut Machine<'_>,
    key: Option<Term>,
    send: impl Fn(&mut Machine<'_>, Option<Term>) -> Outcome,
) -> Outcome {
    let Some(key) = key else { return send(machine, None) };
    let key = machine.freeze(key);
    let present = presence(machine, key);
    machine.branch(present, |machine| send(machine, Some(key)), |machine| send(machine, None))
}

/// When a key is there, as far as the program asks.
fn presence(machine: &mut Machine<'_>, key: Term) -> Term {
    match machine.terms().node(key).clone() {
        Node::Undefined | Node::Null => machine.terms().bool(false),
        Node::String(text) => machine.terms().bool(!text.is_empty()),
        Node::Apply(Operator::Ite, parts) => {
            let then = presence(machine, parts[1]);
            let otherwise = match of_one_record(machine, parts[1], parts[2]) {
                // Another spelling of a header.
                true => is_something(machine, parts[2]),
                false => presence(machine, parts[2]),
            };
            machine.terms().ite(parts[0], then, otherwise)
        }
        Node::List(keys) => {
            let mut all = machine.terms().bool(true);
            for &key in keys.iter() {
                let present = presence(machine, key);
                all = machine.terms().and(all, present);
            }
            all
        }
        Node::Apply(Operator::Select, parts) if machine.is_doubted(parts[0]) => {
            is_something(machine, key)
        }
        _ => machine.terms().bool(true),
    }
}

fn is_something(machine: &mut Machine<'_>, value: Term) -> Term {
    let terms = machine.terms();
    let (undefined, null) = (terms.undefined(), terms.null());
    let (missing, empty) = (terms.equal(value, undefined), terms.equal(value, null));
    let nothing = terms.or(missing, empty);
    terms.not(nothing)
}

/// Whether two values are fields of the same record.
fn of_one_record(machine: &mut Machine<'_>, one: Term, other: Term) -> bool {
    let record = |term: Term| match machine.view(term) {
        Node::Apply(Operator::Select, parts) => Some(parts[0]),
        _ => None,
    };
    record(one).is_some() && record(one) == record(other)
}

/// A key among the arguments by which the service recognises a repetition.
pub(super) fn idempotency_key(machine: &mut Machine<'_>, request: Term) -> Option<Term> {
    let Node::List(values) = machine.terms().node(request).clone() else { return None };
    let key = values.iter().find_map(|&value| key_in_record(machine, value))?;
    machine.assume(&assumptions::IDEMPOTENCY_KEY);
    Some(key)
}

/// The key in options, or in the headers that they name.
fn key_in_record(machine: &mut Machine<'_>, options: Term) -> Option<Term> {
    let Node::Record(names, fields) = machine.terms().node(options).clone() else { return None };
    let keys = ["idempotencykey", "idempotency_key", "idempotency-key"];
    for (name, &field) in names.iter().zip(fields.iter()) {
        if keys.contains(&name.to_lowercase().as_str()) {
            return Some(field);
        }
        if &**name == "headers"
            && let Some(key) = key_in_record(machine, field)
        {
            return Some(key);
        }
    }
    None
}

pub(super) fn service_name(path: &str) -> String {
    path.split(['.', '(']).next().unwrap_or(path).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_pattern_decides() {
        for (path, expected) in [
            ("uuid.v4", Some(Meaning::Unique)),
            ("uuid", Some(Meaning::Unique)),
            ("uuid/v4", Some(Meaning::Unique)),
            ("stripe().charges.create", Some(Meaning::Client)),
            ("stripe", Some(Meaning::Builder)),
            ("axios.post", Some(Meaning::Http)),
            ("axios.create", Some(Meaning::HttpClient)),
            ("axios.create().post", Some(Meaning::Http)),
            ("axios.create().interceptors.request.use", Some(Meaning::Builder)),
            ("axios.create().frobnicate", None),
            ("lodash.map", Some(Meaning::Pure)),
            ("lodash/map", Some(Meaning::Pure)),
            ("lodash/chunk.js", Some(Meaning::Pure)),
            ("lodash/frobnicate.js", None),
            ("httpx.Client().__enter__().post", Some(Meaning::Http)),
            ("httpx.Client().__enter__().frobnicate", None),
            ("lodash-es.map", Some(Meaning::Pure)),
            ("lodash.frobnicate", None),
            ("moment().add().format", Some(Meaning::Pure)),
            ("moment().add().fromNow", Some(Meaning::Fresh)),
            ("pandas.DataFrame().to_csv", Some(Meaning::Export)),
            ("botocore.vendored.requests.post", Some(Meaning::Http)),
            ("never-heard-of-it.call", None),
        ] {
            assert_eq!(meaning(path), expected, "{path}");
        }
    }

    #[test]
    fn what_a_package_constructs_may_change() {
        for (path, constructed, expected) in [
            ("numpy.zeros", false, true),
            ("moment", false, true),
            ("xlsx.utils.book_new", false, true),
            ("xlsx.utils.encode_cell", false, false),
            // By default.
            ("pypdf.PdfWriter", false, true),
            ("adm-zip", true, true),
            ("@aws-crypto/sha256-js.Sha256", true, true),
            // Known never to.
            ("ajv", true, false),
            ("zod.object", false, false),
            // Not by a package that only computes.
            ("stripe", true, false),
            ("md5", false, false),
        ] {
            assert_eq!(changes(path, constructed), expected, "{path}");
        }
    }

    #[test]
    fn a_section_that_is_not_known_is_refused() {
        let data = include_str!("packages.toml");
        assert!(parse(data).is_ok());
        assert!(parse(&format!("{data}\n[pur]\nqs = [\"*\"]\n")).is_err());
        assert!(parse(&data.replacen("[fresh]", "[frseh]", 1)).is_err());
    }

    /// Every pattern decides the meaning of some path: the simplest that it fits.
    #[test]
    fn every_name_in_the_data_is_reached() {
        for entries in table().values() {
            for Entry { pattern, meaning: expected } in entries {
                let path = match pattern.strip_suffix('*') {
                    Some(before) if *expected == Meaning::Client => format!("{before}.unlisted"),
                    Some(before) => format!("{before}.unlistedMember").replace("..", "."),
                    None => pattern.clone(),
                };
                let path = path.replace('*', ".other");
                assert_eq!(meaning(&path), Some(*expected), "{pattern} as {path}");
            }
        }
    }

    /// A member that no pattern names is never pure, but in a package of which the data
    /// says that all members are.
    #[test]
    fn an_unlisted_member_is_never_pure() {
        for (package, entries) in table() {
            let whole = format!("{package}*");
            // Reviewed, see below.
            if entries
                .iter()
                .any(|entry| entry.pattern == whole && !matches!(entry.meaning, Meaning::Client))
            {
                continue;
            }
            for path in ["{}.unlisted", "{}().unlisted", "{}.Unlisted().unlisted"] {
                let path = path.replace("{}", package);
                let listed = entries.iter().any(|entry| fits(&entry.pattern, &path));
                let is_client = meaning(&path) == Some(Meaning::Client);
                assert!(listed || is_client || meaning(&path).is_none(), "{path}");
                if is_client {
                    assert_eq!(verbs::of("unlisted"), None);
                }
            }
        }
    }

    /// A package of which all members have one meaning was reviewed, and the data says why;
    /// what was reviewed is still there.
    #[test]
    fn whole_packages_are_reviewed() {
        let written: Written = toml::from_str(include_str!("packages.toml")).unwrap();
        let mut reviewed: Vec<&String> = written.reviewed.values().flatten().collect();
        reviewed.sort();
        let is_whole = |(package, entries): &(&String, &Vec<Entry>)| {
            let whole = format!("{package}*");
            let mut meant = entries.iter().filter(|entry| entry.pattern == whole);
            meant.any(|entry| entry.meaning != Meaning::Client)
        };
        let mut whole: Vec<&String> =
            table().iter().filter(is_whole).map(|(package, _)| package).collect();
        whole.sort();
        assert_eq!(reviewed, whole);
    }

    /// Not even where the data says so of a whole package, if the member's name says that
    /// somebody else gets something.
    #[test]
    fn what_sends_is_never_pure() {
        for package in table().keys() {
            for path in ["{}.send", "{}().postMessage", "{}.Unlisted().publish", "{}.upload_all"] {
                let path = path.replace("{}", package);
                assert_ne!(meaning(&path), Some(Meaning::Pure), "{path}");
            }
        }
    }
}
