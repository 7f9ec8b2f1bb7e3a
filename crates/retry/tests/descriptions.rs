//! Deployment descriptions that are programs: which functions they deploy.

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

/// The functions of an application, each with its file.
fn functions(application: &Application, folder: &Path) -> Vec<String> {
    let handlers = application.handlers.iter();
    handlers
        .map(|handler| {
            let file = handler.file.strip_prefix(folder).unwrap().display();
            format!("{} {file} {} {:?}", handler.name, handler.export, handler.trigger)
        })
        .collect()
}

const TYPESCRIPT: &str = r#"
import type { AWS } from "@serverless/typescript";
import { create, remind } from "@functions/index";

const stage = process.env.STAGE || "dev";

const description: AWS = {
  service: "orders",
  provider: {
    name: "aws",
    environment: { TABLE: "orders", TOPIC: `orders-${stage}`, QUEUE: process.env.QUEUE },
  },
  functions: { create, remind, gone: { handler: "src/gone.handler" } },
  resources: {
    Resources: {
      Orders: {
        Type: "AWS::DynamoDB::Table",
        Properties: {
          TableName: "orders",
          KeySchema: [{ AttributeName: "number", KeyType: "HASH" }],
        },
      },
    },
  },
};

module.exports = description;
"#;

const FUNCTION: &str = r#"
import { handlerPath } from "@libs/place";

export default {
  handler: `${handlerPath(__dirname)}/handler.main`,
  events: [{ http: { method: "post", path: "orders" } }],
};
"#;

#[test]
fn functions_are_collected_from_their_folders() {
    let paths = r#"{ "compilerOptions": { "baseUrl": ".", "paths": {
        "@functions/*": ["src/functions/*"], "@libs/*": ["src/libs/*"] } } }"#;
    let folder = place(&[
        ("serverless.ts", TYPESCRIPT),
        ("tsconfig.json", paths),
        (
            "src/functions/index.ts",
            "export { default as create } from './create'; export { default as remind } from './remind';",
        ),
        ("src/functions/create/index.ts", FUNCTION),
        ("src/functions/create/handler.ts", "export const main = async () => {};"),
        ("src/functions/remind/index.ts", &FUNCTION.replace("http: {", "sqs: {")),
        ("src/functions/remind/handler.ts", "export const main = async () => {};"),
        (
            "src/libs/place.ts",
            r#"export const handlerPath = (place: string) =>
                 `${place.split(process.cwd())[1].substring(1).replace(/\\/g, "/")}`;"#,
        ),
    ]);
    let found = discover(folder.path()).unwrap();
    let [orders] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        functions(orders, folder.path()),
        [
            "create src/functions/create/handler.ts main Request",
            "remind src/functions/remind/handler.ts main Queue",
        ]
    );
    // What is different in every environment is not known.
    assert_eq!(orders.settings.get("TABLE").map(String::as_str), Some("orders"));
    assert_eq!((orders.settings.get("TOPIC"), orders.settings.get("QUEUE")), (None, None));
    assert_eq!(orders.tables[0].key, ["number"]);
    assert!(orders.missing.iter().any(|(name, _)| name == "gone"), "{:?}", orders.missing);
}

#[test]
fn data_comes_before_programs() {
    let yaml = "service: a\nprovider: {name: aws}\nfunctions:\n  listed: {handler: a.main}\n";
    let program =
        "module.exports = { provider: {}, functions: { ignored: { handler: 'a.main' } } };";
    let folder = place(&[
        ("a.js", "exports.main = async () => {};"),
        ("serverless.yml", yaml),
        ("serverless.js", program),
        ("other/a.js", "exports.main = async () => {};"),
        ("other/serverless.js", program),
    ]);
    let found = discover(folder.path()).unwrap();
    let named = found.iter().flat_map(|found| functions(found, folder.path()));
    assert_eq!(
        named.collect::<Vec<_>>(),
        ["listed a.js main Request", "ignored other/a.js main Request"]
    );
}

#[test]
fn a_description_may_be_put_together_by_a_package() {
    let parts = "{ provider: { name: 'aws' }, functions: { first: { handler: 'a.main' } } }";
    let more = "{ provider: { stage: 'dev' }, functions: { second: { handler: 'a.main' } } }";
    for text in [
        format!("import merge from 'deepmerge';\nmodule.exports = merge({parts}, {more});"),
        format!(
            "import {{ all }} from 'deepmerge';\nmodule.exports = all([{parts}].concat([{more}]));"
        ),
        format!("import {{ merge }} from 'lodash';\nmodule.exports = merge({parts}, {more});"),
        format!("import merge from 'lodash/merge';\nmodule.exports = merge({parts}, {more});"),
    ] {
        let folder = place(&[("serverless.ts", &text), ("a.js", "exports.main = () => {};")]);
        let found = discover(folder.path()).unwrap();
        let named = found.iter().flat_map(|found| functions(found, folder.path()));
        let expected = ["first a.js main Request", "second a.js main Request"];
        assert_eq!(named.collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn a_description_may_refuse_to_deploy() {
    let text = "if (!process.env.NAME) { console.error('no name'); process.exit(-1); }
        module.exports = { provider: {}, functions: { first: { handler: 'a.main' } } };";
    let folder = place(&[("serverless.js", text), ("a.js", "exports.main = () => {};")]);
    let found = discover(folder.path()).unwrap();
    let named = found.iter().flat_map(|found| functions(found, folder.path()));
    assert_eq!(named.collect::<Vec<_>>(), ["first a.js main Request"]);
}

#[test]
fn what_a_program_exports_may_not_be_known() {
    for text in [
        "module.exports = async () => ({ functions: {}, provider: {} });",
        "throw new Error('no functions, no provider');",
        "module.exports = { functions, provider",
        "module.exports = process.env.DESCRIPTION; // functions, provider",
        "import type { AWS } from '@serverless/typescript'; module.exports = joined(parts);",
    ] {
        let folder = place(&[("serverless.js", text)]);
        let found = discover(folder.path()).unwrap();
        let missing: Vec<_> = found.iter().flat_map(|found| &found.missing).collect();
        assert_eq!(missing.len(), 1, "{text}: {found:?}");
    }
    // A module of that name that describes nothing.
    let folder = place(&[("serverless.js", "module.exports = require('serverless-http');")]);
    assert!(discover(folder.path()).unwrap().is_empty());
}
