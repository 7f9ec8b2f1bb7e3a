//! Which functions a folder deploys, and where the code that they share is.

use aplomb_cloud::{Application, Programs, Site};
use aplomb_symbolic::Library;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder with these files.
fn place(test: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("discovery").join(test);
    let _ = fs::remove_dir_all(&root);
    for (file, text) in files {
        let file = root.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    root
}

/// Executes nothing.
struct NoPrograms;

impl Programs for NoPrograms {
    fn exported(&self, file: &Path) -> Result<serde_json::Value, String> {
        Err(format!("{} is a program", file.display()))
    }

    fn execute(&self, _: &Path, file: &Path, _: &dyn Library) -> Result<Vec<Site>, String> {
        Err(format!("{} is a program", file.display()))
    }
}

/// The applications of a folder whose descriptions are data.
fn discover(root: &Path) -> Result<Vec<Application>, aplomb_cloud::DiscoverError> {
    aplomb_cloud::discover(root, &NoPrograms)
}

fn below(root: &Path, paths: &[PathBuf]) -> Vec<String> {
    let below = |path: &PathBuf| path.strip_prefix(root).unwrap().display().to_string();
    paths.iter().map(below).collect()
}

const TEMPLATE: &str = r#"
Resources:
  Orders:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: src/
      Handler: orders.handler
      Environment:
        Variables:
          TABLE: !Ref Table
          RULE: !Ref Rule
  Shared:
    Type: AWS::Serverless::LayerVersion
    Properties:
      ContentUri: layer
  Table:
    Type: AWS::Serverless::SimpleTable
  Rule:
    Type: AWS::Events::Rule
"#;

#[test]
fn a_template_goes_by_any_name_and_its_layers_are_shared() {
    let root = place(
        "layers",
        &[
            ("service/orders-service.yaml", TEMPLATE),
            ("service/src/orders.py", ""),
            ("service/src/requirements.txt", "boto3\n../common/\n-e ../missing\n"),
            ("common/prices.py", ""),
            ("notes.yaml", "text: no template\n"),
        ],
    );
    let found = discover(&root).unwrap();
    assert_eq!(found.len(), 1);
    let orders = &found[0];
    assert_eq!(orders.handlers[0].name, "Orders");
    let shared = below(&root, &orders.shared);
    // Paths of requirements are relative to where they are installed from: here the
    // folder of the template.
    assert_eq!(shared, ["service/layer", "common"]);
    // A reference to a rule does not give its name.
    assert_eq!(orders.settings.get("TABLE").map(String::as_str), Some("Table"));
    assert_eq!(orders.settings.get("RULE"), None);
}

#[test]
fn handlers_are_found_from_here_or_from_the_folder_that_is_checked() {
    let root = place("handlers", &[("app/src/main.py", ""), ("app/shared.py", "")]);
    let app = root.join("app");
    let found = Application::of_handlers(&app, &["src/main.py:handler".into()]).unwrap();
    assert_eq!(found.handlers[0].file, app.join("src/main.py"));
    assert_eq!(found.root, app);
    let file = format!("{}:handler", app.join("src/main.py").display());
    let found = Application::of_handlers(Path::new("elsewhere"), &[file]).unwrap();
    assert_eq!(found.root, app.join("src"));
    assert!(Application::of_handlers(&app, &["src/none.py:handler".into()]).is_err());
}

#[test]
fn every_application_looks_into_its_own_layer_first() {
    let root = place(
        "two-layers",
        &[
            ("one/template.yaml", TEMPLATE),
            ("one/src/orders.py", ""),
            ("one/layer/python/store.py", ""),
            ("two/template.yaml", TEMPLATE),
            ("two/src/orders.py", ""),
            ("two/layer/python/store.py", ""),
        ],
    );
    let found = discover(&root).unwrap();
    let layers: Vec<_> = found.iter().map(|found| below(&root, &found.shared)).collect();
    assert_eq!(layers, [["one/layer", "two/layer"], ["two/layer", "one/layer"]]);
}

#[test]
fn what_is_not_built_here_is_looked_up_in_its_source() {
    let deployed = "service: s
provider: {name: aws}
functions:
  compiled: {handler: dist/orders/place.handler}
  bundled: {handler: ./build/src/cancel.handler}
  both: {handler: dist/both.handler}
  gone: {handler: dist/gone.handler}
  elsewhere: {handler: bin/orders/place.handler}
";
    let files = [
        ("serverless.yml", deployed),
        ("tsconfig.json", "{}"),
        ("src/orders/place.ts", ""),
        ("src/cancel.js", ""),
        ("src/both.ts", ""),
        ("dist/both.js", ""),
    ];
    let root = place("built", &files);
    let found = discover(&root).unwrap();
    let files: Vec<PathBuf> = found[0].handlers.iter().map(|it| it.file.clone()).collect();
    assert_eq!(below(&root, &files), ["src/orders/place.ts", "src/cancel.js", "dist/both.js"]);
    let missing: Vec<&str> = found[0].missing.iter().map(|(name, _)| &**name).collect();
    assert_eq!(missing, ["gone", "elsewhere"]);
}

const APART: &str = r#"
Resources:
  Orders:
    Type: AWS::Lambda::Function
    Metadata: {"aws:asset:path": asset.1}
    Properties: {Handler: orders.handler, Code: {S3Bucket: !Sub "b-${AWS::Region}", S3Key: k}}
  Changes:
    Type: AWS::Lambda::Function
    Metadata: {"aws:asset:path": asset.1}
    Properties: {Handler: orders.handler, Code: {S3Bucket: b, S3Key: k}}
  Images:
    Type: AWS::Lambda::Function
    Metadata: {"aws:asset:path": asset.1}
    Properties: {Handler: orders.handler, Code: {S3Bucket: b, S3Key: k}}
  Both:
    Type: AWS::Lambda::Function
    Metadata: {"aws:asset:path": asset.1}
    Properties: {Handler: orders.handler, Code: {S3Bucket: b, S3Key: k}}
  Orders2:
    Type: AWS::Lambda::Function
    Metadata: {"aws:asset:path": asset.1}
    Properties: {Handler: orders.handler, Code: {S3Bucket: b, S3Key: k}}
  Queue: {Type: AWS::SQS::Queue}
  Mapping:
    Type: AWS::Lambda::EventSourceMapping
    Properties:
      FunctionName: !Ref Orders
      EventSourceArn: !GetAtt Queue.Arn
      BatchSize: 1
  Reading:
    Type: AWS::Lambda::EventSourceMapping
    Properties:
      FunctionName: !GetAtt Changes.Arn
      EventSourceArn: !ImportValue table-stream
      FunctionResponseTypes: [ReportBatchItemFailures]
  Streaming:
    Type: AWS::Lambda::EventSourceMapping
    Properties:
      FunctionName: !Sub "${Both}"
      EventSourceArn: "arn:aws:kinesis:eu-west-1:1:stream/clicks"
  Hourly:
    Type: AWS::Events::Rule
    Properties:
      ScheduleExpression: rate(1 hour)
      Targets: [{Arn: !GetAtt Both.Arn, Id: both}]
  Uploads: {Type: AWS::S3::Bucket, Properties: {BucketName: uploads}}
  Notifications:
    Type: Custom::S3BucketNotifications
    Properties:
      BucketName: !Ref Uploads
      NotificationConfiguration:
        LambdaFunctionConfigurations: [{LambdaFunctionArn: !GetAtt Images.Arn}]
  Method:
    Type: AWS::ApiGateway::Method
    Properties:
      Integration:
        Uri: {"Fn::Join": ["", ["arn:aws:apigateway:", !GetAtt Orders2.Arn, "/invocations"]]}
"#;

#[test]
fn events_may_stand_apart_from_their_functions() {
    let root = place("apart", &[("stack.yaml", APART), ("asset.1/orders.js", "")]);
    let found = discover(&root).unwrap();
    let mut told: Vec<String> = Vec::new();
    for handler in &found[0].handlers {
        let event = handler.event.as_deref().unwrap_or("-");
        let more = [(handler.one_record, " one record"), (handler.splits_batches, " splits")];
        let more: String = more.iter().filter(|it| it.0).map(|it| it.1).collect();
        let bucket = handler.bucket.iter().map(|bucket| format!(" of {bucket}"));
        let bucket: String = bucket.collect();
        told.push(format!("{}: {:?} {event}{more}{bucket}", handler.name, handler.trigger));
    }
    told.sort();
    let expected = [
        "Both: Queue Kinesis, Schedule",
        // What is read there stands in another template.
        "Changes: Request EventSourceMapping splits",
        "Images: Asynchronous S3 of uploads",
        "Orders2: Request Api",
        "Orders: Queue SQS one record",
    ];
    assert_eq!(told, expected);
}
