//! What a program makes with the CDK, written down while it is executed.

use super::super::places::Places;
use aplomb_script::{Name, Span};
use aplomb_symbolic::{
    Call, Library, Machine, Node, Outcome, Path as Chain, PathSegment as Segment, Term,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The root of the chain that stands for a construct, before its number.
const CONSTRUCT: &str = "construct:";

/// The field that an object of a program's own class has for the construct that it extends.
const OWN: &str = "the construct that this is";

/// Values in values are written down this deep.
const DEEPEST: usize = 12;

/// Of what one call is given, so many values are written down.
const MOST_VALUES: usize = 10_000;

/// A construct that the program made, or a call of a method of one.
#[derive(Debug)]
pub(super) struct Made {
    /// The class that was instantiated, without its package (`NodejsFunction`); of a method its
    /// name.
    pub name: String,
    /// The package that the class is in.
    pub package: String,
    /// The construct whose method was called.
    pub of: Option<usize>,
    /// What it is called in its scope.
    pub id: Option<String>,
    /// What it was given, but for its scope and its name: constructs are `{"construct": 3}`.
    pub given: Vec<Value>,
    /// The file in which that stands.
    pub file: PathBuf,
}

/// Writes down what a program makes. Everything of the CDK can be called, and gives something of
/// which nothing is known but where it came from.
pub(super) struct Constructs<'a> {
    places: Places<'a>,
    written: Mutex<Inventory>,
}

/// All that a program made.
#[derive(Debug, Default)]
pub(super) struct Inventory {
    /// Constructs and calls of their methods, in their order; a construct is known by its place.
    pub made: Vec<Made>,
    /// Where something was instantiated.
    pub reached: BTreeSet<Span>,
    /// Classes of other packages that were given a scope.
    pub strange: BTreeSet<String>,
}

impl<'a> Constructs<'a> {
    /// Nothing, of the program of an application in a folder.
    pub fn new(root: &'a Path) -> Self {
        Constructs { places: Places { root }, written: Mutex::default() }
    }

    /// What was written down.
    pub fn into_inventory(self) -> Inventory {
        self.written.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn written(&self) -> MutexGuard<'_, Inventory> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a call down; its number.
    fn note(
        &self,
        machine: &mut Machine<'_>,
        call: &Call,
        path: &Chain,
        of: Option<usize>,
    ) -> Option<usize> {
        let file = &machine.program().files.get(call.span.file.0 as usize)?.path;
        let file = file.strip_prefix(self.places.root).unwrap_or(file).to_path_buf();
        let mut given: Vec<Term> = call.arguments.clone();
        // `new Queue(scope, "name", {...})`. The scope goes round in circles, and says nothing.
        let mut id = None;
        if of.is_none()
            && let [scope, name, ..] = given[..]
            && is_name(machine, scope, name)
        {
            id = machine.terms().as_str(name).map(|name| name.to_string());
            given.drain(..2);
        }
        let mut teller = Teller { machine, left: MOST_VALUES };
        let mut given: Vec<Value> = given.into_iter().map(|it| teller.told(it, 0)).collect();
        if !call.named.is_empty() {
            given.push(teller.fields(call.named.clone(), 0));
        }
        let name = camel(path.last());
        let mut written = self.written();
        written.made.push(Made { name, package: package(path), of, id, given, file });
        Some(written.made.len() - 1)
    }

    /// The construct that a value is.
    fn construct(machine: &mut Machine<'_>, value: Term) -> Option<usize> {
        if let Some(path) = machine.path_of(value)
            && path.segments.is_empty()
        {
            return path.root.strip_prefix(CONSTRUCT)?.parse().ok();
        }
        let (_, own) = machine.fields(value)?.into_iter().find(|(name, _)| &**name == OWN)?;
        let root = machine.path_of(own)?.root;
        root.strip_prefix(CONSTRUCT)?.parse().ok()
    }
}

impl Library for Constructs<'_> {
    fn setting(&self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        self.places.setting(machine, name)
    }

    fn call(&self, machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
        let path = machine.path_of(call.callee)?;
        // An object of a class of the program's own, which extends one of the CDK.
        let instance = call.receiver.filter(|&receiver| machine.class_of(receiver).is_some());
        let own = instance.and_then(|instance| Constructs::construct(machine, instance));
        let number = path.root.strip_prefix(CONSTRUCT).and_then(|number| number.parse().ok());
        let of = own.or(number);
        let is_class = path.last().starts_with(|c: char| c.is_ascii_uppercase());
        let constructs =
            is_class && path.segments.iter().all(|it| matches!(it, Segment::Member(_)));
        if of.is_none() && !is_of_cdk(&path.root) {
            if constructs && call.argument(0).is_some_and(|scope| is_scope(machine, scope)) {
                self.written().strange.insert(path.to_string());
            }
            return self.places.call(machine, call);
        }
        let constructs = constructs && of.is_none();
        let number = self.note(machine, call, &path, of)?;
        if !constructs {
            return Some(Ok(machine.chain(call)));
        }
        self.written().reached.insert(call.span);
        let construct = machine.terms().external(format!("{CONSTRUCT}{number}"));
        if let Some(instance) = instance {
            let _ = machine.set(instance, OWN, construct);
        }
        Some(Ok(construct))
    }
}

