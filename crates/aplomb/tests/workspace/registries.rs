//! What verdicts take for granted comes from the lists of assumptions, and what is on the lists
//! comes out somewhere.

use super::root;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn sources() -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("crates")).expect("crates").flatten() {
        collect(&entry.path().join("src"), &mut found);
    }
    found
}

fn collect(folder: &Path, found: &mut BTreeMap<PathBuf, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source file");
            found.insert(path, text);
        }
    }
}

#[test]
fn every_assumption_on_a_list_is_made_somewhere() {
    let sources = sources();
    let mut idle = Vec::new();
    let mut listed = 0;
    for (list, text) in sources.iter().filter(|(_, text)| text.contains("assumptions! {\n")) {
        for line in text.lines() {
            let name = line.strip_prefix("    ").and_then(|line| line.split_once(" = \""));
            let Some((name, _)) = name else { continue };
            if !name.chars().all(|c| c.is_ascii_uppercase() || c == '_') {
                continue;
            }
            listed += 1;
            let uses = [format!("assumptions::{name}"), format!("&{name}")];
            let is_made = |(path, text): (&PathBuf, &String)| {
                path != list && uses.iter().any(|used| text.contains(used))
            };
            if !sources.iter().any(is_made) {
                idle.push(name);
            }
        }
    }
    assert!(listed > 50, "{listed}");
    assert!(idle.is_empty(), "nobody assumes {idle:?}");
}

/// Only a list has sentences that say what is taken for granted: where a finding gets one, it
/// has a name.
#[test]
fn no_assumption_is_written_where_it_is_made() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        // What a proof takes for granted is in the description of its protocol.
        let is_description = path.ends_with("consensus/src/prove/proof.rs");
        if is_description || path.starts_with(root().join("crates/report")) {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (at, _) in code.match_indices(".assuming(") {
            let argument = code[at + ".assuming(".len()..].trim_start();
            if argument.starts_with('"') || argument.starts_with("format!") {
                let line = code[..at].lines().count();
                wrong.push(format!("{}:{line}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "sentences that are on no list: {wrong:?}");
}
