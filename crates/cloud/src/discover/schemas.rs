//! SQL files of an application: schemas and migrations, which say what the keys of
//! tables are. The schema of Prisma says it for the tables that they leave out.

use super::{Application, DEEPEST, SKIPPED};
use aplomb_sql::PrismaSchema;
use std::path::{Path, PathBuf};

/// Files that are larger than this hold data, not definitions.
const LARGEST: u64 = 1 << 20;

/// More files than this are not read.
const MOST: usize = 500;

/// Reads the files below a folder of an application that define tables.
pub(super) fn read(application: &mut Application, folder: &Path) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut files = Vec::new();
    find(folder, 0, "sql", &mut files);
    for file in files.into_iter().take(MOST) {
        if let Ok(text) = std::fs::read_to_string(&file)
            && text.to_lowercase().contains("create")
        {
            application.schemas.push(text);
        }
    }
    let mut prisma = Vec::new();
    find(folder, 0, "prisma", &mut prisma);
    let texts: Vec<String> =
        prisma.iter().filter_map(|file| std::fs::read_to_string(file).ok()).collect();
    // Several may be parts of one, or belong to several clients.
    if let [text] = texts.as_slice() {
        let schema = PrismaSchema::of(text);
        let tables = schema.tables(&application.schemas);
        if !tables.is_empty() {
            application.schemas.push(tables);
        }
        application.prisma = Some(schema);
    }
}

/// The files of a folder whose names end so, in the order of their names: that is the order in
/// which migrations are applied.
fn find(folder: &Path, depth: usize, ending: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in &entries {
        let is_such =
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending));
        let is_small = || path.metadata().is_ok_and(|about| about.len() <= LARGEST);
        if is_such && path.is_file() && is_small() {
            found.push(path.clone());
        }
    }
    for path in entries {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        let skipped = name.starts_with('.') || SKIPPED.contains(&name);
        if path.is_dir() && !path.is_symlink() && !skipped && depth < DEEPEST && found.len() < MOST
        {
            find(&path, depth + 1, ending, found);
        }
    }
}
