//! The workspace keeps to ARCHITECTURE.md: who may build on whom, why each
//! dependency is there, and that all licences allow it.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Licences that ask for no more than a notice.
const ALLOWED_LICENCES: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(root()).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output in UTF-8")
}

/// What cargo knows about the packages that are compiled for this machine.
fn packages() -> Vec<Value> {
    let version = output("rustc", &["-vV"]);
    let host = version.lines().find_map(|it| it.strip_prefix("host: ")).expect("a host");
    let arguments = ["metadata", "--format-version=1", "--filter-platform", host];
    let metadata: Value = serde_json::from_str(&output(env!("CARGO"), &arguments)).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The packages of the workspace, under the names of their folders.
fn crates(packages: &[Value]) -> BTreeMap<&str, &Value> {
    let own = packages.iter().filter(|it| it["source"].is_null());
    own.map(|it| (folder(text(&it["name"])), it)).collect()
}

fn folder(package: &str) -> &str {
    package.strip_prefix("aplomb-").unwrap_or(package)
}

/// The rows of the table under a heading of ARCHITECTURE.md.
fn table(document: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, section) = document.split_once(&format!("\n## {heading}\n")).expect(heading);
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| row.trim_matches('|').split('|').map(|it| it.trim().to_owned()).collect())
        .collect()
}

/// The words in backticks.
fn names(cell: &str) -> BTreeSet<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn crates_build_only_on_what_the_map_allows() {
    let (packages, architecture) = (packages(), read("ARCHITECTURE.md"));
    let rows = table(&architecture, "Code map");
    let crates = crates(&packages);
    for (name, package) in &crates {
        let row = rows.iter().find(|row| names(&row[0]).contains(name));
        let row = row.unwrap_or_else(|| panic!("ARCHITECTURE.md has no row for `{name}`"));
        let allowed = names(&row[2]);
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let on = folder(text(&dependency["name"]));
            let layered = dependency["kind"].is_null() && crates.contains_key(on);
            assert!(
                !layered || row[2] == "all" || allowed.contains(on),
                "`{name}` builds on `{on}`, which the map does not allow"
            );
        }
    }
}

#[test]
fn every_dependency_has_a_reason() {
    let manifest: toml::Table = read("Cargo.toml").parse().expect("a manifest");
    let declared = manifest["workspace"]["dependencies"].as_table().expect("dependencies");
    let declared: BTreeSet<&str> = declared.keys().map(String::as_str).collect();
    let architecture = read("ARCHITECTURE.md");
    let rows = table(&architecture, "Dependencies");
    let explained: BTreeSet<&str> = rows.iter().flat_map(|row| names(&row[0])).collect();
    assert_eq!(declared, explained, "Cargo.toml on the left, ARCHITECTURE.md on the right");
}

#[test]
fn versions_are_those_of_the_workspace() {
    let (packages, manifest) = (packages(), read("Cargo.toml"));
    let manifest: toml::Table = manifest.parse().expect("a manifest");
    let declared = manifest["workspace"]["dependencies"].as_table().expect("dependencies");
    for (name, package) in crates(&packages) {
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let on = text(&dependency["name"]);
            let own = dependency["path"].is_string();
            assert!(own || declared.contains_key(on), "`{name}`: `{on}` is not in Cargo.toml");
        }
    }
}

#[test]
fn licences_ask_for_no_more_than_a_notice() {
    for package in packages() {
        let licence = text(&package["license"]);
        assert!(is_allowed(licence), "{} is under `{licence}`", text(&package["name"]));
    }
}

/// Whether an SPDX expression leaves a choice of allowed licences only.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    any_of(&mut words) && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any_of(words: &mut Words<'_>) -> bool {
    let mut allowed = all_of(words);
    while words.next_if_eq(&"OR").is_some() {
        allowed |= all_of(words);
    }
    allowed
}

fn all_of(words: &mut Words<'_>) -> bool {
    let mut allowed = one(words);
    while words.next_if_eq(&"AND").is_some() {
        allowed &= one(words);
    }
    allowed
}

fn one(words: &mut Words<'_>) -> bool {
    if words.next_if_eq(&"(").is_some() {
        let allowed = any_of(words);
        return words.next_if_eq(&")").is_some() && allowed;
    }
    let allowed = words.next().is_some_and(|word| ALLOWED_LICENCES.contains(&word));
    // An exception only ever allows more.
    if words.next_if_eq(&"WITH").is_some() {
        words.next();
    }
    allowed
}

#[test]
fn licence_expressions_are_understood() {
    for (expression, allowed) in [
        ("MIT", true),
        ("GPL-3.0-only", false),
        ("GPL-3.0-only OR MIT", true),
        ("GPL-3.0-only AND MIT", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(MIT OR Apache-2.0) AND GPL-3.0-only", false),
        ("Apache-2.0 WITH LLVM-exception OR MIT/Zlib", true),
        ("", false),
        ("(MIT", false),
    ] {
        assert_eq!(is_allowed(expression), allowed, "{expression}");
    }
}
