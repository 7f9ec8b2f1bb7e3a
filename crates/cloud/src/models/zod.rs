//! Schemas of Zod: what a value must be, and what is made of it.
//!
//! A schema is a chain of pure functions, as what other packages compute. Here such a chain is
//! read where a value is checked: what fits is a condition, and what comes out has the fields
//! that the schema names. Of the parts that are not read here it is only known that they
//! compute.

use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Stop, Term};
use std::sync::Arc;

/// A default that a function of the program makes, whenever a value is missing.
const MADE: &str = "zod default";

/// What a function of the program checks besides, or makes of a value.
const REFINED: &str = "zod refined";
const TRANSFORMED: &str = "zod transformed";

/// Whether a value fits a part of a schema that is not read here, and what becomes of it.
const FITS: &str = "zod fits";
const GIVES: &str = "zod gives";

/// What a method of a schema means, by the path to it. The schema comes first among the
/// arguments of the call.
pub(super) fn of_schema(machine: &mut Machine<'_>, call: &Call, path: &str) -> Option<Outcome> {
    if path.split(['.', '/']).next() != Some("zod") {
        return None;
    }
    let [schema, given, ..] = call.arguments[..] else { return None };
    let label = path.rsplit('.').next().unwrap_or(path);
    match label {
        "default" if machine.is_function(given) => {
            Some(Ok(machine.terms().pure(MADE, &[schema, given])))
        }
        "refine" | "transform" if machine.is_function(given) => {
            // Where a part of the schema is not read here, it is not called.
            machine.escape_acting(call);
            let name = if label == "refine" { REFINED } else { TRANSFORMED };
            Some(Ok(machine.terms().pure(name, &[schema, given])))
        }
        "parse" => Some(parse(machine, schema, given)),
        "parseAsync" => Some(machine.promise(|machine| parse(machine, schema, given))),
        "safeParse" => Some(safe_parse(machine, schema, given)),
        "safeParseAsync" => Some(machine.promise(|machine| safe_parse(machine, schema, given))),
        _ => None,
    }
}

/// What a schema makes of a value.
struct Checked {
    fits: Term,
    data: Term,
}

fn parse(machine: &mut Machine<'_>, schema: Term, given: Term) -> Outcome {
    let value = machine.freeze(given);
    let Checked { fits, data } = check(machine, schema, value)?;
    machine.branch(
        fits,
        |machine| Ok(machine.thaw(data)),
        |machine| {
            let error = error(machine, schema, value);
            machine.throw(error)
        },
    )
}

/// `{ success, data, error }`.
fn safe_parse(machine: &mut Machine<'_>, schema: Term, given: Term) -> Outcome {
    let value = machine.freeze(given);
    let Checked { fits, data } = check(machine, schema, value)?;
    machine.branch(
        fits,
        |machine| {
            let (success, data) = (machine.terms().bool(true), machine.thaw(data));
            Ok(machine.new_record([("success", success), ("data", data)]))
        },
        |machine| {
            let success = machine.terms().bool(false);
            let error = error(machine, schema, value);
            Ok(machine.new_record([("success", success), ("error", error)]))
        },
    )
}

/// What says why a value does not fit.
fn error(machine: &mut Machine<'_>, schema: Term, value: Term) -> Term {
    let issues = machine.terms().pure("zod issues", &[schema, value]);
    let message = machine.terms().pure("zod message", &[issues]);
    machine.error(&["ZodError", "Error"], message, &[("issues", issues), ("errors", issues)])
}

