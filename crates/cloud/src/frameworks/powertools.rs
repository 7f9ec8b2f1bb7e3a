//! AWS Lambda Powertools and the metrics library of CloudWatch: what stands around
//! handlers and methods, hands them events and runs them record by record.

use super::data_classes;
use crate::event::MESSAGES;
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Term};

const POWERTOOLS: &str = "aws_lambda_powertools.";

/// The object by which metrics are counted; nobody sees what it does.
const METRICS: &str = "aplomb:metrics";

/// A decorator that leaves the function as it is.
const KEEP: &str = "aplomb:keep";

/// A decorator that gives the function its event as an object of a data class.
const VIEW: &str = "aplomb:view";
const VIEWED: &str = "aplomb:viewed";

/// A decorator that gives the function what an envelope holds.
const OPEN: &str = "aplomb:open";
const OPENED: &str = "aplomb:opened";

/// A function that is given a counter of metrics as well.
const MEASURED: &str = "aplomb:measured";

/// A decorator made of a function that is given the handler and its arguments.
const DECORATOR: &str = "aplomb:decorator";
const DECORATED: &str = "aplomb:decorated";

/// A decorator that gives the function an instance of a model; the model is data.
const PARSE: &str = "aplomb:parse";
const PARSED: &str = "aplomb:parsed";

/// What a call into Powertools, or of what they made, means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let name = path.to_string();
    match name.as_str() {
        "aws-embedded-metrics.metricScope" => {
            let metrics = machine.terms().external(METRICS);
            return Some(machine.call(call.argument(0)?, None, &[metrics]));
        }
        "aws_embedded_metrics.metric_scope" | "aws_embedded_metrics.metric_scope.metric_scope" => {
            return Some(Ok(machine.function(MEASURED, &[call.argument(0)?])));
        }
        MEASURED => {
            let metrics = machine.terms().external(METRICS);
            let mut given = call.arguments[1..].to_vec();
            given.push(metrics);
            return Some(machine.call_with(call.argument(0)?, &given, &call.named));
        }
        KEEP => return call.argument(0).map(Ok),
        OPEN => {
            let [envelope, function, ..] = call.arguments[..] else { return None };
            return Some(Ok(machine.function(OPENED, &[envelope, function])));
        }
        "@aws-lambda-powertools/batch.processPartialResponse"
        | "@aws-lambda-powertools/batch.processPartialResponseSync" => {
            let [event, function, ..] = call.arguments[..] else { return None };
            refuse_processor(machine, call, call.argument(2));
            return Some(machine.promise(|machine| batch(machine, event, function)));
        }
        OPENED => return Some(opened(machine, call)),
        VIEW => return Some(Ok(machine.function(VIEWED, &[call.argument(0)?]))),
        VIEWED => {
            let [function, event, ref rest @ ..] = call.arguments[..] else { return None };
            return Some(data_classes::event(machine, event).and_then(|event| {
                let mut given = vec![event];
                given.extend(rest);
                machine.call_with(function, &given, &call.named)
            }));
        }
        PARSE => {
            let [model, envelope, function, ..] = call.arguments[..] else { return None };
            return Some(Ok(machine.function(PARSED, &[model, envelope, function])));
        }
        PARSED => {
            let [model, envelope, function, event, ref rest @ ..] = call.arguments[..] else {
                return None;
            };
            let parsed = parse(machine, event, model, envelope)?;
            return Some(parsed.and_then(|event| {
                let mut given = vec![event];
                given.extend(rest);
                machine.call_with(function, &given, &call.named)
            }));
        }
        DECORATOR => return Some(decorate(machine, call)),
        DECORATED => return Some(decorated(machine, call)),
        _ => {}
    }
    let part = name.strip_prefix(POWERTOOLS)?;
    if part.starts_with("utilities.data_classes.") && path.last() != "event_source" {
        let data = call.argument(0)?;
        return Some(match path.last().ends_with("Record") {
            true => data_classes::record(machine, data),
            false => data_classes::event(machine, data),
        });
    }
    Some(match path.last() {
        "event_source" => Ok(machine.function(VIEW, &[])),
        "validator" => Ok(match call.named("envelope") {
            Some(envelope) => machine.function(OPEN, &[envelope]),
            None => machine.function(KEEP, &[]),
        }),
        "event_parser" if part.starts_with("utilities.parser") => {
            let nothing = machine.terms().null();
            let envelope = call.named("envelope").unwrap_or(nothing);
            Envelope::of(machine, envelope)?;
            Ok(machine.function(PARSE, &[call.named("model")?, envelope]))
        }
        "parse" if part.starts_with("utilities.parser") => {
            let nothing = machine.terms().null();
            let event = call.named_or("event", 0)?;
            let envelope = call.named_or("envelope", 2).unwrap_or(nothing);
            return parse(machine, event, call.named_or("model", 1)?, envelope);
        }
        "validate" if part.starts_with("utilities.validation") => {
            machine.escape_all(call);
            let mut given = Vec::new();
            for &value in call.arguments.iter().chain(call.named.iter().map(|(_, value)| value)) {
                given.push(machine.freeze(value));
            }
            Ok(machine.terms().pure("validate", &given))
        }
        "lambda_handler_decorator" => match call.argument(0) {
            Some(function) => Ok(machine.function(DECORATOR, &[function])),
            None => Ok(machine.chain(call)),
        },
        "process_partial_response" | "process_partial_response_sync" => {
            let event = call.named_or("event", 0)?;
            let function = call.named_or("record_handler", 1)?;
            let processor = call.named_or("processor", 2);
            refuse_processor(machine, call, processor);
            batch(machine, event, function)
        }
        _ => return None,
    })
}

