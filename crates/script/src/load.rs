//! Following imports from an entry file.

use crate::{Diagnostic, FileId, Module, ModuleId, Program, Severity, SourceFile, Span};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Files larger than this are not parsed: handlers are small, bundles are not.
const LARGEST_FILE: usize = 4 << 20;

/// What a front end makes of one file.
pub struct Parsed {
    /// The module; its functions and classes were added to the program.
    pub module: Module,
    /// Import strings found in it, with where they stand.
    pub imports: Vec<(String, Span)>,
    /// What it had to say.
    pub diagnostics: Vec<Diagnostic>,
}

/// A language.
pub trait FrontEnd: Send + Sync {
    /// Whether it takes files with this extension (without the dot).
    fn takes(&self, extension: &str) -> bool;

    /// Parses and lowers a file. Never fails: errors are diagnostics.
    fn parse(&self, program: &mut Program, file: FileId, path: &Path, text: &str) -> Parsed;

    /// The file an import string leads to, if it is one of the program's own.
    /// `root` is the folder of the application, for imports relative to it.
    fn resolve(
        &self,
        files: &dyn Files,
        root: &Path,
        importer: &Path,
        source: &str,
    ) -> Option<PathBuf>;

    /// The file an import string leads to in a folder of code that applications
    /// share, as the platform mounts it (a Lambda layer).
    fn shared(&self, files: &dyn Files, folder: &Path, source: &str) -> Option<PathBuf>;

    /// Whether an import string can only lead to a file of the program, so that
    /// not finding one is worth a warning.
    fn must_resolve(&self, _source: &str) -> bool {
        false
    }
}

/// Where source files come from; tests use a map, the tool the disk.
pub trait Files: Send + Sync {
    /// The bytes of a file.
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>>;
    /// Whether a file (not a folder) is there.
    fn is_file(&self, path: &Path) -> bool;
}

/// Files of the disk.
pub struct OnDisk;

impl Files for OnDisk {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }
}

impl Files for HashMap<PathBuf, String> {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        self.get(path)
            .map(|text| text.clone().into_bytes())
            .ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }
    fn is_file(&self, path: &Path) -> bool {
        self.contains_key(path)
    }
}

/// Why an entry file could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not text.
    #[error("{path}: not a text file (it is not valid UTF-8)")]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// The file is too large.
    #[error(
        "{path}: {size} bytes is too large for a handler; point at the sources, not at a bundle"
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        size: usize,
    },
    /// No front end takes the file.
    #[error("{path}: no language known for this extension (.js, .mjs, .cjs, .ts, .jsx, .tsx, .py)")]
    UnknownLanguage {
        /// The file.
        path: PathBuf,
    },
}

impl Program {
    /// Loads a file and all files of the application it imports, directly or
    /// not. A file that was loaded before is not loaded again.
    ///
    /// Problems in imported files are diagnostics at the import; only the entry
    /// itself can fail.
    pub fn load(
        &mut self,
        front_ends: &[&dyn FrontEnd],
        files: &dyn Files,
        root: &Path,
        entry: &Path,
    ) -> Result<ModuleId, LoadError> {
        // Importers have normal paths, and are compared with the root.
        let root = &normal_path(root);
        let entry = normal_path(entry);
        if let Some(&known) = self.by_path.get(&entry) {
            return Ok(known);
        }
        let first = self.parse_one(front_ends, files, &entry)?;
        let mut open = vec![first];
        while let Some((importer, front_end, imports)) = open.pop() {
            let importer_path = self.files[self.module(importer).file.0 as usize].path.clone();
            for (source, span) in imports {
                let front_end = front_ends[front_end];
                let own = front_end.resolve(files, root, &importer_path, &source);
                let found = own.or_else(|| {
                    let mut folders = self.shared.iter();
                    folders.find_map(|folder| front_end.shared(files, folder, &source))
                });
                let Some(path) = found else {
                    if front_end.must_resolve(&source) {
                        self.diagnostics.push(Diagnostic {
                            severity: Severity::Warning,
                            span,
                            message: format!("import of {source:?}: no such file"),
                        });
                    }
                    continue;
                };
                let path = normal_path(&path);
                let target = match self.by_path.get(&path) {
                    Some(&known) => known,
                    None => match self.parse_one(front_ends, files, &path) {
                        Ok(parsed) => {
                            let id = parsed.0;
                            open.push(parsed);
                            id
                        }
                        Err(error) => {
                            self.diagnostics.push(Diagnostic {
                                severity: Severity::Error,
                                span,
                                message: format!("import of {source:?}: {error}"),
                            });
                            continue;
                        }
                    },
                };
                self.modules[importer.0 as usize].imports.insert(source, target);
            }
        }
        Ok(self.by_path[&entry])
    }

    #[allow(clippy::type_complexity)]
    fn parse_one(
        &mut self,
        front_ends: &[&dyn FrontEnd],
        files: &dyn Files,
        path: &Path,
    ) -> Result<(ModuleId, usize, Vec<(String, Span)>), LoadError> {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        let front_end = front_ends
            .iter()
            .position(|f| f.takes(extension))
            .ok_or_else(|| LoadError::UnknownLanguage { path: path.into() })?;
        let bytes = files
            .read(path)
            .map_err(|source| LoadError::Unreadable { path: path.into(), source })?;
        if bytes.len() > LARGEST_FILE {
            return Err(LoadError::TooLarge { path: path.into(), size: bytes.len() });
        }
        let text: Arc<str> =
            String::from_utf8(bytes).map_err(|_| LoadError::NotText { path: path.into() })?.into();
        let file = FileId(self.files.len() as u32);
        self.files.push(SourceFile::new(path, text.clone()));
        let parsed = front_ends[front_end].parse(self, file, path, &text);
        self.diagnostics.extend(parsed.diagnostics);
        let id = ModuleId(self.modules.len() as u32);
        self.modules.push(parsed.module);
        self.by_path.insert(path.to_path_buf(), id);
        Ok((id, front_end, parsed.imports))
    }
}

/// Removes `.` and `..` without asking the disk, so that one file has one name.
pub fn normal_path(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !matches!(out.components().next_back(), Some(Component::Normal(_))) || !out.pop()
                {
                    out.push("..");
                }
            }
            other => out.push(other),
        }
    }
    out
}
