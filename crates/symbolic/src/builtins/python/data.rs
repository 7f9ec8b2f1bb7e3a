//! Constructors that Python writes itself: data classes, enumerations, named tuples.

use super::super::json::{self, Layout};
use crate::machine::{Arguments, Guise, Machine};
use crate::{Call, Outcome, Path, Stop, Term};
use aplomb_script::{Key, MemberKind, Name};

/// Fields of a data class in order, with those that have a default.
fn fields(machine: &Machine<'_>, class: Term) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for ancestor in machine.ancestors(class).into_iter().rev() {
        let Some(id) = machine.class_info(ancestor).and_then(|info| info.id) else { continue };
        for member in &machine.program().class(id).members {
            if let (MemberKind::Field(_), Key::Static(name)) = (&member.kind, &member.key)
                && !names.contains(name)
                && !name.starts_with("__")
            {
                names.push(name.clone());
            }
        }
    }
    names
}

/// Whether a class gets its constructor from its fields.
pub(in crate::builtins) fn is_data(machine: &mut Machine<'_>, class: Term) -> bool {
    let marked = machine.terms().string("__dataclass__");
    if machine.record(class).is_some_and(|record| record.fields.contains_key(&marked)) {
        return true;
    }
    let ancestors = machine.ancestors(class);
    ancestors.into_iter().any(|ancestor| {
        Path::of(machine.terms(), ancestor)
            .is_some_and(|path| matches!(path.last(), "NamedTuple" | "BaseModel" | "TypedDict"))
    })
}

/// Whether a class is an enumeration, whose members are its values.
pub(in crate::builtins) fn is_enumeration(machine: &mut Machine<'_>, class: Term) -> bool {
    descends_from(machine, class, &["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"])
}

/// Whether a class descends from one of the language with one of these names.
fn descends_from(machine: &mut Machine<'_>, class: Term, names: &[&str]) -> bool {
    let ancestors = machine.ancestors(class);
    ancestors.into_iter().any(|ancestor| {
        Path::of(machine.terms(), ancestor).is_some_and(|path| names.contains(&path.last()))
    })
}

/// Whether members of an enumeration are also texts or numbers.
fn is_mixed(machine: &mut Machine<'_>, class: Term) -> bool {
    descends_from(machine, class, &["str", "int", "IntEnum", "StrEnum"])
}

/// Makes the values of an enumeration its members.
pub(in crate::builtins) fn make_members(
    machine: &mut Machine<'_>,
    class: Term,
) -> Result<(), Stop> {
    if !is_enumeration(machine, class) {
        return Ok(());
    }
    number_members(machine, class);
    let (mixed, flags) =
        (is_mixed(machine, class), descends_from(machine, class, &["Flag", "IntFlag"]));
    let mut made: Vec<(Term, Term)> = Vec::new();
    for name in fields(machine, class) {
        let key = machine.terms().string(name.clone());
        let Some(field) = machine.record(class).and_then(|record| record.fields.get(&key)).copied()
        else {
            continue;
        };
        let shown = machine.terms().string(name.clone());
        if flags {
            // What is made of several flags is not followed.
            let flag = machine.frozen_pure("a flag", &[class, shown]);
            machine.put_field(class, &name, flag);
            continue;
        }
        if mixed {
            machine.disguise(field.value, Guise::Member);
            continue;
        }
        // A value that another member has is another name of that.
        if let Some(&(_, member)) = made.iter().find(|(value, _)| *value == field.value) {
            machine.put_field(class, &name, member);
            continue;
        }
        let member = machine.instance(class);
        machine.put_field(member, "name", shown);
        machine.put_field(member, "value", field.value);
        initialise_member(machine, class, member, field.value)?;
        machine.put_field(class, &name, member);
        made.push((field.value, member));
    }
    Ok(())
}

/// Runs the constructor that an enumeration of the program has, for one of its members.
fn initialise_member(
    machine: &mut Machine<'_>,
    class: Term,
    member: Term,
    value: Term,
) -> Result<(), Stop> {
    let key = machine.terms().string("constructor");
    if !machine.record(class).is_some_and(|record| record.fields.contains_key(&key)) {
        return Ok(());
    }
    let is_tuple = machine.list(value).is_some_and(|list| list.is_tuple());
    let items = is_tuple.then(|| machine.items(value)).flatten();
    let arguments = Arguments::of(&items.unwrap_or_else(|| vec![value]));
    let span = machine.span();
    machine.initialise(class, member, arguments, span).map(drop)
}

/// Gives the members that leave it to the language (`auto()`) their values.
fn number_members(machine: &mut Machine<'_>, class: Term) {
    let ancestors = machine.ancestors(class);
    let is_text = ancestors.into_iter().any(|ancestor| {
        Path::of(machine.terms(), ancestor).is_some_and(|path| path.last() == "StrEnum")
    });
    for (index, name) in fields(machine, class).into_iter().enumerate() {
        let key = machine.terms().string(name.clone());
        let field = machine.record(class).and_then(|record| record.fields.get(&key)).copied();
        let is_auto = field.and_then(|field| Path::of(machine.terms(), field.value));
        if is_auto.is_some_and(|path| matches!(path.to_string().as_str(), "enum.auto()" | "auto()"))
        {
            let value = match is_text {
                true => machine.terms().string(name.to_lowercase()),
                false => machine.terms().number((index + 1) as f64),
            };
            machine.put_field(class, &name, value);
        }
    }
}

