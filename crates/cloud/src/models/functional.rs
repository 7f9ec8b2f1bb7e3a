//! lodash, underscore and ramda: calls that are given functions.
//!
//! What arrays can do themselves they do. A function that is applied to each item
//! runs for each item, and the result is a function of what it gave. A call
//! that keeps a function for later (`debounce`) is not supported.

use super::pure;
use aplomb_symbolic::{Call, Machine, Node, Operator, Origin, Outcome, Path, Stop, Term};

/// Packages whose calls are functions of their arguments, some of them functions.
pub(super) const PACKAGES: [&str; 4] = ["lodash", "underscore", "ramda", "lodash-es"];

/// Calls that arrays have as methods, by the names they go by.
const METHODS: [(&str, &str); 16] = [
    ("map", "map"),
    ("collect", "map"),
    ("forEach", "forEach"),
    ("each", "forEach"),
    ("filter", "filter"),
    ("select", "filter"),
    ("reduce", "reduce"),
    ("foldl", "reduce"),
    ("some", "some"),
    ("any", "some"),
    ("every", "every"),
    ("all", "every"),
    ("find", "find"),
    ("detect", "find"),
    ("findIndex", "findIndex"),
    ("flatMap", "flatMap"),
];

/// Calls that apply a function to each item.
const PER_ITEM: [&str; 23] = [
    "sortBy",
    "orderBy",
    "groupBy",
    "keyBy",
    "indexBy",
    "countBy",
    "uniqBy",
    "partition",
    "reject",
    "sumBy",
    "maxBy",
    "minBy",
    "meanBy",
    "findLast",
    "findLastIndex",
    "takeWhile",
    "dropWhile",
    "differenceBy",
    "mapValues",
    "mapKeys",
    "omitBy",
    "pickBy",
    "forOwn",
];

/// Calls that change the object or list that they are given.
const CHANGING: [&str; 27] = [
    "assign",
    "assignIn",
    "assignInWith",
    "assignWith",
    "extend",
    "extendOwn",
    "extendWith",
    "defaults",
    "defaultsDeep",
    "merge",
    "mergeWith",
    "set",
    "setWith",
    "unset",
    "update",
    "updateWith",
    "fill",
    "pull",
    "pullAll",
    "pullAllBy",
    "pullAllWith",
    "pullAt",
    "remove",
    "reverse",
    "transform",
    "bindAll",
    "mixin",
];

/// What a call of one of these packages gives.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Outcome {
    let name = path.to_string();
    let draws = call.arguments.iter().skip(1).any(|&given| is_drawn(machine, given));
    let is_own = |machine: &mut Machine<'_>, given: Term| {
        machine.is_list(given)
            || machine.fields(given).is_some_and(|fields| !fields.is_empty())
            || match machine.view(given) {
                Node::Symbol(_) | Node::Apply(Operator::Select, _) => true,
                // A copy may be used by nobody else.
                Node::Apply(..) => draws,
                _ => false,
            }
    };
    if CHANGING.contains(&path.last())
        && !name.starts_with("ramda")
        && call.argument(0).is_some_and(|first| is_own(machine, first))
    {
        let span = call.span;
        machine.problem(format!("{name} changes its argument, which is not supported"), span);
    }
    let functions = call.arguments.iter().filter(|&&given| machine.is_function(given)).count();
    if functions == 0 {
        machine.escape_all(call);
        let made = pure(machine, &name, call);
        if CHANGING.contains(&path.last()) && !name.starts_with("ramda") {
            fill(machine, call, path.last())?;
        }
        return Ok(made);
    }
    // `map(list, function)`, in ramda `map(function, list)`.
    let function = call.arguments.iter().copied().find(|&given| machine.is_function(given));
    let collection = call.arguments.iter().copied().find(|&given| !machine.is_function(given));
    let (Some(function), Some(collection), 1) = (function, collection, functions) else {
        machine.escape_all(call);
        return Ok(pure(machine, &name, call));
    };
    let by_key = is_object(machine, collection);
    let method = METHODS.iter().find(|(name, _)| *name == path.last()).map(|&(_, method)| method);
    if let (Some(method), false) = (method, by_key) {
        let mut given = vec![function];
        given.extend(call.arguments.iter().skip(2));
        if method == "forEach" {
            let results = machine.call_method(collection, "map", &given)?;
            if !name.starts_with("ramda") {
                refuse_early_end(machine, call, results)?;
            }
            return Ok(collection);
        }
        return machine.call_method(collection, method, &given);
    }
    if method.is_none() && !PER_ITEM.contains(&path.last()) {
        machine.escape_all(call);
        return Ok(pure(machine, &name, call));
    }
    let results = apply(machine, function, collection, by_key)?;
    if matches!(method, Some("map")) {
        return Ok(results);
    }
    let results = machine.freeze(results);
    let value = pure(machine, &name, call);
    Ok(machine.terms().pure(&name, &[value, results]))
}