/// How the parser takes an event apart before it makes instances of a model.
enum Envelope {
    /// The event itself.
    None,
    /// One part of the event, which is a text in JSON or data.
    Part { name: &'static str, is_text: bool },
    /// A text in JSON in each record of the event, at the end of this way.
    Records(&'static [&'static str]),
}

impl Envelope {
    fn of(machine: &mut Machine<'_>, envelope: Term) -> Option<Envelope> {
        if matches!(machine.view(envelope), Node::Null) {
            return Some(Envelope::None);
        }
        let path = Path::of(machine.terms(), envelope)?;
        Some(match path.last().trim_end_matches("()") {
            "EventBridgeEnvelope" => Envelope::Part { name: "detail", is_text: false },
            "ApiGatewayEnvelope"
            | "ApiGatewayV2Envelope"
            | "LambdaFunctionUrlEnvelope"
            | "VpcLatticeEnvelope"
            | "VpcLatticeV2Envelope" => Envelope::Part { name: "body", is_text: true },
            "SqsEnvelope" => Envelope::Records(&["body"]),
            "SnsEnvelope" => Envelope::Records(&["Sns", "Message"]),
            _ => return None,
        })
    }
}

/// Instances of a model, of what an envelope holds.
fn parse(machine: &mut Machine<'_>, event: Term, model: Term, envelope: Term) -> Option<Outcome> {
    let envelope = Envelope::of(machine, envelope)?;
    Some(instances(machine, event, model, &envelope))
}

fn instances(machine: &mut Machine<'_>, event: Term, model: Term, envelope: &Envelope) -> Outcome {
    let validate = |machine: &mut Machine<'_>, data: Term, is_text: bool| {
        let data = match is_text {
            true => {
                let text = machine.freeze(data);
                let data = machine.terms().apply(Operator::JsonParse, &[text]);
                machine.thaw(data)
            }
            false => data,
        };
        machine.call_method(model, "model_validate", &[data])
    };
    match *envelope {
        Envelope::None => validate(machine, event, false),
        Envelope::Part { name, is_text } => {
            let part = item(machine, event, name)?;
            validate(machine, part, is_text)
        }
        Envelope::Records(way) => {
            let records = item(machine, event, MESSAGES)?;
            machine.for_each(records, &mut |machine, record| {
                let mut part = record;
                for name in way {
                    part = item(machine, part, name)?;
                }
                validate(machine, part, true)
            })
        }
    }
}

/// `record["name"]`.
fn item(machine: &mut Machine<'_>, record: Term, name: &str) -> Outcome {
    let name = machine.terms().string(name);
    machine.get_item(record, name)
}

/// A processor of the program's own class may do anything for each record.
fn refuse_processor(machine: &mut Machine<'_>, call: &Call, processor: Option<Term>) {
    if processor.is_some_and(|processor| machine.class_of(processor).is_some()) {
        let message = "a batch processor of the program's own class is not supported";
        machine.problem(message, call.span);
    }
}

/// A handler of what an envelope holds.
fn opened(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let [envelope, function, event, rest @ ..] = &call.arguments[..] else {
        return Ok(machine.terms().undefined());
    };
    let (envelope, event) = (machine.freeze(*envelope), machine.freeze(*event));
    let inner = machine.terms().pure("envelope", &[envelope, event]);
    let mut given = vec![machine.thaw(inner)];
    given.extend(rest);
    machine.call_with(*function, &given, &call.named)
}

/// `@decorator` gives the function around the handler, `@decorator(setting=…)` a
/// decorator with settings.
fn decorate(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let (around, given) = (call.arguments[0], &call.arguments[1..]);
    let known = given.iter().copied().find(|&value| machine.fields(value).is_some());
    let handler = given.iter().copied().find(|&value| machine.is_function(value));
    let settings = match known {
        Some(settings) => settings,
        None => {
            let named: Vec<(String, Term)> =
                call.named.iter().map(|(name, value)| (name.to_string(), *value)).collect();
            machine.new_record(named)
        }
    };
    Ok(match handler {
        Some(handler) => machine.function(DECORATED, &[around, settings, handler]),
        None => machine.function(DECORATOR, &[around, settings]),
    })
}

fn decorated(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let [around, settings, handler, rest @ ..] = &call.arguments[..] else {
        return Ok(machine.terms().undefined());
    };
    let mut given = vec![*handler];
    given.extend(rest);
    let mut named = machine.fields(*settings).unwrap_or_default();
    named.extend(call.named.iter().cloned());
    machine.call_with(*around, &given, &named)
}

/// `process_partial_response(event, record_handler, processor)`: the function runs
/// for each record, and the response tells those for which it failed.
fn batch(machine: &mut Machine<'_>, event: Term, function: Term) -> Outcome {
    let records = machine.get(event, "Records")?;
    let is_python = machine.dialect().language == Language::Python;
    let outcomes = machine.for_each(records, &mut |machine, record| {
        // Elsewhere records are what the event says.
        let record = match is_python {
            true => data_classes::record(machine, record)?,
            false => record,
        };
        machine.catch(
            |machine| {
                let done = machine.call(function, None, &[record])?;
                machine.settle(done)?;
                Ok(machine.terms().bool(true))
            },
            |machine, _| Ok(machine.terms().bool(false)),
        )
    })?;
    let outcomes = machine.freeze(outcomes);
    let event = machine.freeze(event);
    let failures = machine.terms().pure("failures of the batch", &[event, outcomes]);
    Ok(machine.new_record([("batchItemFailures", failures)]))
}
