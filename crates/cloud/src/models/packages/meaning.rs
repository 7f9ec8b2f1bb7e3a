//! What members of packages mean, by the path to them: data, see `packages.toml`.

use crate::models::verbs::{self, Verb};
use crate::models::web;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What a call is, by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
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
    /// A value of which it is not known here whether it is new on every call.
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
        parse(include_str!("../packages.toml")).expect("the data of packages is well-formed")
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
pub(super) fn package(path: &str) -> &str {
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

/// Whether a package has members that set something by its name.
pub(super) fn names_things(package: &str) -> bool {
    let entries = table().get(package).into_iter().flatten();
    entries.into_iter().any(|entry| entry.meaning == Meaning::NamedSetter)
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
pub(super) fn meaning_of(path: &str) -> Option<Meaning> {
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

thread_local! {
    /// The meanings of paths that were asked for: a program is executed many times.
    static MEANINGS: RefCell<FxHashMap<String, Option<Meaning>>> = RefCell::default();
}

/// The meaning of a path.
pub(super) fn meaning(path: &str) -> Option<Meaning> {
    if let Some(known) = MEANINGS.with_borrow(|known| known.get(path).copied()) {
        return known;
    }
    let meaning = find_meaning(path);
    MEANINGS.with_borrow_mut(|known| known.insert(path.into(), meaning));
    meaning
}

fn find_meaning(path: &str) -> Option<Meaning> {
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
pub(super) fn covers(pattern: &str, path: &str) -> bool {
    fits(pattern, path)
        || path.strip_prefix(pattern).is_some_and(|rest| rest.starts_with(['.', '(', '/']))
}

fn first_literal(pattern: &str) -> &str {
    pattern.split('*').next().unwrap_or(pattern)
}

pub(in crate::models) fn is_pure(path: &str) -> bool {
    matches!(meaning(path), Some(Meaning::Pure | Meaning::Nothing | Meaning::Builder))
}

/// Whether a function is known to do something that others see: by its meaning, or as a method
/// of a client by its name.
pub(in crate::models) fn acts(path: &str) -> bool {
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
pub(in crate::models) fn gives_function(function: &str) -> bool {
    let path = format!("{}()", written(function));
    let entries = table().get(package(&path)).into_iter().flatten();
    entries.into_iter().any(|entry| entry.meaning == Meaning::Pure && entry.pattern == path)
}

/// Whether what a call makes may change afterwards: what is listed as such, and whatever a
/// package that only computes constructs, unless that is known never to change.
pub(in crate::models) fn changes(path: &str, constructed: bool) -> bool {
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
pub(in crate::models) fn is_silent(path: &str) -> bool {
    meaning(path) == Some(Meaning::Nothing)
}

/// Whether the data says what can be done with what a function gives, so that nothing else
/// is known of it.
pub(in crate::models) fn lists_results(function: &str) -> bool {
    let path = written(function);
    let Some(entries) = table().get(package(&path)) else { return false };
    let (members, any) = (format!("{path}()"), format!("{path}*."));
    let is_member =
        |entry: &Entry| entry.pattern.starts_with(&members) || entry.pattern.starts_with(&any);
    path.contains(['.', '(', '/']) || entries.iter().any(is_member)
}

/// Whether a function is listed as one that gives something else every time.
pub(in crate::models) fn draws(path: &str) -> bool {
    matches!(
        meaning(path),
        Some(Meaning::Unique | Meaning::Fresh | Meaning::Clock | Meaning::Seeded)
    )
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
        let data = include_str!("../packages.toml");
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
        let written: Written = toml::from_str(include_str!("../packages.toml")).unwrap();
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