/// Reads a schema for a value. Defaults that a function makes are made here.
fn check(machine: &mut Machine<'_>, schema: Term, value: Term) -> Result<Checked, Stop> {
    let Node::Apply(Operator::Pure(function), parts) = machine.terms().node(schema).clone() else {
        return Ok(opaque(machine, schema, value));
    };
    let name = function.name().clone();
    let kind = name.rsplit('.').next().unwrap_or(&name);
    let is_type = is_plain_type(&name);
    let keeps = |fits: Term| Ok(Checked { fits, data: value });
    match (kind, &parts[..]) {
        ("string" | "boolean", []) if is_type => keeps(is_of(machine, value, kind)),
        ("number", []) if is_type => {
            let is_number = is_of(machine, value, kind);
            let is_some = is_some_number(machine, schema, value);
            keeps(machine.terms().and(is_number, is_some))
        }
        ("any" | "unknown", []) if is_type => keeps(machine.terms().bool(true)),
        ("literal", [one]) if is_type => keeps(machine.terms().equal(value, *one)),
        ("enum", [all]) if is_type => match machine.terms().node(*all).clone() {
            Node::List(all) => {
                let cases = all.iter().map(|&one| machine.terms().equal(value, one));
                let cases: Vec<Term> = cases.collect();
                let fits = cases.into_iter().reduce(|one, other| machine.terms().or(one, other));
                keeps(fits.unwrap_or_else(|| machine.terms().bool(false)))
            }
            _ => Ok(opaque(machine, schema, value)),
        },
        ("object", [fields]) if is_type => match machine.terms().node(*fields).clone() {
            Node::Record(names, schemas) => object(machine, &names, &schemas, value),
            _ => Ok(opaque(machine, schema, value)),
        },
        ("array", [each]) if is_type => match machine.terms().node(value).clone() {
            Node::List(items) => array(machine, *each, &items),
            _ => Ok(opaque(machine, schema, value)),
        },
        ("optional" | "nullable" | "nullish", [inner]) if !is_type => {
            let inner = check(machine, *inner, value)?;
            let missing = match kind {
                "optional" => is_undefined(machine, value),
                "nullable" => {
                    let null = machine.terms().null();
                    machine.terms().equal(value, null)
                }
                _ => machine.is_nothing(value),
            };
            let fits = machine.terms().or(missing, inner.fits);
            let data = machine.terms().ite(missing, value, inner.data);
            Ok(Checked { fits, data })
        }
        ("default" | MADE, [inner, default]) => {
            let inner = check(machine, *inner, value)?;
            let missing = is_undefined(machine, value);
            let fits = machine.terms().or(missing, inner.fits);
            let data = machine.branch(
                missing,
                |machine| {
                    let made = match kind {
                        MADE => machine.call(*default, None, &[])?,
                        _ => *default,
                    };
                    Ok(machine.freeze(made))
                },
                |_| Ok(inner.data),
            )?;
            Ok(Checked { fits, data })
        }
        (REFINED, [inner, function]) => {
            let inner = check(machine, *inner, value)?;
            let holds = machine.branch(
                inner.fits,
                |machine| {
                    let answer = called(machine, *function, inner.data)?;
                    Ok(machine.truth(answer))
                },
                |machine| Ok(machine.terms().bool(false)),
            )?;
            let fits = machine.terms().and(inner.fits, holds);
            Ok(Checked { fits, ..inner })
        }
        (TRANSFORMED, [inner, function]) => {
            let inner = check(machine, *inner, value)?;
            let data = machine.branch(
                inner.fits,
                |machine| {
                    let made = called(machine, *function, inner.data)?;
                    Ok(machine.freeze(made))
                },
                |_| Ok(value),
            )?;
            Ok(Checked { data, ..inner })
        }
        ("describe" | "brand", [inner, ..]) if !is_type => check(machine, *inner, value),
        (_, [inner, limits @ ..]) if !is_type && NARROWING.contains(&kind) => {
            let inner = check(machine, *inner, value)?;
            let narrow = narrower(machine, kind, schema, inner.data, limits);
            let fits = machine.terms().and(inner.fits, narrow);
            Ok(Checked { fits, ..inner })
        }
        _ => Ok(opaque(machine, schema, value)),
    }
}

/// What a function of the program says of a value.
fn called(machine: &mut Machine<'_>, function: Term, value: Term) -> Outcome {
    let value = machine.thaw(value);
    let answer = machine.call(function, None, &[value])?;
    machine.settle(answer)
}

/// Whether a name is that of a type itself, as `z.number`; `z.coerce.number` makes a number of
/// what it is given, and `z.iso.date` looks into a text.
fn is_plain_type(name: &str) -> bool {
    let Some((module, kind)) = name.split_once('.') else { return false };
    let kind = kind.strip_prefix("z.").or_else(|| kind.strip_prefix("default.")).unwrap_or(kind);
    matches!(module, "zod" | "zod/v3" | "zod/v4") && !kind.contains('.')
}

/// Methods that refuse some values and leave the others as they are.
const NARROWING: [&str; 24] = [
    "min",
    "max",
    "length",
    "nonempty",
    "gt",
    "gte",
    "lt",
    "lte",
    "int",
    "positive",
    "negative",
    "nonnegative",
    "nonpositive",
    "multipleOf",
    "finite",
    "safe",
    "email",
    "url",
    "uuid",
    "cuid",
    "regex",
    "startsWith",
    "endsWith",
    "datetime",
];

