//! What a program made with the CDK, as the template that would be deployed.

use super::super::places::Places;
use super::constructs::{Inventory, Made};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// Classes that deploy a function.
pub(super) const FUNCTIONS: [&str; 6] = [
    "Function",
    "NodejsFunction",
    "PythonFunction",
    "SingletonFunction",
    "DockerImageFunction",
    "EdgeFunction",
];

/// What invokes a function to which these are given (or which they are given to), as SAM calls
/// it.
const EVENTS: [(&str, &str); 27] = [
    ("SqsEventSource", "SQS"),
    ("DynamoEventSource", "DynamoDB"),
    ("KinesisEventSource", "Kinesis"),
    ("ManagedKafkaEventSource", "MSK"),
    ("SelfManagedKafkaEventSource", "SelfManagedKafka"),
    ("S3EventSource", "S3"),
    ("S3EventSourceV2", "S3"),
    ("SnsEventSource", "SNS"),
    ("ApiEventSource", "Api"),
    ("EventSourceMapping", "EventSourceMapping"),
    ("addEventSourceMapping", "EventSourceMapping"),
    ("CfnEventSourceMapping", "EventSourceMapping"),
    ("LambdaDestination", "S3"),
    ("LambdaSubscription", "SNS"),
    ("LambdaFunction", "EventBridgeRule"),
    ("LambdaInvoke", "ScheduleV2"),
    ("LambdaFunctionAction", "IoTRule"),
    ("LambdaIntegration", "Api"),
    ("LambdaRestApi", "Api"),
    ("HttpLambdaIntegration", "HttpApi"),
    ("LambdaProxyIntegration", "HttpApi"),
    ("WebSocketLambdaIntegration", "websocket"),
    ("LambdaWebSocketIntegration", "websocket"),
    ("LambdaTarget", "alb"),
    ("UserPool", "Cognito"),
    ("addTrigger", "Cognito"),
    ("addFunctionUrl", "url"),
];

/// The template of what a program made.
pub(super) fn of(inventory: &Inventory, places: &Places<'_>) -> Value {
    Writer { made: &inventory.made, places }.template()
}

struct Writer<'a> {
    made: &'a [Made],
    places: &'a Places<'a>,
}

