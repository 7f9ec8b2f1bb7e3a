//! Every assumption that a verdict of `aplomb check` can list stands in the book.

use std::path::{Path, PathBuf};

/// The texts that the sources below a folder pass to `assume`.
fn assumptions(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            assumptions(&path, found);
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        for rest in source.split(".assume(").skip(1) {
            let argument = rest.trim_start().trim_start_matches("&format!(").trim_start();
            let Some(text) = argument.strip_prefix('"') else { continue };
            let text = text.split(['"', '{']).next().unwrap_or_default();
            found.push((path.clone(), text.trim().to_string()));
        }
    }
}

#[test]
fn the_book_lists_every_assumption() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let chapter = std::fs::read_to_string(root.join("docs/src/retry-safety.md")).unwrap();
    let mut found = Vec::new();
    for name in ["cloud", "symbolic", "idempotence"] {
        assumptions(&root.join("crates").join(name).join("src"), &mut found);
    }
    assert!(found.len() > 10, "the sources say `.assume(\"...\")`");
    for (path, text) in found {
        assert!(chapter.contains(&text), "{}: not in the book: {text}", path.display());
    }
}
