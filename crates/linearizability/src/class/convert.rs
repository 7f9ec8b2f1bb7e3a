//! Values of calls as the virtual machine has them, and back.

use aplomb_jvm::{Argument, Function, Invocation, Machine, State};

use super::{ClassError, Factory};
use crate::{Call, Made, Value, sequential::Outcome};

pub(super) fn argument(value: &Value) -> Result<Argument, ClassError> {
    Ok(match value {
        Value::Null => Argument::Null,
        Value::Boolean(truth) => Argument::Boolean(*truth),
        Value::Integer(number) => Argument::Integer(*number),
        Value::Text(text) => Argument::Text(text.to_string()),
        Value::List(elements) => {
            Argument::List(elements.iter().map(argument).collect::<Result<_, _>>()?)
        }
        Value::Made(made) => made_argument(made)?,
        Value::Unit | Value::Exception(_) => {
            return Err(ClassError::Unpassable(value.clone()));
        }
    })
}

fn made_argument(made: &Made) -> Result<Argument, ClassError> {
    Ok(match made {
        Made::Constant(name) => Argument::Constant(name.clone()),
        Made::Object { class, arguments } => Argument::Object {
            class: class.clone(),
            arguments: arguments.iter().map(argument).collect::<Result<_, _>>()?,
        },
        Made::Action => Argument::Function(Function::Nothing),
        Made::Returning(value) => Argument::Function(Function::Returns(Box::new(argument(value)?))),
        Made::Counting => Argument::Function(Function::Counts),
    })
}

pub(super) fn factory(factory: &Factory) -> Result<aplomb_jvm::Factory, ClassError> {
    let calls = factory.calls.iter().map(invocation).collect::<Result<_, _>>()?;
    Ok(aplomb_jvm::Factory { class: factory.class.clone(), calls })
}

pub(super) fn invocation(call: &Call) -> Result<Invocation, ClassError> {
    let arguments: Result<Vec<Argument>, ClassError> =
        call.arguments.iter().map(argument).collect();
    Ok(Invocation::new(&call.method, arguments?))
}

pub(super) fn value(outcome: &aplomb_jvm::Outcome) -> Value {
    use aplomb_jvm::Outcome;
    match outcome {
        Outcome::Void => Value::Unit,
        Outcome::Null => Value::Null,
        Outcome::Boolean(truth) => Value::Boolean(*truth),
        Outcome::Integer(number) => Value::Integer(*number),
        Outcome::Text(text) => Value::Text(text.clone()),
        Outcome::Thrown(class) => Value::Exception(class.clone()),
        other => Value::text(other.to_string()),
    }
}

/// What the calls of each client thread have returned in a state.
pub(super) fn outcome(machine: &Machine, state: &State) -> Outcome {
    (0..machine.client_count())
        .map(|thread| state.outcomes(thread).iter().map(value).collect())
        .collect()
}