/// Puts what a call is given into the empty object that it changes, as far as the object itself
/// is looked at afterwards.
fn fill(machine: &mut Machine<'_>, call: &Call, label: &str) -> Result<(), Stop> {
    let Some((&object, given)) = call.arguments.split_first() else { return Ok(()) };
    if machine.is_list(object) || machine.fields(object).is_none_or(|fields| !fields.is_empty()) {
        return Ok(());
    }
    match (label, given) {
        ("assign" | "assignIn" | "extend" | "extendOwn" | "merge", given) => {
            for &source in given {
                machine.spread_into(object, source)?;
            }
        }
        // The first that has a field gives it.
        ("defaults" | "defaultsDeep", given) => {
            for &source in given.iter().rev() {
                machine.spread_into(object, source)?;
            }
        }
        ("set", &[path, value]) => {
            let name = machine.terms().as_str(path).cloned();
            match name.filter(|name| !name.contains(['.', '['])) {
                Some(name) => machine.set(object, &name, value)?,
                None => {
                    let message = "lodash.set changes its argument, which is not supported";
                    machine.problem(message, call.span);
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// Whether a value has something in it that is new on every attempt.
fn is_drawn(machine: &mut Machine<'_>, value: Term) -> bool {
    if machine.is_function(value) {
        return true;
    }
    let value = machine.freeze(value);
    let terms = machine.terms();
    terms.depends(value, |symbol| matches!(terms.symbol(symbol).origin, Origin::Fresh { .. }))
}

/// Whether a collection is an object, whose values are gone through.
fn is_object(machine: &mut Machine<'_>, collection: Term) -> bool {
    !machine.is_list(collection)
        && (machine.fields(collection).is_some()
            || matches!(machine.view(collection), Node::Record(..)))
}

/// `forEach` ends where a function returns `false`.
fn refuse_early_end(machine: &mut Machine<'_>, call: &Call, results: Term) -> Result<(), Stop> {
    let mut ends = false;
    machine.for_each(results, &mut |machine, result| {
        ends |= match machine.view(result) {
            Node::Apply(operator, _) => {
                matches!(
                    operator,
                    Operator::Equal | Operator::Not | Operator::Less | Operator::Truthy
                )
            }
            _ => machine.terms().is_false(result),
        };
        Ok(result)
    })?;
    if ends {
        let message = "a function that ends the loop of lodash by returning false is not supported";
        machine.problem(message, call.span);
    }
    Ok(())
}

fn apply(machine: &mut Machine<'_>, function: Term, collection: Term, by_key: bool) -> Outcome {
    if !by_key {
        return machine
            .for_each(collection, &mut |machine, item| machine.call(function, None, &[item]));
    }
    let mut results = Vec::new();
    for (key, value) in machine.fields(collection).unwrap_or_default() {
        let key = machine.terms().string(key);
        results.push(machine.call(function, None, &[value, key])?);
    }
    Ok(machine.new_list(results))
}
