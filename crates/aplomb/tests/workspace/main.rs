//! The workspace keeps to ARCHITECTURE.md: who may build on whom, what each must not know,
//! why each dependency is there, and that all licences allow it.

mod never_knows;
mod registries;

use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

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
fn crates_build_on_what_the_map_says() {
    let (packages, architecture) = (packages(), read("ARCHITECTURE.md"));
    let rows = table(&architecture, "Code map");
    let crates = crates(&packages);
    for (name, package) in &crates {
        let row = rows.iter().find(|row| names(&row[0]).contains(name));
        let row = row.unwrap_or_else(|| panic!("ARCHITECTURE.md has no row for `{name}`"));
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let layered = dependencies.filter(|dependency| dependency["kind"].is_null());
        let built_on: BTreeSet<&str> =
            layered.map(|dependency| folder(text(&dependency["name"]))).collect();
        let built_on: BTreeSet<&str> =
            built_on.into_iter().filter(|on| crates.contains_key(on)).collect();
        // `script-js` and `script-py` share a row, as siblings that build on the same.
        let listed = if row[2] == "all" { built_on.clone() } else { names(&row[2]) };
        assert_eq!(built_on, listed, "`{name}`: the manifest on the left, the map on the right");
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

/// What can be left out takes its dependencies with it.
#[test]
fn without_default_features_there_is_no_server() {
    let manifest = root().join("crates/aplomb/Cargo.toml");
    let manifest = manifest.to_str().expect("a path");
    let tree = |features: &[&str]| -> BTreeSet<String> {
        let mut arguments = vec!["tree", "--offline", "--manifest-path", manifest];
        arguments.extend(["--edges", "normal", "--prefix", "none", "--format", "{lib}"]);
        arguments.extend(features);
        output(env!("CARGO"), &arguments).lines().map(str::to_owned).collect()
    };
    let (all, light) = (tree(&[]), tree(&["--no-default-features"]));
    for heavy in ["async_nats", "axum", "fjall", "omnipaxos", "raft", "rustls", "tokio"] {
        assert!(all.contains(heavy) && !light.contains(heavy), "{heavy}");
    }
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

/// The policy of `cargo deny`, which `scripts/deny` runs in full: this is the part that needs
/// neither that program nor a network.
fn policy() -> toml::Table {
    read("deny.toml").parse().expect("deny.toml")
}

fn strings(value: &toml::Value) -> BTreeSet<&str> {
    value.as_array().into_iter().flatten().filter_map(toml::Value::as_str).collect()
}

#[test]
fn licences_ask_for_no_more_than_a_notice() {
    let policy = policy();
    let allowed = strings(&policy["licenses"]["allow"]);
    let mut needed = BTreeSet::new();
    for package in packages() {
        let (name, licence) = (text(&package["name"]), text(&package["license"]));
        let expression = Expression::parse_mode(licence, ParseMode::LAX);
        let expression = expression.unwrap_or_else(|error| panic!("{name}: {error}"));
        let choice = expression.evaluate(|it| allowed.contains(it.to_string().as_str()));
        assert!(choice, "{name} is under `{licence}`, which deny.toml does not allow");
        needed.extend(expression.requirements().map(|it| it.req.to_string()));
    }
    let idle: Vec<_> = allowed.iter().filter(|it| !needed.contains(**it)).collect();
    assert!(idle.is_empty(), "deny.toml allows {idle:?}, which no dependency is under");
}

/// A crate in two versions is compiled twice. Which ones are is written down with the reason, so
/// that somebody decides it.
#[test]
fn crates_in_two_versions_are_known() {
    let policy = policy();
    let known: BTreeSet<&str> = policy["bans"]["skip"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["crate"].as_str()?.split('@').next())
        .collect();
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let version = text(&package["version"]).to_owned();
        versions.entry(text(&package["name"]).to_owned()).or_default().insert(version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    let twice: BTreeSet<&str> = versions.keys().map(String::as_str).collect();
    assert_eq!(twice, known, "compiled twice on the left, `skip` of deny.toml on the right");
}
