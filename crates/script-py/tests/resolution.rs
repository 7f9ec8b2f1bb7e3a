//! Which file an import leads to.

use aplomb_script::{FrontEnd, Program};
use aplomb_script_py::Python;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

fn files(files: &[(&str, &str)]) -> HashMap<PathBuf, String> {
    files.iter().map(|(path, text)| (PathBuf::from(path), text.to_string())).collect()
}

fn resolve(importer: &str, source: &str) -> String {
    let known = files(&[
        ("app/handler.py", ""),
        ("app/todos/__init__.py", ""),
        ("app/todos/create.py", ""),
        ("app/todos/json.py", ""),
        ("app/todos/deep/__init__.py", ""),
        ("app/todos/deep/down.py", ""),
        ("app/plain/tool.py", ""),
        ("app/src/lib.py", ""),
        ("app/queue.py", ""),
        ("app/stripe.py", ""),
    ]);
    let found = Python.resolve(&known, Path::new("app"), Path::new(importer), source);
    found.map_or("external".into(), |path| path.display().to_string())
}

#[test]
fn absolute_imports_begin_at_the_root_and_at_the_folders_around() {
    let cases = [
        ("app/handler.py", "todos", "app/todos/__init__.py"),
        ("app/handler.py", "todos.create", "app/todos/create.py"),
        ("app/handler.py", "plain.tool", "app/plain/tool.py"),
        ("app/handler.py", "plain", "external"),
        ("app/handler.py", "lib", "app/src/lib.py"),
        ("app/handler.py", "boto3", "external"),
        ("app/todos/create.py", "todos", "app/todos/__init__.py"),
        ("app/todos/create.py", "deep.down", "app/todos/deep/down.py"),
        ("app/todos/create.py", "create", "external"),
    ];
    for (importer, source, expected) in cases {
        assert_eq!(resolve(importer, source), expected, "{source} in {importer}");
    }
}

#[test]
fn relative_imports_begin_at_the_package() {
    let cases = [
        ("app/todos/create.py", ".", "app/todos/__init__.py"),
        ("app/todos/create.py", ".json", "app/todos/json.py"),
        ("app/todos/__init__.py", ".create", "app/todos/create.py"),
        ("app/todos/deep/down.py", "..create", "app/todos/create.py"),
        ("app/todos/deep/down.py", "..", "app/todos/__init__.py"),
        ("app/todos/deep/down.py", "..missing", "external"),
    ];
    for (importer, source, expected) in cases {
        assert_eq!(resolve(importer, source), expected, "{source} in {importer}");
    }
}

#[test]
fn the_standard_library_comes_before_neighbours_but_not_before_the_root() {
    assert_eq!(resolve("app/todos/create.py", "json"), "external");
    assert_eq!(resolve("app/todos/create.py", "queue"), "app/queue.py");
    assert_eq!(resolve("app/stripe.py", "stripe"), "external");
}

#[test]
fn names_imported_from_a_package_may_be_modules() {
    let known = files(&[
        (
            "app/handler.py",
            "from shop import db, NAME\nfrom shop.models import *\nimport shop.tools",
        ),
        ("app/shop/__init__.py", "NAME = 'shop'\nfrom . import db"),
        ("app/shop/db.py", "from .. import handler"),
        ("app/shop/models.py", ""),
        ("app/shop/tools.py", ""),
    ]);
    let mut program = Program::default();
    let id = program
        .load(&[&Python], &known, Path::new("app"), Path::new("app/handler.py"))
        .expect("the entry is there");
    let handler = program.module(id);
    let path = |id| program.files[program.module(id).file.0 as usize].path.display().to_string();
    let mut imports: Vec<_> =
        handler.imports.iter().map(|(source, id)| format!("{source} = {}", path(*id))).collect();
    imports.sort();
    assert_eq!(
        imports,
        [
            "shop = app/shop/__init__.py",
            "shop.db = app/shop/db.py",
            "shop.models = app/shop/models.py",
            "shop.tools = app/shop/tools.py",
        ]
    );
    assert_eq!(handler.submodule("shop", "db").map(path), Some("app/shop/db.py".to_string()));
    assert_eq!(handler.submodule("shop", "NAME"), None);
    assert!(program.diagnostics.is_empty(), "{:?}", program.diagnostics);
}

#[test]
fn layers_hold_modules_where_the_platform_or_its_tools_look() {
    let known = files(&[
        ("layer/python/shop/__init__.py", ""),
        ("layer/prices.py", ""),
        ("layer/src/taxes/rates.py", ""),
        ("layer/src/taxes/__init__.py", ""),
        ("layer/json.py", ""),
    ]);
    let cases = [
        ("shop", "layer/python/shop/__init__.py"),
        ("prices", "layer/prices.py"),
        ("taxes.rates", "layer/src/taxes/rates.py"),
        ("json", "external"),
        (".prices", "external"),
        ("unheard_of", "external"),
    ];
    for (source, expected) in cases {
        let found = Python.shared(&known, Path::new("layer"), source);
        let found = found.map_or("external".into(), |path| path.display().to_string());
        assert_eq!(found, expected, "{source}");
    }
}
