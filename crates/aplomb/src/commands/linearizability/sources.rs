//! Finds the file behind a source line.

use std::path::PathBuf;

use aplomb_linearizability::class::SourceLine;
use aplomb_report::Span;

/// The folders in which source files may be.
pub struct SourceFolders {
    folders: Vec<PathBuf>,
}

/// Where build tools keep sources below a project's folder.
const USUAL: [&str; 5] = ["", "src", "src/main/java", "src/main/kotlin", "src/test/java"];

impl SourceFolders {
    pub fn new(folders: &[PathBuf]) -> SourceFolders {
        let below = |folder: &PathBuf| USUAL.map(|usual| folder.join(usual));
        SourceFolders { folders: folders.iter().flat_map(below).collect() }
    }

    /// The span of a line; it names the file as it was found, or by its package
    /// if it was not.
    pub fn span(&self, line: &SourceLine) -> Option<Span> {
        let (file, number) = (line.file.as_ref()?, line.line?);
        let in_package = match line.class.rsplit_once('.') {
            Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
            None => file.clone(),
        };
        let found = self.folders.iter().find_map(|folder| {
            [&in_package, file]
                .into_iter()
                .map(|name| folder.join(name))
                .find(|path| path.is_file())
        });
        let name = match found {
            Some(path) => {
                let shown = path.display().to_string();
                shown.strip_prefix("./").unwrap_or(&shown).to_owned()
            }
            None => in_package,
        };
        Some(Span::line(name, number))
    }
}
