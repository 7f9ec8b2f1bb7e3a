//! Which files `aplomb check` takes the imports of functions from.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

const TEMPLATE: &str = r#"
Resources:
  Orders:
    Type: AWS::Serverless::Function
    Properties: { CodeUri: src/, Handler: orders.handler }
  Prices:
    Type: AWS::Serverless::Function
    Properties: { CodeUri: web/, Handler: prices.handler }
  Common:
    Type: AWS::Serverless::LayerVersion
    Properties: { ContentUri: layer }
"#;

/// A function in Python that uses a file beside it and a layer, and one in TypeScript
/// that uses an alias. Whether they are safe is said by what they import.
fn application(folder: &Path, operation: &str) {
    let put = "table.put_item(Item={'id': order, 'state': 'new'})";
    let add = "table.update_item(Key={'id': order}, UpdateExpression='ADD n :one', \
               ExpressionAttributeValues={':one': 1})";
    let store = format!(
        "import boto3\ntable = boto3.resource('dynamodb').Table('orders')\n\
         def store(order):\n    {}\n",
        if operation == "put" { put } else { add },
    );
    let send = "import { SNS } from '@aws-sdk/client-sns';\n\
                export const price = (id) => new SNS().publish({ TopicArn: 'prices', Message: id });";
    let files = [
        ("template.yaml", TEMPLATE),
        (
            "src/orders.py",
            "from names import name_of\nfrom store import store\n\
             def handler(event, context):\n    store(name_of(event))\n",
        ),
        ("src/names.py", "def name_of(event):\n    return event['id']\n"),
        ("layer/python/store.py", &store),
        ("tsconfig.json", r#"{ "compilerOptions": { "paths": { "~/*": ["./web/lib/*"] } } }"#),
        (
            "web/prices.ts",
            "import { price } from '~/price';\n\
             export const handler = async (event: { id: string }) => { await price(event.id); };",
        ),
        (
            "web/lib/price.ts",
            if operation == "put" { "export const price = (id) => id;" } else { send },
        ),
    ];
    for (file, text) in files {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

/// The verdicts of a check that is started in a folder, by file (below it) and function.
fn verdicts(folder: &Path, path: &Path) -> BTreeMap<(String, String), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aplomb"));
    command.args(["check", "--format", "json"]).arg(path).current_dir(folder);
    let output = command.output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report.get("diagnostics"), None, "{report}");
    let rows = report["data"]["functions"].as_array().unwrap().iter();
    rows.map(|row| {
        let text = |field: &str| row[field].as_str().unwrap().to_string();
        let file = text("file");
        let file = Path::new(&file);
        let file = file.strip_prefix(folder).or(file.strip_prefix(".")).unwrap_or(file);
        ((file.display().to_string(), text("name")), text("verdict"))
    })
    .collect()
}

#[test]
fn the_present_folder_is_the_folder_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    application(&folder, "add");
    let expected = [("src/orders.py", "Orders"), ("web/prices.ts", "Prices")]
        .map(|(file, name)| ((file.to_string(), name.to_string()), "unsafe".to_string()));
    let expected = BTreeMap::from(expected);
    for path in [Path::new("."), Path::new("./"), &folder] {
        assert_eq!(verdicts(&folder, path), expected, "{}", path.display());
    }
}

#[test]
fn each_of_two_applications_gets_its_own_layer() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    application(&folder.join("one"), "add");
    application(&folder.join("two"), "put");
    let found = verdicts(&folder, Path::new("."));
    let verdict = |app: &str, file: &str, name: &str| {
        found[&(format!("{app}/{file}"), name.to_string())].as_str()
    };
    for (app, expected) in [("one", "unsafe"), ("two", "safe")] {
        assert_eq!(verdict(app, "src/orders.py", "Orders"), expected, "{app}");
        assert_eq!(verdict(app, "web/prices.ts", "Prices"), expected, "{app}");
    }
}
