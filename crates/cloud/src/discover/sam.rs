//! SAM and CloudFormation templates.

use super::{Application, Invoked, Table, Trigger, handler_file, intrinsic, routes, separate};
use serde_json::Value;
use std::collections::BTreeSet;

/// Reads functions, settings and tables.
pub(super) fn read(document: &Value, application: &mut Application) {
    let globals = &document["Globals"]["Function"];
    application.common = settings(&globals["Environment"]["Variables"], document, application);
    let resources = &document["Resources"];
    tables(resources, application);
    queues(resources, application);
    for (name, resource) in resources.as_object().into_iter().flatten() {
        let kind = resource["Type"].as_str().unwrap_or("");
        let properties = &resource["Properties"];
        match kind {
            "AWS::Serverless::Function" | "AWS::Lambda::Function" => {
                function(name, properties, globals, document, application);
            }
            "AWS::Serverless::LayerVersion" | "AWS::Lambda::LayerVersion" => {
                let content = properties["ContentUri"].as_str();
                let folder = content.map(|content| application.root.join(content));
                application.shared.extend(folder);
            }
            _ => {}
        }
    }
}

fn function(
    name: &str,
    properties: &Value,
    globals: &Value,
    document: &Value,
    application: &mut Application,
) {
    let settings = settings(&properties["Environment"]["Variables"], document, application);
    let handler = properties["Handler"].as_str().or_else(|| globals["Handler"].as_str());
    let Some(handler) = handler else {
        let is_image = properties["PackageType"] == "Image" || globals["PackageType"] == "Image";
        let why = match is_image {
            true => "a function in a container image",
            false => "a function without a handler that is written here",
        };
        application.not_read(name, why);
        return;
    };
    application.routes.extend(routes::of_template(name, &properties["Events"]));
    // `cdk synth` says beside a function where it has put its code.
    let synthesized = &document["Resources"][name]["Metadata"]["aws:asset:path"];
    let code = [&properties["CodeUri"], &globals["CodeUri"], &properties["Code"], synthesized]
        .into_iter()
        .find_map(Value::as_str)
        .unwrap_or(".");
    let folder = application.root.join(code);
    let found = handler_file(&folder, handler).or_else(|| handler_file(&application.root, handler));
    let has_url = properties.get("FunctionUrlConfig").is_some();
    let mut events = separate::events(name, document);
    events.extend(properties["Events"].as_object().cloned().into_iter().flatten());
    let events = &Value::Object(events);
    let (trigger, event) = trigger(events, has_url);
    let (one_record, splits_batches) = (has_one_record(events), splits_batches(events));
    let bucket = bucket(events, document).filter(|_| !has_url);
    let invoked = Invoked { trigger, event, bucket, one_record, splits_batches, settings };
    application.note(name, handler, found, invoked);
}

fn trigger(events: &Value, has_url: bool) -> (Trigger, Option<String>) {
    let events = events.as_object().into_iter().flat_map(|events| events.values());
    let kinds = events.filter_map(|event| event["Type"].as_str());
    let kinds: Vec<&str> = kinds.chain(has_url.then_some("url")).collect();
    let trigger = Trigger::whichever(kinds.iter().filter_map(|kind| {
        Some(match *kind {
            "SQS" | "MQ" => Trigger::Queue,
            "DynamoDB" | "Kinesis" | "MSK" | "SelfManagedKafka" | "DocumentDB" => Trigger::Stream,
            "S3" | "SNS" | "Schedule" | "ScheduleV2" | "EventBridgeRule" | "CloudWatchEvent"
            | "CloudWatchLogs" | "IoTRule" => Trigger::Asynchronous,
            "" => return None,
            // `Api`, `HttpApi`, `Cognito`; of others it is not known that they keep the request id.
            _ => Trigger::Request,
        })
    }));
    (trigger, super::kinds_of_events(&kinds))
}

/// The bucket whose changes invoke a function, if nothing else does and its name is known.
fn bucket(events: &Value, document: &Value) -> Option<String> {
    let events = events.as_object().into_iter().flat_map(|events| events.values());
    let named = events.map(|event| {
        let name = &event["Properties"]["Bucket"];
        let is_known = event["Type"] == "S3" && !intrinsic::names_parameter(name, document);
        is_known.then(|| intrinsic::text(name, document))?
    });
    super::only_bucket(named)
}

/// Whether all that invokes a function are queues that hand over messages one by one.
fn has_one_record(events: &Value) -> bool {
    let mut events = events.as_object().into_iter().flatten().peekable();
    let is_one = |event: &Value| event["Type"] == "SQS" && event["Properties"]["BatchSize"] == 1;
    events.peek().is_some() && events.all(|(_, event)| is_one(event))
}

/// Whether some event of a function comes again in parts.
fn splits_batches(events: &Value) -> bool {
    let events = events.as_object().into_iter().flatten();
    events.into_iter().any(|(_, event)| {
        let properties = &event["Properties"];
        properties["BisectBatchOnFunctionError"] == true
            || properties["FunctionResponseTypes"]
                .as_array()
                .is_some_and(|types| types.iter().any(|of| of == "ReportBatchItemFailures"))
    })
}