/// The members of an enumeration, each with its value.
fn members(machine: &mut Machine<'_>, class: Term) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    for name in fields(machine, class) {
        let Ok(Some(member)) = machine.lookup(class, &name) else { continue };
        let value = match machine.record(member).is_some() {
            true => machine.get(member, "value").unwrap_or(member),
            false => member,
        };
        found.push((value, member));
    }
    found
}

/// `Colour("red")`: the member of an enumeration that it gives.
pub(in crate::builtins) fn chosen_member(
    machine: &mut Machine<'_>,
    class: Term,
    arguments: &Arguments,
) -> Option<Outcome> {
    let value = arguments.at(0)?;
    if descends_from(machine, class, &["Flag", "IntFlag"]) {
        return Some(Ok(machine.frozen_pure("a flag", &[class, value])));
    }
    let members = members(machine, class);
    Some(member_of(machine, class, &members, value))
}

/// The member of an enumeration with a value.
fn member_of(
    machine: &mut Machine<'_>,
    class: Term,
    members: &[(Term, Term)],
    value: Term,
) -> Outcome {
    let Some(((own, member), others)) = members.split_first() else {
        if said(machine, class, "_missing_")?.is_some() {
            let span = machine.span();
            machine.problem("an enumeration that defines _missing_ is not supported", span);
        }
        return machine.throw_error("ValueError", "not a value of the enumeration");
    };
    if *member == value {
        return Ok(value);
    }
    let same = machine.equals(*own, value);
    machine.branch(same, |_| Ok(*member), |machine| member_of(machine, class, others, value))
}

/// Runs the constructor that the language writes for a class.
pub(in crate::builtins) fn construct(
    machine: &mut Machine<'_>,
    class: Term,
    instance: Term,
    arguments: &Arguments,
) -> Option<Outcome> {
    if !is_data(machine, class) {
        return None;
    }
    if arguments.rest.is_some() {
        let span = machine.span();
        machine.problem("an instance made of a list of unknown length is not supported", span);
    }
    let fields = fields(machine, class);
    let is_field = |(name, _): &(Name, Term)| fields.contains(name);
    if machine.is_guarded()
        && (arguments.positional.len() > fields.len() || !arguments.named.iter().all(is_field))
    {
        let span = machine.span();
        machine.problem("an instance made of more than its fields raises", span);
    }
    for (index, name) in fields.into_iter().enumerate() {
        let value = match (arguments.named(&name, index), arguments.named_rest) {
            (Some(value), _) => Ok(Some(value)),
            // `Order(**data)`
            (None, Some(data)) => in_data(machine, class, &name, data).map(Some),
            (None, None) => default(machine, class, &name),
        };
        match value {
            Ok(Some(value)) => machine.put_field(instance, &name, value),
            Ok(None)
                if machine.is_guarded()
                    && said(machine, class, &name).is_ok_and(|it| it.is_none()) =>
            {
                let span = machine.span();
                machine.problem("an instance made without all of its fields raises", span);
            }
            Ok(None) => {}
            Err(stop) => return Some(Err(stop)),
        }
    }
    // Of the program's own.
    let post = match said(machine, class, "__post_init__") {
        Ok(post) => post,
        Err(stop) => return Some(Err(stop)),
    };
    if post.is_some() {
        let span = machine.span();
        let done = machine.invoke_method(instance, "__post_init__", Arguments::default(), span);
        return Some(done.map(|_| instance));
    }
    Some(Ok(instance))
}

/// Marks what `dataclasses.field(...)` gives.
const FIELD: &str = "__field__";

/// What is said about a field. A factory runs when an instance is made.
pub(super) fn field(machine: &mut Machine<'_>, arguments: &Arguments) -> Term {
    let mark = machine.terms().bool(true);
    let said = arguments.named.iter().map(|(name, value)| (name.to_string(), *value));
    // `...` says that there is none.
    let default = arguments.at(0).filter(|&given| {
        Path::of(machine.terms(), given).is_none_or(|path| &*path.root != "Ellipsis")
    });
    let default = default.map(|value| ("default".to_string(), value));
    let said = said.chain(default);
    let said: Vec<(String, Term)> = said.chain([(FIELD.to_string(), mark)]).collect();
    machine.new_record(said)
}

/// What a class of the program says of a field.
fn said(machine: &mut Machine<'_>, class: Term, name: &str) -> Result<Option<Term>, Stop> {
    let found = machine.lookup(class, name)?;
    Ok(found.filter(|&found| machine.external_parent(class, found, name).is_none()))
}

