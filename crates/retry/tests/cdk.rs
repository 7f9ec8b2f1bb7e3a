//! Applications of the CDK: which functions their programs deploy.

use std::path::Path;

use aplomb_retry::{Application, discover};
use tempfile::TempDir;

/// A folder with these files.
fn place(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    folder
}

/// The functions of an application: name, file, export, what invokes them.
fn functions(application: &Application, folder: &Path) -> Vec<String> {
    let handlers = application.handlers.iter();
    let mut told: Vec<String> = handlers
        .map(|handler| {
            let file = handler.file.strip_prefix(folder).unwrap().display();
            let event = handler.event.as_deref().unwrap_or("-");
            let more = [
                (handler.one_record, ", one record"),
                (handler.splits_batches, ", in parts"),
                (handler.bucket.is_some(), ", one bucket"),
            ];
            let more: String = more.iter().filter(|it| it.0).map(|it| it.1).collect();
            format!("{} {file} {} {event}{more}", handler.name, handler.export)
        })
        .collect();
    told.sort();
    told
}

fn only(folder: &TempDir) -> Application {
    let mut found = discover(folder.path()).unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

const NOTHING: &str = "export const handler = async () => {};";

const STACK: &str = r#"
import * as cdk from "aws-cdk-lib";
import { Construct } from "constructs";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { SqsEventSource, DynamoEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { NodejsFunction, NodejsFunctionProps } from "aws-cdk-lib/aws-lambda-nodejs";
import { aws_s3 as s3, aws_s3_notifications as s3n } from "aws-cdk-lib";
import { LambdaIntegration, RestApi } from "aws-cdk-lib/aws-apigateway";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import * as targets from "aws-cdk-lib/aws-events-targets";
import { join } from "path";

interface Props extends cdk.StackProps { stage: string }

export class Orders extends cdk.Stack {
  private readonly table: dynamodb.Table;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    this.table = new dynamodb.Table(this, "Table", {
      tableName: "orders",
      partitionKey: { name: "number", type: dynamodb.AttributeType.STRING },
      sortKey: { name: "line", type: dynamodb.AttributeType.NUMBER },
      stream: dynamodb.StreamViewType.NEW_IMAGE,
    });
    const queue = new Queue(this, "Queue", { visibilityTimeout: cdk.Duration.seconds(30) });
    const shared: NodejsFunctionProps = {
      runtime: lambda.Runtime.NODEJS_20_X,
      environment: { TABLE: this.table.tableName, QUEUE: queue.queueUrl, STAGE: props.stage },
    };
    const place = new NodejsFunction(this, "place", {
      ...shared,
      entry: join(__dirname, "..", "functions", "place.ts"),
      handler: "main",
    });
    this.table.grantReadWriteData(place);
    const api = new RestApi(this, "api");
    api.root.addResource("orders").addMethod("POST", new LambdaIntegration(place));

    const ship = this.make("ship", "functions/ship.handler.ts", shared);
    ship.addEventSource(new SqsEventSource(queue, { batchSize: 1, reportBatchItemFailures: true }));

    const count = new lambda.Function(this, "count", {
      runtime: lambda.Runtime.NODEJS_20_X,
      code: lambda.Code.fromAsset("functions"),
      handler: "count.run",
      events: [new DynamoEventSource(this.table, { bisectBatchOnError: true, startingPosition: lambda.StartingPosition.LATEST })],
    });
    count.addEnvironment("TABLE", this.table.tableName);
    const old = dynamodb.Table.fromTableName(this, "Old", "old-orders");
    count.addEnvironment("OLD", old.tableName);

    const bucket = new s3.Bucket(this, "Images", { bucketName: "images" });
    const images = new NodejsFunction(this, "images");
    bucket.addEventNotification(s3.EventType.OBJECT_CREATED, new s3n.LambdaDestination(images));

    if (props.stage === "prod") {
      const rule = new Rule(this, "nightly", { schedule: Schedule.cron({ hour: "2" }) });
      rule.addTarget(new targets.LambdaFunction(ship));
    }
    new Mailer(this, "mailer");
  }

  private make(id: string, entry: string, props: NodejsFunctionProps) {
    return new NodejsFunction(this, id, { ...props, entry });
  }
}

class Mailer extends NodejsFunction {
  constructor(scope: Construct, id: string) {
    super(scope, id, { entry: "functions/mailer.ts", handler: "index.send" });
    this.addFunctionUrl({ authType: lambda.FunctionUrlAuthType.NONE });
  }
}
"#;

const APP: &str = r#"#!/usr/bin/env node
import "source-map-support/register";
import { App } from "aws-cdk-lib";
import { Orders } from "../lib/orders";

const app = new App();
new Orders(app, "Orders", { stage: app.node.tryGetContext("stage") ?? "dev" });
"#;

#[test]
fn a_program_is_read_like_the_template_that_it_makes() {
    let folder = place(&[
        ("cdk.json", r#"{ "app": "npx ts-node --prefer-ts-exts bin/app.ts", "context": {} }"#),
        ("bin/app.ts", APP),
        ("lib/orders.ts", STACK),
        ("lib/orders.images.ts", NOTHING),
        ("functions/place.ts", "export const main = async () => {};"),
        ("functions/ship.handler.ts", NOTHING),
        ("functions/count.js", "exports.run = async () => {};"),
        ("functions/mailer.ts", "export const send = async () => {};"),
        // What was made of it some time ago.
        (
            "cdk.out/Orders.template.json",
            r#"{"Resources": {"Old": {"Type": "AWS::Lambda::Function"}}}"#,
        ),
    ]);
    let orders = only(&folder);
    assert_eq!(orders.missing, []);
    assert_eq!(
        functions(&orders, folder.path()),
        [
            "count functions/count.js run DynamoDB, in parts",
            "images lib/orders.images.ts handler S3, one bucket",
            "mailer functions/mailer.ts send url",
            "place functions/place.ts main Api",
            "ship functions/ship.handler.ts handler SQS, Schedule, in parts",
        ]
    );
    let tables: Vec<_> = orders.tables.iter().map(|it| (&*it.name, it.key.join(" "))).collect();
    let key = || "number line".to_string();
    assert_eq!(tables, [("Table", key()), ("orders", key())]);
    let setting = |name: &str| orders.settings.get(name).map(String::as_str);
    assert_eq!(
        [setting("TABLE"), setting("QUEUE"), setting("STAGE")],
        [Some("orders"), Some("Queue"), None]
    );
}

const PYTHON: &str = r#"
import os
from aws_cdk import App, Stack, Duration, aws_dynamodb as dynamodb, aws_lambda as _lambda
from aws_cdk import aws_sqs as sqs, aws_sns as sns
from aws_cdk.aws_lambda_event_sources import SqsEventSource
from aws_cdk.aws_lambda_python_alpha import PythonFunction
from aws_cdk import aws_sns_subscriptions as subscriptions
from constructs import Construct


class Ledger(Stack):
    def __init__(self, scope: Construct, construct_id: str, **kwargs) -> None:
        super().__init__(scope, construct_id, **kwargs)
        table = dynamodb.Table(
            self, "Entries",
            partition_key=dynamodb.Attribute(name="entry_id", type=dynamodb.AttributeType.STRING),
        )
        queue = sqs.Queue(self, "Inbox", visibility_timeout=Duration.seconds(300))
        topic = sns.Topic(self, "News")
        book = _lambda.Function(
            self, "Book",
            runtime=_lambda.Runtime.PYTHON_3_12,
            handler="book.lambda_handler",
            code=_lambda.Code.from_asset(os.path.join(os.path.dirname(__file__), "lambda")),
            environment={"TABLE_NAME": table.table_name, "region": "eu-west-1"},
        )
        table.grant_write_data(book)
        book.add_event_source(SqsEventSource(queue, batch_size=1))
        tell = PythonFunction(
            self, "Tell", entry="lambda", index="tell.py", runtime=_lambda.Runtime.PYTHON_3_12
        )
        topic.add_subscription(subscriptions.LambdaSubscription(tell))


app = App()
Ledger(app, "Ledger")
app.synth()
"#;

#[test]
fn a_program_may_be_in_python() {
    let handler =
        "def lambda_handler(event, context):\n    pass\n\ndef handler(event, context):\n    pass\n";
    let folder = place(&[
        ("cdk.json", r#"{ "app": "python3 app.py" }"#),
        ("app.py", PYTHON),
        ("lambda/book.py", handler),
        ("lambda/tell.py", handler),
    ]);
    let ledger = only(&folder);
    assert_eq!(ledger.missing, []);
    assert_eq!(
        functions(&ledger, folder.path()),
        ["Book lambda/book.py lambda_handler SQS, one record", "Tell lambda/tell.py handler SNS"]
    );
    assert_eq!(ledger.tables[0].key, ["entry_id"]);
    assert_eq!(ledger.settings.get("TABLE_NAME").map(String::as_str), Some("Entries"));
    assert_eq!(ledger.settings.get("region").map(String::as_str), Some("eu-west-1"));
}

/// What a function gets that another one has ended with is no event of S3.
#[test]
fn a_destination_is_that_of_its_package() {
    for (package, told) in [
        ("aws-s3-notifications", "f f.ts handler S3"),
        ("aws-logs-destinations", "f f.ts handler CloudWatchLogs"),
        ("aws-lambda-destinations", "f f.ts handler -"),
    ] {
        let text = format!(
            "import {{ App, Stack }} from 'aws-cdk-lib';\n\
             import {{ NodejsFunction }} from 'aws-cdk-lib/aws-lambda-nodejs';\n\
             import {{ LambdaDestination }} from 'aws-cdk-lib/{package}';\n\
             const stack = new Stack(new App(), 'S');\n\
             const f = new NodejsFunction(stack, 'f', {{ entry: 'f.ts' }});\n\
             new LambdaDestination(f);\n"
        );
        let app = r#"{ "app": "npx tsx app.ts" }"#;
        let folder = place(&[("cdk.json", app), ("app.ts", &text), ("f.ts", NOTHING)]);
        assert_eq!(functions(&only(&folder), folder.path()), [told]);
    }
}

/// What is written in a program and not surely made is named.
#[test]
fn functions_that_are_not_surely_deployed_are_not_passed_over() {
    let head = "import { App, Stack } from 'aws-cdk-lib';\n\
                import { Function, Code, DockerImageFunction } from 'aws-cdk-lib/aws-lambda';\n\
                import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';\n\
                import { ApiToQueue } from '@shop/constructs';\n\
                const stack = new Stack(new App(), 'S');\n";
    for (text, named) in [
        ("new NodejsFunction(stack, 'f', { entry: process.env.ENTRY });", "f"),
        (
            "new Function(stack, 'f', { handler: 'a.b', code: Code.fromInline('exports.b = 1') });",
            "f",
        ),
        (
            "new Function(stack, 'f', { handler: 'gone.b', code: Code.fromAsset('functions') });",
            "f",
        ),
        ("new DockerImageFunction(stack, 'f', { code: {} });", "f"),
        (
            "export function later() { new NodejsFunction(stack, 'f', { entry: 'f.ts' }); }",
            "app.ts:6",
        ),
        ("new ApiToQueue(stack, 'api', {});", "@shop/constructs.ApiToQueue"),
    ] {
        let folder = place(&[
            ("cdk.json", r#"{ "app": "npx tsx app.ts" }"#),
            ("app.ts", &format!("{head}{text}")),
        ]);
        let missing = only(&folder).missing;
        assert!(
            matches!(&missing[..], [(name, _)] if name.ends_with(named)),
            "{text}: {missing:?}"
        );
    }
}

#[test]
fn what_was_synthesized_is_read_where_the_program_is_not() {
    let template = r#"{"Resources": {"Book": {
        "Type": "AWS::Lambda::Function",
        "Metadata": {"aws:asset:path": "asset.1"},
        "Properties": {"Handler": "index.handler", "Code": {"S3Bucket": "b", "S3Key": "k"}}}}}"#;
    let folder = place(&[
        ("cdk.json", r#"{ "app": "mvn -e -q compile exec:java" }"#),
        ("cdk.out/Ledger.template.json", template),
        ("cdk.out/asset.1/index.js", "exports.handler = async () => {};"),
    ]);
    let ledger = only(&folder);
    assert_eq!(ledger.missing, []);
    assert_eq!(functions(&ledger, folder.path()), ["Book cdk.out/asset.1/index.js handler -"]);
    // Without it the description says what can be done.
    let folder = place(&[("cdk.json", r#"{ "app": "mvn -e -q compile exec:java" }"#)]);
    let missing = only(&folder).missing;
    assert!(missing[0].1.contains("cdk synth"), "{missing:?}");
}