/// Whether a package is part of the CDK.
fn is_of_cdk(root: &str) -> bool {
    ["aws-cdk-lib", "@aws-cdk/", "aws_cdk", "constructs"].iter().any(|it| root.starts_with(it))
        || root.starts_with(CONSTRUCT)
}

/// Whether a value is something that constructs are put into.
fn is_scope(machine: &mut Machine<'_>, value: Term) -> bool {
    if Constructs::construct(machine, value).is_some() {
        return true;
    }
    let class = machine.class_of(value);
    let view = class.and_then(|class| machine.class(class));
    let external = view.and_then(|view| view.external);
    let root = external.and_then(|external| machine.path_of(external)).map(|path| path.root);
    root.is_some_and(|root| is_of_cdk(&root))
}

/// Whether what a class is given second is a name, within the scope that it is given first.
fn is_name(machine: &mut Machine<'_>, scope: Term, name: Term) -> bool {
    let name = machine.freeze(name);
    match machine.terms().as_str(name) {
        Some(_) => machine.terms().as_str(scope).is_none(),
        None => {
            let is_given = !matches!(machine.view(name), Node::Undefined | Node::Record(..));
            is_given && machine.path_of(name).is_none() && is_scope(machine, scope)
        }
    }
}

/// The package that a class is in, as the CDK for JavaScript calls it: `aws-lambda`.
fn package(path: &Chain) -> String {
    let mut names: Vec<String> = path.root.split(['/', '.']).map(str::to_string).collect();
    names.extend(path.segments.iter().filter_map(|segment| match segment {
        Segment::Member(name) => Some(name.to_string()),
        Segment::Called { .. } => None,
    }));
    let package = names.iter().rev().map(|name| name.replace('_', "-"));
    package
        .into_iter()
        .find(|name| name.starts_with("aws-") && name != "aws-cdk")
        .unwrap_or_default()
}

/// A name as JavaScript has it: Python's `add_event_source` is `addEventSource`.
fn camel(name: &str) -> String {
    let mut text = String::new();
    let mut upper = false;
    for letter in name.chars() {
        match letter {
            '_' if !text.is_empty() => upper = true,
            _ if upper => {
                text.extend(letter.to_uppercase());
                upper = false;
            }
            _ => text.push(letter),
        }
    }
    text
}

/// Writes values down as data: constructs are `{"construct": 3}`, their attributes
/// `{"construct": 3, "attribute": "tableName"}`, what the CDK gives
/// `{"call": "Code.fromAsset", "given": [...], "of": {"name": "aws-cdk-lib/aws-lambda"}}`.
struct Teller<'a, 'm> {
    machine: &'a mut Machine<'m>,
    /// How many more values are written down.
    left: usize,
}

impl Teller<'_, '_> {
    fn told(&mut self, value: Term, depth: usize) -> Value {
        if depth > DEEPEST || self.left == 0 {
            return json!({ "unknown": "" });
        }
        self.left -= 1;
        if let Some(number) = Constructs::construct(self.machine, value) {
            return json!({ "construct": number });
        }
        if let Some(fields) = self.machine.fields(value) {
            return self.fields(fields, depth);
        }
        if let Some(items) = self.machine.items(value) {
            return items.into_iter().map(|item| self.told(item, depth + 1)).collect();
        }
        let frozen = self.machine.freeze(value);
        if let Some(path) = self.machine.path_of(frozen) {
            return self.chain(&path, depth);
        }
        // What is not known is the same as nothing but itself.
        let known = self.machine.terms().to_json(frozen);
        known.unwrap_or_else(|| json!({ "unknown": format!("{frozen:?}") }))
    }

    /// What is given under names. Python calls `partition_key` what is `partitionKey` in
    /// JavaScript; settings keep their names.
    fn fields(&mut self, fields: Vec<(Name, Term)>, depth: usize) -> Value {
        let mut told = Map::new();
        for (name, value) in fields {
            let value = match (&*name, self.machine.fields(value)) {
                ("environment", Some(settings)) => {
                    let settings = settings.into_iter();
                    settings
                        .map(|(name, it)| (name.to_string(), self.told(it, depth + 1)))
                        .collect()
                }
                _ => self.told(value, depth + 1),
            };
            told.insert(camel(&name), value);
        }
        told.into()
    }

    /// Something of the CDK: a chain of members and calls.
    fn chain(&mut self, path: &Chain, depth: usize) -> Value {
        let number = path.root.strip_prefix(CONSTRUCT).and_then(|it| it.parse::<u64>().ok());
        let mut told = match number {
            Some(number) => json!({ "construct": number }),
            None => json!({ "name": &*path.root }),
        };
        let mut names: Vec<String> = Vec::new();
        for segment in &path.segments {
            match segment {
                Segment::Member(name) => names.push(camel(name)),
                Segment::Called { arguments, named, .. } => {
                    let given = arguments.iter().chain(named).map(|&argument| {
                        match is_scope(self.machine, argument) {
                            true => json!({ "scope": true }),
                            false => self.told(argument, depth + 1),
                        }
                    });
                    let given: Vec<Value> = given.collect();
                    told = json!({ "call": names.join("."), "given": given, "of": told });
                    names.clear();
                }
            }
        }
        match (number, told.get("call"), names.is_empty()) {
            (_, _, true) => told,
            (Some(number), None, _) => json!({ "construct": number, "attribute": names.join(".") }),
            _ => json!({ "attribute": names.join("."), "of": told }),
        }
    }
}
