//! The column *never knows* of the map in ARCHITECTURE.md, as words that sources must not
//! contain. Every phrase of the column has its words, every phrase with words stands in the
//! column, and every word is one that the code it comes from uses.

use super::{names, read, root, table};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrases {
    standard: BTreeSet<String>,
    phrase: Vec<Phrase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrase {
    name: String,
    words: Vec<String>,
    known_by: Vec<String>,
}

/// The sources of a crate, by path, without comments and unit tests.
fn sources(name: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    collect(&root().join("crates").join(name).join("src"), &mut found);
    assert!(!found.is_empty(), "the crate `{name}` has no sources");
    found
}

fn collect(folder: &Path, found: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let code = code.lines().map(|line| line.split("//").next().unwrap_or_default());
            found.insert(path.display().to_string(), code.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// Whether a text has a word that is no part of a longer one; an underscore ends a word.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(word).any(|(at, _)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next())
    })
}

#[test]
fn crates_do_not_use_the_words_of_what_they_never_know() {
    let phrases: Phrases =
        toml::from_str(&read("crates/aplomb/tests/workspace/never_knows.toml")).expect("phrases");
    let phrases: BTreeMap<&str, &Phrase> =
        phrases.phrase.iter().map(|phrase| (&*phrase.name, phrase)).collect();
    let architecture = read("ARCHITECTURE.md");
    let mut met = BTreeSet::new();
    let mut wrong = Vec::new();
    for row in table(&architecture, "Code map") {
        for name in names(&row[0]) {
            let sources = sources(name);
            for never in row[3].split(", ") {
                let phrase = phrases.get(never).unwrap_or_else(|| {
                    panic!("`{name}` never knows \"{never}\": which words are that?")
                });
                met.insert(&*phrase.name);
                for word in &phrase.words {
                    let at = sources.iter().find(|(_, text)| has_word(text, word));
                    wrong.extend(at.map(|(path, _)| format!("{never}: `{word}` in {path}")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let defined: BTreeSet<&str> = phrases.keys().copied().collect();
    assert_eq!(met, defined, "ARCHITECTURE.md on the left, never_knows.toml on the right");
}

#[test]
fn the_words_are_those_of_the_crates_that_know() {
    let phrases: Phrases =
        toml::from_str(&read("crates/aplomb/tests/workspace/never_knows.toml")).expect("phrases");
    for phrase in &phrases.phrase {
        let known: Vec<String> =
            phrase.known_by.iter().flat_map(|name| sources(name).into_values()).collect();
        for word in &phrase.words {
            let found = known.iter().any(|text| has_word(text, word));
            assert!(found, "{}: nobody who knows writes `{word}`", phrase.name);
        }
    }
}

/// Who never knows SDKs names none of the packages that the data about packages names.
#[test]
fn who_never_knows_sdks_names_no_package() {
    let phrases: Phrases =
        toml::from_str(&read("crates/aplomb/tests/workspace/never_knows.toml")).expect("phrases");
    let data: BTreeMap<String, BTreeMap<String, Vec<String>>> =
        toml::from_str(&read("crates/cloud/src/models/packages.toml")).expect("packages");
    let sections = data.iter().filter(|(section, _)| *section != "reviewed");
    let packages: BTreeSet<&String> = sections.flat_map(|(_, packages)| packages.keys()).collect();
    assert!(packages.len() > 100);
    let mut wrong = Vec::new();
    let mut met = BTreeSet::new();
    for row in table(&read("ARCHITECTURE.md"), "Code map") {
        if !row[3].split(", ").any(|never| never == "SDKs") {
            continue;
        }
        for (path, text) in names(&row[0]).into_iter().flat_map(sources) {
            for &package in &packages {
                let names = |end: &str| text.contains(&format!("\"{package}{end}"));
                match ["\"", ".", "("].into_iter().any(names) {
                    true if phrases.standard.contains(package) => {
                        met.insert(package);
                    }
                    true => wrong.push(format!("`{package}` in {path}")),
                    false => {}
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unused = phrases.standard.iter().filter(|name| !met.contains(name));
    assert_eq!(unused.collect::<Vec<_>>(), Vec::<&String>::new(), "no crate writes these");
}
