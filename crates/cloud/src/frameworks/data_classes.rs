//! The data classes of Powertools: they give fields of an event by names of their own, and
//! leave the event as it is.

use crate::mentions::Members;
use Name::{Each, Field, Parsed, Part};
use aplomb_symbolic::{Machine, Operator, Outcome, Term};

/// What a name of a data class stands for.
enum Name {
    /// A field of the event.
    Field(&'static str),
    /// What a field says that is a JSON text.
    Parsed(&'static str),
    /// A field that has names of its own.
    Part(&'static str, Names),
    /// A list of such.
    Each(&'static str, Names),
}

/// The names of one or several data classes; those of different events are different.
type Names = &'static [(&'static str, Name)];

/// Events: of a gateway, of EventBridge, and those that bring records.
const EVENT: Names = &[
    ("records", Each("Records", RECORD)),
    ("json_body", Parsed("body")),
    ("path_parameters", Field("pathParameters")),
    ("query_string_parameters", Field("queryStringParameters")),
    ("multi_value_query_string_parameters", Field("multiValueQueryStringParameters")),
    ("stage_variables", Field("stageVariables")),
    ("http_method", Field("httpMethod")),
    ("raw_path", Field("rawPath")),
    ("raw_query_string", Field("rawQueryString")),
    ("route_key", Field("routeKey")),
    (
        "request_context",
        Part(
            "requestContext",
            &[
                ("request_id", Field("requestId")),
                ("extended_request_id", Field("extendedRequestId")),
                ("connection_id", Field("connectionId")),
                ("account_id", Field("accountId")),
                ("time_epoch", Field("timeEpoch")),
                ("request_time", Field("requestTime")),
                ("request_time_epoch", Field("requestTimeEpoch")),
            ],
        ),
    ),
    ("detail_type", Field("detail-type")),
    ("get_id", Field("id")),
];

/// Records: messages of queues and topics, changes of objects, records of streams.
const RECORD: Names = &[
    ("message_id", Field("messageId")),
    ("receipt_handle", Field("receiptHandle")),
    ("md5_of_body", Field("md5OfBody")),
    ("json_body", Parsed("body")),
    ("event_id", Field("eventID")),
    ("event_source", Field("eventSource")),
    ("event_source_arn", Field("eventSourceARN")),
    ("event_time", Field("eventTime")),
    ("aws_region", Field("awsRegion")),
    (
        "sns",
        Part(
            "Sns",
            &[
                ("message_id", Field("MessageId")),
                ("message", Field("Message")),
                ("subject", Field("Subject")),
                ("topic_arn", Field("TopicArn")),
                ("timestamp", Field("Timestamp")),
            ],
        ),
    ),
    (
        "kinesis",
        Part(
            "kinesis",
            &[
                ("partition_key", Field("partitionKey")),
                ("sequence_number", Field("sequenceNumber")),
            ],
        ),
    ),
    ("dynamodb", Part("dynamodb", &[("sequence_number", Field("SequenceNumber"))])),
    ("s3", Part("s3", &[("get_object", Part("object", &[("version_id", Field("versionId"))]))])),
];

/// An event as an object of its data class.
pub(super) fn event(machine: &mut Machine<'_>, event: Term) -> Outcome {
    view(machine, event, EVENT)
}

/// A record of an event as an object of its data class.
pub(super) fn record(machine: &mut Machine<'_>, record: Term) -> Outcome {
    view(machine, record, RECORD)
}

/// The value itself, with the names that the program asks for.
fn view(machine: &mut Machine<'_>, value: Term, names: Names) -> Outcome {
    let members = Members::of(machine.program());
    let mut fields = Vec::new();
    for (name, of) in names {
        if !members.contains(name) {
            continue;
        }
        let field = match of {
            Field(field) => machine.get(value, field)?,
            Parsed(field) => {
                let text = machine.get(value, field)?;
                let text = machine.freeze(text);
                let parsed = machine.terms().apply(Operator::JsonParse, &[text]);
                machine.thaw(parsed)
            }
            Part(field, names) => {
                let part = machine.get(value, field)?;
                view(machine, part, names)?
            }
            Each(field, names) => {
                let items = machine.get(value, field)?;
                machine.for_each(items, &mut |machine, item| view(machine, item, names))?
            }
        };
        fields.push((*name, field));
    }
    if fields.is_empty() {
        return Ok(value);
    }
    let whole = machine.freeze(value);
    Ok(machine.new_record_over(whole, fields))
}