/// The default of a field: a value, or what its factory makes.
fn default(machine: &mut Machine<'_>, class: Term, name: &str) -> Result<Option<Term>, Stop> {
    let Some(value) = said(machine, class, name)? else { return Ok(None) };
    let mark = machine.terms().string(FIELD);
    if let Some(record) = machine.record(value).cloned()
        && record.fields.contains_key(&mark)
    {
        let factory = machine.terms().string("default_factory");
        if let Some(factory) = record.fields.get(&factory) {
            let span = machine.span();
            return machine.invoke(factory.value, None, Arguments::default(), span).map(Some);
        }
        let default = machine.terms().string("default");
        return Ok(record.fields.get(&default).map(|default| default.value));
    }
    Ok(Some(value))
}

/// Methods that a class has of a parent which makes instances from data and data from
/// instances. The receiver is the class or the instance.
pub(super) fn of_model(machine: &mut Machine<'_>, name: &str, call: &Call) -> Option<Outcome> {
    let (parent, method) = name.rsplit_once('.')?;
    (parent == "BaseModel" || parent.ends_with(".BaseModel")).then_some(())?;
    let receiver = call.receiver?;
    let is_bare = call.arguments.is_empty() && call.named.is_empty();
    match method {
        "model_validate" | "parse_obj" => Some(validated(machine, receiver, call.argument(0)?)),
        "model_validate_json" | "parse_raw" => {
            let data = json::parse(machine, call.argument(0)?);
            Some(data.and_then(|data| validated(machine, receiver, data)))
        }
        "model_dump" | "dict" if is_bare => Some(dumped(machine, receiver)),
        "model_dump_json" | "json" if is_bare => {
            let data = dumped(machine, receiver);
            Some(data.and_then(|data| json::text(machine, data, &Layout::javascript())))
        }
        // With options it is another function of the content.
        "model_dump" | "dict" | "model_dump_json" | "json" => {
            let data = match dumped(machine, receiver) {
                Ok(data) => data,
                Err(stop) => return Some(Err(stop)),
            };
            let mut given = vec![data];
            given.extend(call.arguments.iter().copied());
            given.extend(call.named.iter().map(|(_, value)| *value));
            Some(Ok(machine.frozen_pure(method, &given)))
        }
        _ => None,
    }
}

/// An instance of a class with the fields of a record; those that it does not have get their
/// defaults.
fn validated(machine: &mut Machine<'_>, class: Term, data: Term) -> Outcome {
    let data = machine.resolve(data);
    let mut arguments = Arguments::default();
    for name in fields(machine, class) {
        let value = in_data(machine, class, &name, data)?;
        arguments.named.push((name, value));
    }
    let span = machine.span();
    machine.construct(class, arguments, span)
}

/// A field of a class in the record that an instance is made of, or its default where the
/// record has none.
fn in_data(machine: &mut Machine<'_>, class: Term, name: &str, data: Term) -> Outcome {
    let key = machine.terms().string(name);
    if said(machine, class, name)?.is_none() {
        return machine.get_index(data, key);
    }
    let there = machine.contains(data, key)?;
    machine.branch(
        there,
        |machine| machine.get_index(data, key),
        |machine| match default(machine, class, name)? {
            Some(value) => Ok(value),
            None => machine.get_index(data, key),
        },
    )
}

/// The fields of an instance as a tuple, with those of instances inside.
pub(super) fn as_tuple(machine: &mut Machine<'_>, instance: Term) -> Outcome {
    let Some(class) = machine.class_of(instance) else { return Ok(instance) };
    let mut found = Vec::new();
    for name in fields(machine, class) {
        let value = machine.get(instance, &name)?;
        found.push(as_tuple(machine, value)?);
    }
    Ok(machine.new_tuple(found))
}

/// A new instance of a data class, with other values in some of its fields.
pub(super) fn replaced(
    machine: &mut Machine<'_>,
    instance: Term,
    changes: &[(Name, Term)],
) -> Outcome {
    let Some(class) = machine.class_of(instance) else {
        let given: Vec<Term> = changes.iter().map(|(_, value)| *value).collect();
        return Ok(machine.frozen_pure("dataclasses.replace", &[&[instance], &given[..]].concat()));
    };
    let mut arguments = Arguments::default();
    for name in fields(machine, class) {
        let changed = changes.iter().find(|(changed, _)| *changed == name);
        let value = match changed {
            Some((_, value)) => *value,
            None => machine.get(instance, &name)?,
        };
        arguments.named.push((name, value));
    }
    let span = machine.span();
    machine.construct(class, arguments, span)
}

/// The fields of an instance as a record, with those of instances inside.
pub(super) fn dumped(machine: &mut Machine<'_>, instance: Term) -> Outcome {
    let Some(class) = machine.class_of(instance) else { return Ok(instance) };
    let mut found = Vec::new();
    for name in fields(machine, class) {
        let value = machine.get(instance, &name)?;
        let value = match machine.list(value).is_some().then(|| machine.items(value)).flatten() {
            Some(items) => {
                let items: Result<Vec<Term>, _> =
                    items.into_iter().map(|item| dumped(machine, item)).collect();
                machine.new_list(items?)
            }
            None => dumped(machine, value)?,
        };
        found.push((name.to_string(), value));
    }
    Ok(machine.new_record(found))
}