/// Notes what a template says of settings; their names.
fn settings(
    variables: &Value,
    document: &Value,
    application: &mut Application,
) -> BTreeSet<String> {
    for (name, value) in variables.as_object().into_iter().flatten() {
        note_setting(name, value, document, application);
    }
    variables.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

/// Notes what a template says of a setting.
pub(super) fn note_setting(
    name: &str,
    value: &Value,
    document: &Value,
    application: &mut Application,
) {
    if intrinsic::names_parameter(value, document) {
        return note_default(name, value, value, document, application);
    }
    if let Some(value) = intrinsic::text(value, document).filter(|value| !value.contains("${")) {
        application.set(name, value);
        return;
    }
    note_unresolved(name, value, document, application);
}

/// Notes a setting of which a template says only what it is unless whoever deploys says
/// something else, as it is written: it is known where that is the name of a table.
pub(super) fn note_default(
    name: &str,
    value: &Value,
    written: &Value,
    document: &Value,
    application: &mut Application,
) {
    let text = intrinsic::text(value, document);
    let is_table = |text: &String| application.tables.iter().any(|table| table.name == *text);
    match text.filter(is_table) {
        Some(table) => application.set(name, table),
        None => note_unresolved(name, written, document, application),
    }
}

fn note_unresolved(name: &str, value: &Value, document: &Value, application: &mut Application) {
    application.set_unresolved(name, value);
    if let Some(table) = intrinsic::table_of_arn(value, document) {
        application.table_arns.insert(name.into(), table);
    }
}

/// A constant, as text.
pub(super) fn constant(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

/// Kinds of resources that a reference gives the name of.
const NAMED: [&str; 7] =
    ["Table", "GlobalTable", "::Bucket", "::Queue", "::Topic", "::Function", "::Stream"];

/// What a reference gives: the default of a parameter, else the resource itself.
pub(super) fn default_of(value: &Value, document: &Value) -> Option<String> {
    let name = value["Ref"].as_str()?;
    let default = &document["Parameters"][name]["Default"];
    if let Some(default) = constant(default) {
        return Some(default);
    }
    if document["Parameters"].get(name).is_some() {
        return None;
    }
    // What a reference to something else gives (`bus|rule` for a rule) is not its name.
    let kind = document["Resources"][name]["Type"].as_str()?;
    NAMED.iter().find(|named| kind.ends_with(*named))?;
    let resource = &document["Resources"][name]["Properties"];
    let own = ["TableName", "BucketName", "QueueName", "TopicName"]
        .into_iter()
        .find_map(|property| constant(&resource[property]))
        // With a variable in it, it is known by nothing but the name in the template.
        .filter(|own| !own.contains("${"));
    Some(own.unwrap_or_else(|| name.to_string()))
}

/// Queues and topics that compare contents.
pub(super) fn queues(resources: &Value, application: &mut Application) {
    for (name, resource) in resources.as_object().into_iter().flatten() {
        let properties = &resource["Properties"];
        let own = match resource["Type"].as_str() {
            Some("AWS::SQS::Queue") => &properties["QueueName"],
            Some("AWS::SNS::Topic") => &properties["TopicName"],
            _ => continue,
        };
        let compares = constant(&properties["ContentBasedDeduplication"]);
        if compares.is_some_and(|compares| compares == "true") {
            application.comparing_contents.insert(name.clone());
            application.comparing_contents.extend(constant(own));
        }
    }
}

/// Tables and their keys.
pub(super) fn tables(resources: &Value, application: &mut Application) {
    for (name, resource) in resources.as_object().into_iter().flatten() {
        let properties = &resource["Properties"];
        let key: Vec<String> = match resource["Type"].as_str() {
            Some("AWS::DynamoDB::Table" | "AWS::DynamoDB::GlobalTable") => properties["KeySchema"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|part| part["AttributeName"].as_str().map(str::to_string))
                .collect(),
            Some("AWS::Serverless::SimpleTable") => {
                vec![properties["PrimaryKey"]["Name"].as_str().unwrap_or("id").to_string()]
            }
            _ => continue,
        };
        application.definitions.push(definition(name, resource));
        let mut names = vec![name.clone()];
        names.extend(constant(&properties["TableName"]));
        application.tables.extend(names.into_iter().map(|name| Table { name, key: key.clone() }));
    }
}

/// The members of a table that DynamoDB takes for its definition.
const DEFINING: [&str; 4] =
    ["AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "LocalSecondaryIndexes"];

/// A table as `CreateTable` takes it. Capacity is of no interest on one's own machine.
fn definition(name: &str, resource: &Value) -> Value {
    let properties = &resource["Properties"];
    let table = constant(&properties["TableName"]).unwrap_or_else(|| name.to_string());
    let mut members = serde_json::Map::new();
    members.insert("TableName".into(), table.into());
    members.insert("BillingMode".into(), "PAY_PER_REQUEST".into());
    if resource["Type"] == "AWS::Serverless::SimpleTable" {
        let key = properties["PrimaryKey"]["Name"].as_str().unwrap_or("id");
        let kind = match properties["PrimaryKey"]["Type"].as_str() {
            Some("Number") => "N",
            Some("Binary") => "B",
            _ => "S",
        };
        members.insert(
            "AttributeDefinitions".into(),
            serde_json::json!([{"AttributeName": key, "AttributeType": kind}]),
        );
        members.insert(
            "KeySchema".into(),
            serde_json::json!([{"AttributeName": key, "KeyType": "HASH"}]),
        );
        return members.into();
    }
    for name in DEFINING {
        let Some(value) = properties.get(name) else { continue };
        let mut value = value.clone();
        for index in value.as_array_mut().into_iter().flatten() {
            if let Some(index) = index.as_object_mut() {
                index.remove("ProvisionedThroughput");
            }
        }
        members.insert(name.into(), value);
    }
    members.into()
}
