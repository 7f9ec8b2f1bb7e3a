//! Packages that are not clouds: sources of fresh values, web clients, services
//! and pure libraries. What is known of them is data; see `packages.toml`.

mod keys;
mod meaning;
mod programs;
mod values;
mod watching;

pub(super) use keys::{idempotency_key, where_present};
pub(super) use meaning::{acts, changes, draws, gives_function, is_pure, is_silent, lists_results};
pub(super) use programs::run_program;

use super::verbs::{self, Verb};
use super::{Models, functional, pure, web};
use crate::{Declarations, assumptions};
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Term};
use meaning::{Meaning, covers, meaning, names_things, package};
use values::{
    fresh, has_seed, has_time, is_local, is_of_today, json, note_novelty, of_today, value,
};
use watching::{TRYING_AGAIN, nothing};

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
    if !names_things(package(name)) {
        return;
    }
    let says = |verb| verbs::of(verb_of(name, label)) == Some(verb);
    match meaning {
        Meaning::Read => models.note_looked_at(machine, package(name)),
        Meaning::Client if says(Verb::Read) => models.note_looked_at(machine, package(name)),
        Meaning::Client if !says(Verb::Write) => {}
        Meaning::Effect | Meaning::Client => models.note_set(machine, package(name), label),
        _ => {}
    }
}

/// The name of what a request sets. A search engine is told the `id` of a document beside it
/// (an `id` in the document is a field like any other), Algolia the `objectID` in what it is
/// given, or in the `body` of that.
fn name_of_thing(
    machine: &mut Machine<'_>,
    call: &Call,
    name: &str,
    request: Term,
) -> Option<Term> {
    let is_there = |machine: &mut Machine<'_>, named: Term| {
        !matches!(machine.terms().node(named), Node::Undefined | Node::Null)
    };
    if package(name) != "algoliasearch" {
        let named = match machine.dialect().language {
            Language::Python => call.named("id").map(|id| machine.freeze(id))?,
            Language::JavaScript => {
                let options = machine.freeze(call.argument(0)?);
                machine.terms().field(options, "id")
            }
        };
        return is_there(machine, named).then_some(named);
    }
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
        let Node::Record(..) = machine.terms().node(record) else { return None };
        let named = machine.terms().field(record, "objectID");
        is_there(machine, named).then_some(named)
    })
}

/// What a search engine is told of when to store a document: otherwise it refuses.
const CONDITIONS: [&str; 6] =
    ["op_type", "opType", "if_seq_no", "ifSeqNo", "if_primary_term", "version"];

/// Whether a request is refused where what it names is there already, or is another one.
fn has_condition(machine: &mut Machine<'_>, call: &Call) -> bool {
    let options = call.argument(0).map(|options| machine.freeze(options));
    CONDITIONS.iter().any(|name| {
        call.named(name).is_some()
            || options.is_some_and(|options| {
                let Node::Record(names, _) = machine.terms().node(options) else { return false };
                names.iter().any(|known| &**known == *name)
            })
    })
}

/// What a document is, for those that set and remove them.
const DOCUMENT: &str = "document";

/// Whether a request to remove a document is content if there is none: it fails otherwise.
fn ignores_what_is_missing(machine: &mut Machine<'_>, call: &Call) -> bool {
    let mut options: Vec<Term> = call.named("ignore").into_iter().collect();
    for record in call.argument(1).into_iter().chain(call.named("params")) {
        let record = machine.freeze(record);
        options.push(machine.terms().field(record, "ignore"));
    }
    options.into_iter().any(|ignored| {
        let ignored = machine.freeze(ignored);
        let terms = machine.terms();
        let missing = terms.number(404.0);
        ignored == missing
            || matches!(terms.node(ignored), Node::List(items) if items.contains(&missing))
    })
}

/// Sets or removes what the request names; without a name it makes something new.
fn named_setter(
    models: &Models,
    machine: &mut Machine<'_>,
    call: &Call,
    name: &str,
    label: &str,
) -> Outcome {
    let request = arguments(machine, call);
    let removes = label == "delete";
    let thing = name_of_thing(machine, call, name, request);
    let Some(thing) = thing.filter(|_| !removes || ignores_what_is_missing(machine, call)) else {
        // A new document takes the place of none.
        if removes {
            models.note_set(machine, package(name), label);
        }
        return effect(machine, call, name, label);
    };
    models.note_set(machine, package(name), DOCUMENT);
    if has_condition(machine, call) {
        let message = format!("{label} with a condition is not supported");
        return Ok(machine.problem(message, call.span));
    }
    if models.is_seen_otherwise(package(name), DOCUMENT) {
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
        let content = if removes { machine.terms().absent() } else { request };
        let change = cell.write(machine, content);
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
    if is_of_today(machine, name, &given) {
        return Some(of_today(machine, &label, call));
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
    deliver_closed(machine, call, |machine| body(machine).map(|answer| machine.open(answer)))
}

/// The same where the outcome has what is stored and nothing else.
pub(super) fn deliver_closed(
    machine: &mut Machine<'_>,
    call: &Call,
    body: impl FnOnce(&mut Machine<'_>) -> Outcome,
) -> Outcome {
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

pub(super) fn service_name(path: &str) -> String {
    path.split(['.', '(']).next().unwrap_or(path).to_string()
}