impl Writer<'_> {
    fn template(&self) -> Value {
        let mut resources = Map::new();
        for (number, made) in self.made.iter().enumerate() {
            if made.of.is_some() {
                continue;
            }
            let properties = match &*made.name {
                name if FUNCTIONS.contains(&name) && made.package != "aws-cloudfront" => {
                    let function = json!({
                        "Type": "AWS::Serverless::Function",
                        "Properties": self.function(number, made),
                    });
                    resources.insert(self.name(number), function);
                    continue;
                }
                "Table" | "TableV2" if made.package == "aws-dynamodb" => self.table(made),
                "Queue" => json!({
                    "Type": "AWS::SQS::Queue",
                    "Properties": {
                        "QueueName": made.option("queueName"),
                        "ContentBasedDeduplication": made.option("contentBasedDeduplication"),
                    },
                }),
                "Topic" => json!({
                    "Type": "AWS::SNS::Topic",
                    "Properties": {
                        "TopicName": made.option("topicName"),
                        "ContentBasedDeduplication": made.option("contentBasedDeduplication"),
                    },
                }),
                "Bucket" => json!({
                    "Type": "AWS::S3::Bucket",
                    "Properties": { "BucketName": made.option("bucketName") },
                }),
                "Stream" => json!({ "Type": "AWS::Kinesis::Stream" }),
                "LayerVersion" | "PythonLayerVersion" => json!({
                    "Type": "AWS::Serverless::LayerVersion",
                    "Properties": { "ContentUri": self.code(made) },
                }),
                _ => continue,
            };
            resources.insert(self.name(number), properties);
        }
        json!({ "Resources": resources })
    }

    /// The name of a construct: its own, with a number where several have it.
    fn name(&self, number: usize) -> String {
        let own = |made: &Made| made.id.clone().unwrap_or_else(|| made.name.clone());
        let name = own(&self.made[number]);
        let same = |made: &&Made| made.of.is_none() && own(made) == name;
        match self.made[..number].iter().filter(same).count() {
            0 => name,
            before => format!("{name}-{}", before + 1),
        }
    }

    fn function(&self, number: usize, made: &Made) -> Value {
        let (code, handler) = self.handler(made);
        let mut function = json!({
            "CodeUri": code,
            "Environment": { "Variables": self.settings(number, made) },
            "Events": self.events(number, made),
        });
        match handler {
            Some(handler) => function["Handler"] = handler.into(),
            None if made.name == "DockerImageFunction" => function["PackageType"] = "Image".into(),
            None => {}
        }
        function
    }

    /// The folder with the code of a function, and what in it is the handler.
    fn handler(&self, made: &Made) -> (Option<String>, Option<String>) {
        let text = |option: &str| made.option(option).as_str();
        match &*made.name {
            "NodejsFunction" => {
                let export = text("handler").unwrap_or("handler");
                let entry = match made.option("entry") {
                    Value::Null => Writer::entry_beside(made),
                    entry => entry.as_str().map(|entry| self.places.here(entry)),
                };
                let module = entry.map(|entry| entry.with_extension("").display().to_string());
                // `index.handler` names a file of its own, which the bundler makes.
                let export = export.rsplit('.').next().unwrap_or(export);
                (Some(".".into()), module.map(|module| format!("{module}.{export}")))
            }
            "PythonFunction" => {
                let folder = made.option("entry").as_str().map(|entry| self.places.here(entry));
                let module = text("index").unwrap_or("index.py").trim_end_matches(".py");
                let export = text("handler").unwrap_or("handler");
                let code = folder.map(|folder| folder.display().to_string());
                let handler = code.is_some().then(|| format!("{module}.{export}"));
                (code, handler)
            }
            _ => {
                let code = self.code(made);
                let handler = code.as_ref().and_then(|_| text("handler"));
                (code, handler.map(str::to_string))
            }
        }
    }

    /// The file of a function that has no entry: it has the name of the file that makes it, and
    /// that of the construct.
    fn entry_beside(made: &Made) -> Option<PathBuf> {
        let stem = made.file.file_stem()?.to_str()?;
        Some(made.file.with_file_name(format!("{stem}.{}.ts", made.id.as_ref()?)))
    }

    /// The folder that a function or a layer is made of.
    fn code(&self, made: &Made) -> Option<String> {
        let code = made.option("code");
        let folder = match self.constructed(code) {
            Some(asset) => asset.given.first().filter(|_| asset.name == "AssetCode")?,
            None => {
                let from = code["call"].as_str()?;
                let is_folder = from.ends_with("fromAsset") || from.ends_with("asset");
                Some(&code["given"][0]).filter(|_| is_folder)?
            }
        };
        Some(self.places.here(folder.as_str()?).display().to_string())
    }

    /// What a value is an instance of.
    fn constructed(&self, value: &Value) -> Option<&Made> {
        self.made.get(value["construct"].as_u64()? as usize)
    }

    fn settings(&self, number: usize, made: &Made) -> Value {
        let given = made.option("environment").as_object().cloned().unwrap_or_default();
        let added = self.methods(number, "addEnvironment").filter_map(|call| {
            Some((call.given.first()?.as_str()?.to_string(), call.given.get(1)?.clone()))
        });
        let all = given.into_iter().chain(added);
        Value::Object(all.map(|(name, value)| (name, self.text(&value))).collect())
    }

    /// The calls of a method of a construct.
    fn methods<'b>(
        &'b self,
        number: usize,
        method: &'b str,
    ) -> impl Iterator<Item = &'b Made> + 'b {
        self.made.iter().filter(move |made| made.of == Some(number) && made.name == method)
    }

    /// A value as a template has it: attributes of constructs are references.
    fn text(&self, value: &Value) -> Value {
        let attribute = value["attribute"].as_str().unwrap_or_default();
        let names = ["Name", "Url"].iter().any(|kind| attribute.ends_with(kind));
        let of = &value["of"];
        // What exists already is known by the name that the program says.
        if names
            && of["call"]
                .as_str()
                .is_some_and(|call| call.ends_with(&format!("from{}", capital(attribute))))
        {
            return of["given"][2].clone();
        }
        let Some(number) = value["construct"].as_u64() else { return value.clone() };
        let name = self.name(number as usize);
        match attribute.ends_with("Arn") {
            true => json!({ "Fn::GetAtt": [name, "Arn"] }),
            false if names => json!({ "Ref": name }),
            false => value.clone(),
        }
    }

    fn table(&self, made: &Made) -> Value {
        let keys = ["partitionKey", "sortKey"].iter().filter_map(|&key| {
            let attribute = made.option(key);
            // In Python it is an object.
            let name = match self.constructed(attribute) {
                Some(attribute) => attribute.option("name"),
                None => &attribute["name"],
            };
            name.as_str().map(|name| json!({ "AttributeName": name }))
        });
        let keys: Vec<Value> = keys.collect();
        json!({
            "Type": "AWS::DynamoDB::Table",
            "Properties": { "TableName": self.text(made.option("tableName")), "KeySchema": keys },
        })
    }

    /// The events of a function, in the form of SAM.
    fn events(&self, number: usize, made: &Made) -> Value {
        let mut events = Map::new();
        let sources = self.methods(number, "addEventSource").flat_map(|call| &call.given);
        let listed = made.option("events").as_array().into_iter().flatten();
        let given = sources.chain(listed).filter_map(|source| source["construct"].as_u64());
        for source in given {
            self.event(source as usize, &mut events);
        }
        for (other, call) in self.made.iter().enumerate() {
            let is_own = call.of == Some(number) && call.name != "addEventSource";
            if is_own || call.given.iter().any(|given| mentions(given, number)) {
                self.event(other, &mut events);
            }
        }
        events.into()
    }

    /// Adds the event that a construct or a call is.
    fn event(&self, number: usize, events: &mut Map<String, Value>) {
        let made = &self.made[number];
        let Some((_, kind)) = EVENTS.iter().find(|(name, _)| *name == made.name) else { return };
        // A state machine waits for what it invokes.
        if made.package == "aws-stepfunctions-tasks" {
            return;
        }
        let kind = match *kind {
            "EventBridgeRule" if self.is_scheduled(number) => "Schedule",
            "EventSourceMapping" => self.mapped(made),
            // Several packages have a class of this name.
            _ if made.name == "LambdaDestination" => match &*made.package {
                "aws-s3-notifications" => "S3",
                "aws-logs-destinations" => "CloudWatchLogs",
                _ => return,
            },
            kind => kind,
        };
        let options = made.given.last().cloned().unwrap_or_default();
        let mut properties = Map::new();
        for (ours, option) in
            [("BatchSize", "batchSize"), ("BisectBatchOnFunctionError", "bisectBatchOnError")]
        {
            if let Some(value) = options.get(option) {
                properties.insert(ours.into(), value.clone());
            }
        }
        if options["reportBatchItemFailures"] == true {
            let types = json!(["ReportBatchItemFailures"]);
            properties.insert("FunctionResponseTypes".into(), types);
        }
        if kind == "S3"
            && let Some(bucket) = self.bucket(number)
        {
            properties.insert("Bucket".into(), json!({ "Ref": self.name(bucket) }));
        }
        let event = json!({ "Type": kind, "Properties": properties });
        events.insert(format!("{}{number}", made.name), event);
    }

    /// Whether the rule that has a target runs by a schedule.
    fn is_scheduled(&self, target: usize) -> bool {
        let rules = self.made.iter().enumerate().filter(|(_, rule)| rule.name == "Rule");
        rules.into_iter().any(|(number, rule)| {
            let has = |given: &Value| mentions(given, target);
            let is_its = rule.given.iter().any(has)
                || self.methods(number, "addTarget").any(|call| call.given.iter().any(has));
            is_its && !rule.option("schedule").is_null()
        })
    }

    /// What a mapping reads.
    fn mapped(&self, mapping: &Made) -> &'static str {
        let source = self.constructed(mapping.option("eventSourceArn"));
        match source.map(|source| &*source.name) {
            Some("Queue") => "SQS",
            Some("Table" | "TableV2") => "DynamoDB",
            Some("Stream") => "Kinesis",
            _ => "EventSourceMapping",
        }
    }

    /// The bucket of a notification.
    fn bucket(&self, notification: usize) -> Option<usize> {
        let own = self.made[notification].given.first().and_then(|it| it["construct"].as_u64());
        let is_bucket =
            |number: &usize| self.made.get(*number).is_some_and(|it| it.name == "Bucket");
        let calls =
            self.made.iter().filter(|call| call.given.iter().any(|it| mentions(it, notification)));
        let mut buckets = calls.filter_map(|call| call.of).chain(own.map(|own| own as usize));
        buckets.find(is_bucket)
    }
}

impl Made {
    /// An option: a member of the last thing that it was given.
    fn option(&self, name: &str) -> &Value {
        self.given.last().map_or(&Value::Null, |options| &options[name])
    }
}

/// A name with a capital at its beginning.
fn capital(name: &str) -> String {
    let (first, rest) = name.split_at_checked(1).unwrap_or_default();
    first.to_uppercase() + rest
}

/// Whether a value is a construct, or has it inside.
fn mentions(value: &Value, construct: usize) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| mentions(item, construct)),
        Value::Object(fields) => {
            fields.get("construct").is_some_and(|it| it.as_u64() == Some(construct as u64))
                || fields.values().any(|field| mentions(field, construct))
        }
        _ => false,
    }
}
