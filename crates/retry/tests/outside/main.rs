//! Applications by people who had read the book and nothing else, neither the models nor
//! their tests. Each folder is one application; its `expected.json` says of every function
//! what is true, which other verdicts a careful reader may defend, and why. `today` is what
//! Aplomb says where it does not know, or where it is wrong.
//!
//! A verdict may only become right: whatever else changes fails. `UPDATE_EXPECT=1` removes
//! `today` where it does; somebody has to write down what is no longer known.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use aplomb_retry::{Options, discover, load};
use serde::{Deserialize, Serialize};

/// What is known about a function.
#[derive(Deserialize, Serialize)]
struct Expected {
    verdict: String,
    /// Other verdicts that a careful reader may defend.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    why: String,
    /// What Aplomb says, where that is none of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    today: Option<String>,
}

impl Expected {
    fn is_right(&self, found: &str) -> bool {
        self.verdict == found || self.also.iter().any(|also| also == found)
    }
}

/// The verdicts on all functions of an application, each with its reason.
fn verdicts(folder: &Path) -> BTreeMap<String, (String, String)> {
    let mut verdicts = BTreeMap::new();
    for application in discover(folder).unwrap() {
        let loaded = load(&application);
        let all: Vec<usize> = (0..loaded.functions.len()).collect();
        let options = Options { exhaustive: false, ..Options::default() };
        let checked = loaded.check_all(&all, options, |_| {}).into_iter();
        verdicts.extend(checked.map(|c| (c.row.name, (c.row.verdict.to_string(), c.row.reason))));
    }
    verdicts
}

/// Compares one application; what is wrong with it.
fn compare(folder: &Path, update: bool) -> Vec<String> {
    let path = folder.join("expected.json");
    let mut expected: BTreeMap<String, Expected> =
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let verdicts = verdicts(folder);
    let mut wrong = Vec::new();
    for (name, expected) in &mut expected {
        let found = verdicts.get(name);
        let (found, reason) = found.map_or(("missing", ""), |(found, why)| (found, why));
        let today = (!expected.is_right(found)).then(|| found.to_string());
        if today == expected.today {
            continue;
        }
        match update && today.is_none() {
            true => expected.today = today,
            false => wrong.push(format!(
                "{}: {name} is {found} ({reason}), and {} was expected: {}",
                folder.display(),
                expected.today.as_ref().unwrap_or(&expected.verdict),
                expected.why
            )),
        }
    }
    if update {
        let text = serde_json::to_string_pretty(&expected).unwrap() + "\n";
        std::fs::write(&path, text).unwrap();
    }
    wrong
}

fn check(language: &str, part: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outside").join(language);
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let half = folders.iter().skip(part).step_by(2);
    let wrong: Vec<String> = half.flat_map(|folder| compare(folder, update)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn javascript_odd() {
    check("javascript", 0);
}

#[test]
fn javascript_even() {
    check("javascript", 1);
}

#[test]
fn python_odd() {
    check("python", 0);
}

#[test]
fn python_even() {
    check("python", 1);
}
