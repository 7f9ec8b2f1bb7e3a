//! What clients refuse before they send anything, and DynamoDB whatever it is asked for: values
//! that it has no type for, sets without elements, keys without a letter.

use super::{field, plain_item, table};
use crate::models::aws::{AwsCall, Refusal, names};
use crate::models::{Models, is_given};
use aplomb_script::Language;
use aplomb_symbolic::{Form, Machine, Node, Operator, Outcome, Path, Stop, Term};

/// Parameters with values of the program.
const VALUES: [&str; 3] = ["Item", "Key", "ExpressionAttributeValues"];

/// Values nested deeper than this are not looked into.
const DEEPEST: usize = 8;

/// Raises what a client raises of the values of a request, or DynamoDB.
pub(super) fn by_client(
    models: &Models,
    machine: &mut Machine<'_>,
    call: &AwsCall,
) -> Result<(), Stop> {
    if let Some(given) = call.given.filter(|_| !call.typed) {
        for name in VALUES {
            let value = given_value(machine, given, name);
            if let Some(value) = value {
                refuse(machine, call, value, 0)?;
            }
        }
    }
    refuse_empty_key(models, machine, call)
}

fn given_value(machine: &mut Machine<'_>, given: Term, name: &str) -> Option<Term> {
    let fields = machine.fields(given)?;
    fields.into_iter().find(|(known, _)| **known == *name).map(|(_, value)| value)
}

/// Raises where a value, or one in it, is refused.
fn refuse(
    machine: &mut Machine<'_>,
    call: &AwsCall,
    value: Term,
    depth: usize,
) -> Result<(), Stop> {
    let form = machine.form(value);
    let values = machine.values_in(value).filter(|_| depth < DEEPEST);
    let is_empty = values.as_ref().is_some_and(Vec::is_empty);
    match machine.dialect().language {
        Language::Python => match form {
            Some(Form::Float) => {
                let message = "Float types are not supported. Use Decimal types instead.";
                raise(machine, "TypeError", message)?;
            }
            // The numbers of a run are made up, and stand for Decimals as well.
            Some(Form::PerhapsFloat) if !machine.is_concrete() => {
                let message = "whether boto3 is given a float, which it refuses, is not known";
                machine.problem(message, call.span);
            }
            Some(Form::Date | Form::Instance) => {
                raise(machine, "TypeError", "Unsupported type")?;
            }
            _ => {}
        },
        Language::JavaScript if call.is_version3() => {
            refuse_undefined(machine, call, value)?;
            if form == Some(Form::Date) && !has_option(machine, call, "convertClassInstanceToMap") {
                let message = "Unsupported type passed: a Date";
                raise(machine, "Error", message)?;
            }
        }
        Language::JavaScript => {}
    }
    if form == Some(Form::Set) && is_empty && !has_option(machine, call, "convertEmptyValues") {
        let message = "One or more parameter values were invalid: An empty set is not allowed";
        return invalid(machine, call, message).map(drop);
    }
    for value in values.into_iter().flatten() {
        refuse(machine, call, value, depth + 1)?;
    }
    Ok(())
}

/// The document client of version 3 raises where a value is undefined, unless it is told to leave
/// such values out. Where nobody notices that it raises, that is the end of every attempt.
fn refuse_undefined(machine: &mut Machine<'_>, call: &AwsCall, value: Term) -> Result<(), Stop> {
    let may_be = match machine.view(value) {
        Node::Undefined => true,
        Node::Symbol(_) | Node::Apply(Operator::Select | Operator::Ite, _) => {
            machine.is_guarded() && !is_given(machine, value)
        }
        _ => false,
    };
    if !may_be || has_option(machine, call, "removeUndefinedValues") {
        return Ok(());
    }
    let undefined = machine.terms().undefined();
    let missing = machine.terms().equal(value, undefined);
    let message = "Pass options.removeUndefinedValues=true to remove undefined values";
    machine
        .branch(
            missing,
            |machine| raise(machine, "Error", message).map(|()| undefined),
            |_| Ok(undefined),
        )
        .map(drop)
}

/// Whether a client of documents is made with an option, whatever it says.
fn has_option(machine: &mut Machine<'_>, call: &AwsCall, option: &str) -> bool {
    if machine.dialect().language == Language::Python {
        return false;
    }
    let Some(path) = Path::of(machine.terms(), call.client) else { return false };
    path.given().into_iter().any(|given| {
        // The client underneath says nothing of documents, nor does a name.
        if Path::of(machine.terms(), given).is_some() || machine.terms().is_text(given) {
            return false;
        }
        let given = machine.freeze(given);
        let marshalling = machine.terms().field(given, "marshallOptions");
        let is_written = matches!(
            machine.terms().node(marshalling),
            Node::Undefined | Node::Null | Node::Record(..)
        );
        // What is not written here may say anything.
        !is_written || names(machine.terms(), marshalling, option)
    })
}

/// DynamoDB has no item whose key is an empty text.
fn refuse_empty_key(
    models: &Models,
    machine: &mut Machine<'_>,
    call: &AwsCall,
) -> Result<(), Stop> {
    let item = field(machine, call.parameters, "Item");
    let key = match machine.terms().node(item) {
        Node::Record(..) => {
            let store = table(machine, call, call.parameters);
            let item = plain_item(machine.terms(), item);
            let names = models.key_of(machine.terms(), store).unwrap_or_default();
            names.iter().map(|name| machine.terms().field(item, name)).collect()
        }
        _ => {
            let key = field(machine, call.parameters, "Key");
            let key = plain_item(machine.terms(), key);
            machine.values_in(key).unwrap_or_default()
        }
    };
    let is_empty =
        |value: &Term| machine.terms().as_str(*value).is_some_and(|text| text.is_empty());
    match key.iter().any(is_empty) {
        true => {
            let message = "One or more parameter values are not valid: an empty string value";
            invalid(machine, call, message).map(drop)
        }
        false => Ok(()),
    }
}

/// Raises what the client itself raises.
fn raise(machine: &mut Machine<'_>, class: &str, message: &str) -> Result<(), Stop> {
    let message = machine.terms().string(message);
    let parent = match machine.dialect().language {
        Language::Python => "Exception",
        Language::JavaScript => "Error",
    };
    let error = machine.error(&[class, parent], message, &[]);
    machine.throw(error).map(drop)
}

/// Raises what DynamoDB answers to a request that it cannot take.
fn invalid(machine: &mut Machine<'_>, call: &AwsCall, message: &str) -> Outcome {
    let code = "ValidationException";
    let message = machine.terms().string(message);
    let error =
        call.refused(machine, Refusal { status: Some(400.0), class: code, code, message }, &[]);
    machine.throw(error)
}
