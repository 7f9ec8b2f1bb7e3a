//! The book is tested: its commands print what it says they print, its data
//! parses, its links lead somewhere. `UPDATE_EXPECT=1` writes the real output
//! into the documents. CONTRIBUTING.md tells authors the rules.

mod document;
mod links;
mod session;
mod transcript;

use document::{Block, Document};
use session::Session;
use std::path::{Path, PathBuf};
use std::process::Command;

const BOOK: &str = "docs/src";
/// The reference of codes, which is generated.
const CODES: &str = "docs/src/codes.md";

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the root of the repository")
}

/// The documents at the root of the repository and all chapters of the book.
fn documents() -> Vec<Document> {
    let root = root();
    let mut paths = Vec::new();
    collect(&root, Path::new(""), false, &mut paths);
    collect(&root, Path::new(BOOK), true, &mut paths);
    paths.sort();
    paths.iter().map(|path| Document::read(&root, path)).collect()
}

fn collect(root: &Path, folder: &Path, deep: bool, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(root.join(folder)).expect("a folder of documents") {
        let entry = entry.expect("an entry of a directory");
        let path = folder.join(entry.file_name());
        if deep && entry.path().is_dir() {
            collect(root, &path, deep, paths);
        } else if path.extension().is_some_and(|it| it == "md") {
            paths.push(path);
        }
    }
}

fn report(failures: Vec<String>) {
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n\n"), failures.len());
}

#[test]
fn commands_print_what_the_book_says() {
    let (root, documents) = (root(), documents());
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut failures = Vec::new();
    std::thread::scope(|scope| {
        let root = &root;
        let play = |document| scope.spawn(move || Session::start(root).play(document));
        let running: Vec<_> = documents.iter().map(|it| (it, play(it))).collect();
        for (document, thread) in running {
            let played = thread.join().expect("a document is played to its end");
            if update && played.corrected != document.text {
                std::fs::write(root.join(&document.path), played.corrected)
                    .expect("a document can be written");
            } else {
                failures.extend(played.failures);
            }
        }
    });
    report(failures);
}

#[test]
fn no_block_goes_untested_in_silence() {
    let compiled = chapters_compiled_by_rustdoc();
    let untested = |document: &Document, block: &Block| {
        let tested = match block.language.as_str() {
            "console" | "json" | "toml" | "text" => true,
            "rust" => compiled.iter().any(|it| document.path.ends_with(it)),
            "" => false,
            _ => block.attribute("file").is_some(),
        };
        !tested && !block.has("untested")
    };
    let mut failures = Vec::new();
    let documents = documents();
    // The examples of the codes have their tests where the codes are reported.
    for document in documents.iter().filter(|it| it.path != Path::new(CODES)) {
        for block in document.blocks.iter().filter(|block| untested(document, block)) {
            failures.push(format!(
                "{}:{}: nothing tests this `{}` block: CONTRIBUTING.md lists what is tested",
                document.path.display(),
                block.line,
                block.language
            ));
        }
    }
    report(failures);
}

/// Chapters that some crate includes in its documentation tests.
fn chapters_compiled_by_rustdoc() -> Vec<PathBuf> {
    let mut chapters = Vec::new();
    for entry in std::fs::read_dir(root().join("crates")).expect("the crates") {
        let library = entry.expect("a crate").path().join("src/lib.rs");
        let source = std::fs::read_to_string(library).unwrap_or_default();
        for rest in source.split("include_str!(\"").skip(1) {
            let path = rest.split('"').next().unwrap_or_default();
            chapters.push(PathBuf::from(path.trim_start_matches("../")));
        }
    }
    chapters
}

#[test]
fn links_lead_somewhere() {
    let (root, documents) = (root(), documents());
    report(documents.iter().flat_map(|it| links::broken(&root, it, &documents)).collect());
}

#[test]
fn the_summary_lists_every_chapter() {
    let summary_path = Path::new(BOOK).join("SUMMARY.md");
    let summary = Document::read(&root(), &summary_path);
    let listed: Vec<PathBuf> =
        summary.links.iter().map(|link| Path::new(BOOK).join(&link.target)).collect();
    let chapters = documents().into_iter().map(|it| it.path).filter(|it| it.starts_with(BOOK));
    let missing = chapters.filter(|it| *it != summary_path && !listed.contains(it));
    report(missing.map(|it| format!("SUMMARY.md does not list {}", it.display())).collect());
}

#[test]
fn the_reference_of_assumptions_is_up_to_date() {
    let reference = aplomb::commands::explain::assumptions::reference();
    expect_test::expect_file![root().join("docs/src/assumptions.md")].assert_eq(&reference);
}

#[test]
fn the_reference_of_causes_is_up_to_date() {
    let reference = aplomb::commands::explain::causes::reference();
    expect_test::expect_file![root().join("docs/src/causes.md")].assert_eq(&reference);
}

#[test]
fn the_reference_of_codes_is_up_to_date() {
    expect_test::expect_file![root().join(CODES)].assert_eq(&aplomb_report::Page::reference());
}

#[test]
fn every_command_has_its_section() {
    let help = Command::new(env!("CARGO_BIN_EXE_aplomb")).arg("-h").output().expect("the help");
    let help = String::from_utf8(help.stdout).expect("the help in UTF-8");
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let commands = commands.filter(|line| !line.starts_with("   "));
    let names = commands.filter_map(|line| line.split_whitespace().next());
    let chapter = Document::read(&root(), Path::new("docs/src/command-line.md"));
    let missing = names.filter(|name| !chapter.anchors.contains(&format!("aplomb-{name}")));
    report(missing.map(|name| format!("command-line.md has no section on `{name}`")).collect());
}

#[test]
fn a_document_is_played_in_order() {
    let text = "\
```sh file=said.txt
hello
```

1. In a list:

   ```console
   $ cat said.txt
   bye
   $ exit 3
   $ echo $?
   3
   ```

```json
{ \"broken\"
```

```console
$ aplomb --version
aplomb [..]
...
```
";
    let document = Document::parse(Path::new("sample.md"), text.to_owned());
    let played = Session::start(Path::new("/nowhere")).play(&document);
    assert_eq!(played.corrected, text.replace("bye", "hello"));
    assert_eq!(played.failures.len(), 2, "{:?}", played.failures);
    assert!(played.failures[0].starts_with("sample.md:7: the output differs"));
    assert!(played.failures[1].starts_with("sample.md:15: EOF while parsing"));
}
