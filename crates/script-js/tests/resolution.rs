//! Which file an import leads to.

use aplomb_script::{FrontEnd, Program};
use aplomb_script_js::JavaScript;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

fn files(files: &[(&str, &str)]) -> HashMap<PathBuf, String> {
    files.iter().map(|(path, text)| (PathBuf::from(path), text.to_string())).collect()
}

fn resolve(known: &[(&str, &str)], importer: &str, source: &str) -> String {
    let found = JavaScript.resolve(&files(known), Path::new("app"), Path::new(importer), source);
    found.map_or("external".into(), |path| path.display().to_string())
}

#[test]
fn relative_imports_try_extensions_and_indexes() {
    let known = [
        ("app/a.js", ""),
        ("app/b.ts", ""),
        ("app/c/index.tsx", ""),
        ("app/d.json", ""),
        ("app/e.mjs", ""),
        ("app/lib/f.v1.js", ""),
        ("app/g/package.json", r#"{ "main": "src/start" }"#),
        ("app/g/src/start.js", ""),
    ];
    let cases = [
        ("./a", "app/a.js"),
        ("./a.js", "app/a.js"),
        ("./b", "app/b.ts"),
        ("./b.js", "app/b.ts"),
        ("./c", "app/c/index.tsx"),
        ("./c/", "app/c/index.tsx"),
        ("./d.json", "app/d.json"),
        ("./e.mjs", "app/e.mjs"),
        ("./lib/f.v1", "app/lib/f.v1.js"),
        ("./g", "app/g/src/start.js"),
        ("./missing", "external"),
        ("aws-sdk", "external"),
        ("/opt/layer.js", "external"),
        ("", "external"),
    ];
    for (source, expected) in cases {
        assert_eq!(resolve(&known, "app/handler.js", source), expected, "{source}");
    }
    assert_eq!(resolve(&known, "app/lib/x.js", "../a"), "app/a.js");
    assert_eq!(resolve(&known, "app/c/x.js", "."), "app/c/index.tsx");
    assert_eq!(resolve(&known, "app/c/d/x.js", ".."), "app/c/index.tsx");
}

#[test]
fn folders_that_are_copied_when_functions_are_deployed_stand_above() {
    let known =
        [("app/shared/answer.js", ""), ("app/orders/src/index.js", ""), ("other/x/y.js", "")];
    for (source, expected) in [
        ("./shared/answer", "app/shared/answer.js"),
        // A file next to the importer can only be forgotten.
        ("./answer", "external"),
        ("../shared/answer", "external"),
        ("./x/y", "external"),
    ] {
        assert_eq!(resolve(&known, "app/orders/src/index.js", source), expected, "{source}");
    }
}

#[test]
fn aliases_come_from_the_nearest_configuration() {
    let known = [
        (
            "app/tsconfig.json",
            r#"{
                // comments and trailing commas are usual here
                "extends": "./base",
                "compilerOptions": { "paths": { "@lib/*": ["src/lib/*", "lib/*"], "@db": ["src/db.ts"], }, },
            }"#,
        ),
        (
            "app/base.json",
            r#"{ "extends": "./base.json", "compilerOptions": { "baseUrl": "src" } }"#,
        ),
        ("app/src/db.ts", ""),
        ("app/src/models/user.ts", ""),
        ("app/lib/log.js", ""),
        ("app/src/handlers/a.ts", ""),
    ];
    let cases = [
        ("@lib/log", "app/lib/log.js"),
        ("@db", "app/src/db.ts"),
        ("models/user", "app/src/models/user.ts"),
        ("@lib/none", "external"),
        ("uuid", "external"),
    ];
    for (source, expected) in cases {
        assert_eq!(resolve(&known, "app/src/handlers/a.ts", source), expected, "{source}");
    }
    assert_eq!(resolve(&known, "elsewhere/a.ts", "@db"), "external");
}

#[test]
fn programs_follow_imports_through_cycles_and_data() {
    let known = files(&[
        ("app/a.js", "const b = require('./b'); const t = require('./t.json');"),
        (
            "app/b.js",
            "exports.a = require('./a'); require('uuid'); import('./lazy.js'); require('./gone')",
        ),
        ("app/lazy.js", "syntax error here"),
        ("app/t.json", "{ \"name\": \"t\" }"),
    ]);
    let mut program = Program::default();
    let id = program
        .load(&[&JavaScript], &known, Path::new("app"), Path::new("app/a.js"))
        .expect("the entry is there");
    assert_eq!(program.modules.len(), 4);
    let mut imports: Vec<_> = program.module(id).imports.keys().collect();
    imports.sort();
    assert_eq!(imports, ["./b", "./t.json"]);
    let said: Vec<_> = program.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("syntax"), "{said:?}");
    assert_eq!(said[1], "import of \"./gone\": no such file");
}

#[test]
fn layers_hold_modules_where_the_platform_or_its_tools_look() {
    let known = [
        ("layer/nodejs/node_modules/shop/index.js", ""),
        ("layer/nodejs/prices.mjs", ""),
        ("layer/common/taxes.ts", ""),
        ("layer/util.js", ""),
    ];
    let cases = [
        ("shop", "layer/nodejs/node_modules/shop/index.js"),
        ("/opt/nodejs/prices.mjs", "layer/nodejs/prices.mjs"),
        ("/opt/common/taxes", "layer/common/taxes.ts"),
        ("/opt/nodejs/util", "layer/util.js"),
        ("./util", "external"),
        ("/var/task/util", "external"),
        ("unheard-of", "external"),
    ];
    for (source, expected) in cases {
        let found = JavaScript.shared(&files(&known), Path::new("layer"), source);
        let found = found.map_or("external".into(), |path| path.display().to_string());
        assert_eq!(found, expected, "{source}");
    }
}
