//! Links: every relative one leads to a file, and to a heading if it names one.

use crate::document::Document;
use std::path::{Component, Path, PathBuf};

/// What is wrong with the links of `document`.
pub fn broken(root: &Path, document: &Document, all: &[Document]) -> Vec<String> {
    let problem = |link: &crate::document::Link| {
        let reason = resolve(root, document, &link.target, all).err()?;
        Some(format!("{}:{}: {}: {reason}", document.path.display(), link.line, link.target))
    };
    document.links.iter().filter_map(problem).collect()
}

fn resolve(
    root: &Path,
    document: &Document,
    target: &str,
    all: &[Document],
) -> Result<(), &'static str> {
    if target.contains("://") || target.starts_with("mailto:") {
        return Ok(());
    }
    let (file, fragment) = target.split_once('#').map_or((target, None), |(f, a)| (f, Some(a)));
    let path = match file {
        "" => document.path.clone(),
        _ => normalise(&document.path.parent().unwrap_or(Path::new("")).join(file)),
    };
    if !root.join(&path).exists() {
        return Err("there is no such file");
    }
    let (Some(fragment), Some(page)) = (fragment, all.iter().find(|it| it.path == path)) else {
        return Ok(());
    };
    match page.anchors.iter().any(|it| it == fragment) {
        true => Ok(()),
        false => Err("the page has no such heading"),
    }
}

/// The path without `.` and `..`.
fn normalise(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                result.pop();
            }
            Component::CurDir => {}
            other => result.push(other),
        }
    }
    result
}