/// Whether a value is within what a method allows.
fn narrower(
    machine: &mut Machine<'_>,
    kind: &str,
    schema: Term,
    value: Term,
    limits: &[Term],
) -> Term {
    let zero = machine.terms().number(0.0);
    let is_number = is_of(machine, value, "number");
    let length = machine.terms().apply(Operator::Length, &[value]);
    let size = machine.terms().ite(is_number, value, length);
    let limit = limits.first().copied().unwrap_or(zero);
    let terms = machine.terms();
    match kind {
        "min" | "gte" => terms.apply(Operator::LessEqual, &[limit, size]),
        "max" | "lte" => terms.apply(Operator::LessEqual, &[size, limit]),
        "gt" | "positive" => terms.apply(Operator::Less, &[limit, size]),
        "lt" | "negative" => terms.apply(Operator::Less, &[size, limit]),
        "nonnegative" => terms.apply(Operator::LessEqual, &[zero, size]),
        "nonpositive" => terms.apply(Operator::LessEqual, &[size, zero]),
        "nonempty" => terms.apply(Operator::Less, &[zero, size]),
        "length" => terms.equal(size, limit),
        "int" => {
            let one = terms.number(1.0);
            let rest = terms.apply(Operator::Remainder, &[value, one]);
            terms.equal(rest, zero)
        }
        _ => {
            let fits = terms.pure(FITS, &[schema, value]);
            terms.apply(Operator::Truthy, &[fits])
        }
    }
}

/// The fields that a schema names; others are left out.
fn object(
    machine: &mut Machine<'_>,
    names: &[Arc<str>],
    schemas: &[Term],
    value: Term,
) -> Result<Checked, Stop> {
    let nothing = machine.is_nothing(value);
    let mut fits = is_of(machine, value, "object");
    let something = machine.terms().not(nothing);
    fits = machine.terms().and(fits, something);
    let mut fields = Vec::new();
    for (name, &schema) in names.iter().zip(schemas) {
        let field = machine.terms().field(value, name);
        let checked = check(machine, schema, field)?;
        fits = machine.terms().and(fits, checked.fits);
        fields.push((name.clone(), checked.data));
    }
    let data = machine.terms().record(fields);
    Ok(Checked { fits, data })
}

fn array(machine: &mut Machine<'_>, each: Term, items: &[Term]) -> Result<Checked, Stop> {
    let mut fits = machine.terms().bool(true);
    let mut data = Vec::new();
    for &item in items {
        let checked = check(machine, each, item)?;
        fits = machine.terms().and(fits, checked.fits);
        data.push(checked.data);
    }
    let data = machine.terms().list(data);
    Ok(Checked { fits, data })
}

/// A part of a schema that is not read here computes what it gives.
fn opaque(machine: &mut Machine<'_>, schema: Term, value: Term) -> Checked {
    let terms = machine.terms();
    let fits = terms.pure(FITS, &[schema, value]);
    let fits = terms.apply(Operator::Truthy, &[fits]);
    Checked { fits, data: terms.pure(GIVES, &[schema, value]) }
}

fn is_of(machine: &mut Machine<'_>, value: Term, kind: &str) -> Term {
    let terms = machine.terms();
    let (known, wanted) = (terms.apply(Operator::TypeOf, &[value]), terms.string(kind));
    terms.equal(known, wanted)
}

/// Whether a number is one at all: what cannot be read as one is `NaN`, which does not fit. Of
/// infinite ones the versions of Zod think differently.
fn is_some_number(machine: &mut Machine<'_>, schema: Term, value: Term) -> Term {
    let is_clock = matches!(machine.view(value), Node::Symbol(_)) && machine.is_fresh(value);
    let terms = machine.terms();
    match terms.node(value) {
        Node::Number(number) if number.get().is_finite() => terms.bool(true),
        Node::Number(number) if number.get().is_nan() => terms.bool(false),
        _ if is_clock => terms.bool(true),
        _ => {
            let fits = terms.pure(FITS, &[schema, value]);
            terms.apply(Operator::Truthy, &[fits])
        }
    }
}

fn is_undefined(machine: &mut Machine<'_>, value: Term) -> Term {
    let undefined = machine.terms().undefined();
    machine.terms().equal(value, undefined)
}
