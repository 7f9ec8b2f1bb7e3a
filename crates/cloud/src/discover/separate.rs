//! Events that stand apart from the functions that they invoke, as resources of their own:
//! the only way in plain CloudFormation, and in what the CDK makes.

use serde_json::{Map, Value, json};

/// Values in values are read this deep.
const DEEPEST: usize = 16;

/// The events of a function, in the form in which SAM writes them at the function itself.
pub(super) fn events(function: &str, document: &Value) -> Map<String, Value> {
    let resources = document["Resources"].as_object().into_iter().flatten();
    let of = |(name, resource): (&String, &Value)| {
        let found = event(function, resource, &document["Resources"])?;
        Some((name.clone(), found))
    };
    resources.filter_map(of).collect()
}

/// The event that a resource is for a function.
fn event(function: &str, resource: &Value, resources: &Value) -> Option<Value> {
    let properties = &resource["Properties"];
    let here = |value: &Value| names(value, function, 0);
    let any_of = |list: &Value, of: &dyn Fn(&Value) -> bool| {
        list.as_array().is_some_and(|items| items.iter().any(of))
    };
    let kind = match resource["Type"].as_str()? {
        "AWS::Lambda::EventSourceMapping" if here(&properties["FunctionName"]) => {
            let kind = source(properties, resources);
            return Some(json!({ "Type": kind, "Properties": properties }));
        }
        "AWS::S3::Bucket" => {
            let configured = &properties["NotificationConfiguration"]["LambdaConfigurations"];
            any_of(configured, &|it| here(&it["Function"])).then_some("S3")?
        }
        "Custom::S3BucketNotifications" => {
            let configured = &properties["NotificationConfiguration"];
            let configured = &configured["LambdaFunctionConfigurations"];
            let bucket = &properties["BucketName"];
            let is_here = any_of(configured, &|it| here(&it["LambdaFunctionArn"]));
            let event = json!({ "Type": "S3", "Properties": { "Bucket": bucket } });
            return is_here.then_some(event);
        }
        "AWS::SNS::Subscription" => here(&properties["Endpoint"]).then_some("SNS")?,
        "AWS::SNS::Topic" => {
            any_of(&properties["Subscription"], &|it| here(&it["Endpoint"])).then_some("SNS")?
        }
        "AWS::Events::Rule" if any_of(&properties["Targets"], &|it| here(&it["Arn"])) => {
            match properties.get("ScheduleExpression") {
                Some(_) => "Schedule",
                None => "EventBridgeRule",
            }
        }
        "AWS::Scheduler::Schedule" => here(&properties["Target"]["Arn"]).then_some("ScheduleV2")?,
        "AWS::Logs::SubscriptionFilter" => {
            here(&properties["DestinationArn"]).then_some("CloudWatchLogs")?
        }
        "AWS::IoT::TopicRule" => {
            let actions = &properties["TopicRulePayload"]["Actions"];
            any_of(actions, &|it| here(&it["Lambda"]["FunctionArn"])).then_some("IoTRule")?
        }
        "AWS::ApiGateway::Method" => here(&properties["Integration"]["Uri"]).then_some("Api")?,
        "AWS::ApiGatewayV2::Integration" if here(&properties["IntegrationUri"]) => {
            let is_socket = |(name, api): (&String, &Value)| {
                api["Properties"]["ProtocolType"] == "WEBSOCKET"
                    && names(&properties["ApiId"], name, 0)
            };
            match &properties["PayloadFormatVersion"] {
                _ if resources.as_object()?.iter().any(is_socket) => "websocket",
                Value::String(version) if version == "2.0" => "HttpApi",
                _ => "Api",
            }
        }
        "AWS::Lambda::Url" => here(&properties["TargetFunctionArn"]).then_some("url")?,
        "AWS::Cognito::UserPool" => here(&properties["LambdaConfig"]).then_some("Cognito")?,
        _ => return None,
    };
    Some(match resource["Type"] == "AWS::S3::Bucket" {
        true => json!({ "Type": kind, "Properties": { "Bucket": properties["BucketName"] } }),
        false => json!({ "Type": kind }),
    })
}

/// What a mapping reads, as SAM calls it.
fn source(properties: &Value, resources: &Value) -> &'static str {
    let arn = &properties["EventSourceArn"];
    let kinds = [
        ("::SQS::", ":sqs:", "SQS"),
        ("::DynamoDB::", ":dynamodb:", "DynamoDB"),
        ("::Kinesis::", ":kinesis:", "Kinesis"),
        ("::MSK::", ":kafka:", "MSK"),
        ("::AmazonMQ::", ":mq:", "MQ"),
        ("::DocDB::", ":rds:", "DocumentDB"),
    ];
    let is_of = |(kind, service, _): &&(&str, &str, &str)| {
        let of_kind = |(name, resource): (&String, &Value)| {
            let is_kind = resource["Type"].as_str().is_some_and(|it| it.contains(kind));
            is_kind && names(arn, name, 0)
        };
        contains(arn, service, 0)
            || resources.as_object().is_some_and(|resources| resources.iter().any(of_kind))
    };
    let is_kafka = properties.get("SelfManagedEventSource").is_some();
    let known = kinds.iter().find(is_of).map(|(_, _, kind)| *kind);
    known.unwrap_or(if is_kafka { "SelfManagedKafka" } else { "EventSourceMapping" })
}

/// Whether a value refers to a resource: by `Ref`, `Fn::GetAtt` or `Fn::Sub`.
fn names(value: &Value, resource: &str, depth: usize) -> bool {
    let is_it = |text: &str| text.split('.').next() == Some(resource);
    if depth > DEEPEST {
        return false;
    }
    match value {
        Value::Array(items) => items.iter().any(|item| names(item, resource, depth + 1)),
        Value::Object(fields) => fields.iter().any(|(function, argument)| match argument {
            Value::String(text) if function == "Ref" || function == "Fn::GetAtt" => is_it(text),
            Value::Array(path) if function == "Fn::GetAtt" => {
                path.first().is_some_and(|it| it == resource)
            }
            Value::String(text) if function == "Fn::Sub" => substituted(text).any(is_it),
            Value::Array(parts) if function == "Fn::Sub" => {
                let text = parts.first().and_then(Value::as_str).unwrap_or_default();
                substituted(text).any(is_it) || names(argument, resource, depth + 1)
            }
            _ => names(argument, resource, depth + 1),
        }),
        _ => false,
    }
}

/// The names in `${}`.
fn substituted(text: &str) -> impl Iterator<Item = &str> {
    text.split("${").skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.trim())
}

/// Whether some text in a value has a part.
fn contains(value: &Value, part: &str, depth: usize) -> bool {
    match value {
        Value::String(text) => text.contains(part),
        Value::Array(items) if depth < DEEPEST => {
            items.iter().any(|item| contains(item, part, depth + 1))
        }
        Value::Object(fields) if depth < DEEPEST => {
            fields.values().any(|field| contains(field, part, depth + 1))
        }
        _ => false,
    }
}
