//! From a file to a model.

use std::path::{Path, PathBuf};

use aplomb_cloud::{Application, Models, Table};
use aplomb_consistency::Schema;
use aplomb_consistency::summary::{Summary, place, summarize_in};
use aplomb_report::{Diagnostic, Report};
use aplomb_script::{FrontEnd, LoadError, ModuleId, OnDisk, Program, Severity};
use aplomb_script_js::JavaScript;
use aplomb_script_py::Python;

use crate::error::InputError;

/// A file that was read.
pub struct Loaded {
    /// Its name.
    pub file: String,
    /// Its source and that of what it imports.
    pub source: Program,
    /// What it says.
    pub summary: Summary,
}

/// The files of a folder, and of those inside of it, that are models: they
/// import the vocabulary and say what runs concurrently.
pub fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, InputError> {
    let mut models = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let unreadable = |source| InputError::Unreadable { path: folder.clone(), source };
        for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !path.is_symlink() {
                if !name.starts_with('.') && !SKIPPED.contains(&&*name) {
                    folders.push(path);
                }
            } else if is_model(&path) {
                models.push(path);
            }
        }
    }
    if models.is_empty() {
        return Err(InputError::refused(format!(
            "no models in {}: a model imports @aplomb/consistency or aplomb.consistency and calls \
             `concurrently`",
            folder.display()
        )));
    }
    models.sort();
    Ok(models)
}

/// Folders in which others keep their code.
const SKIPPED: [&str; 4] = ["node_modules", "__pycache__", "venv", "dist"];

fn is_model(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let known = ["ts", "js", "mts", "mjs", "cts", "cjs", "tsx", "jsx", "py"];
    known.contains(&&*extension)
        && std::fs::read_to_string(path).is_ok_and(|text| {
            let imports =
                text.contains("@aplomb/consistency") || text.contains("aplomb.consistency");
            imports && text.contains("concurrently(")
        })
}

/// Reads a file and what it imports.
pub fn load(file: &Path) -> Result<Loaded, InputError> {
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let mut source = Program::default();
    // A file that is not there has no language either: say the first.
    std::fs::metadata(file)
        .map_err(|source| InputError::Unreadable { path: file.to_owned(), source })?;
    let root = file.parent().unwrap_or(Path::new(""));
    let module = source.load(&front_ends, &OnDisk, root, file).map_err(|error| match error {
        LoadError::Unreadable { path, source } => InputError::Unreadable { path, source },
        other => InputError::refused(other),
    })?;
    // What is no program at all is bad input, not something to be unsure about.
    let broken = |it: &&aplomb_script::Diagnostic| it.severity == Severity::Syntax;
    if let Some(error) = source.diagnostics.iter().find(broken) {
        let message = &error.message;
        return Err(InputError::refused(match place(&source, error.span) {
            Some(span) => format!("{span}: {message}"),
            None => format!("{}: {message}", file.display()),
        }));
    }
    let mut summary = understand(&source, module, &schema(root));
    let errors = source.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    summary.problems.extend(errors.map(|error| aplomb_consistency::summary::Problem {
        message: error.message.clone(),
        span: error.span,
    }));
    Ok(Loaded { file: file.display().to_string(), source, summary })
}

/// Executes the model. Which attributes are the keys of stores is what the
/// model says, which is known when it was executed once.
fn understand(source: &Program, module: ModuleId, schema: &Schema) -> Summary {
    let mut application = Application::default();
    let summary = summarize_in(source, module, &Models::new(&application), schema);
    if summary.stores.is_empty() {
        return summary;
    }
    let tables = summary.stores.into_iter();
    application.tables = tables.map(|(name, key)| Table { name, key: vec![key] }).collect();
    summarize_in(source, module, &Models::new(&application), schema)
}

/// What the files with SQL say that lie beside a model, or in a folder there, and a schema
/// for Prisma.
fn schema(root: &Path) -> Schema {
    let (mut texts, mut prisma) = (Vec::new(), Vec::new());
    let mut folders = vec![root.to_path_buf()];
    for depth in 0..2 {
        for folder in std::mem::take(&mut folders) {
            let here = folder.as_os_str().is_empty();
            let folder = if here { Path::new(".") } else { folder.as_path() };
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            for path in entries.map(|entry| entry.path()) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if name == "schema.prisma" {
                    prisma.push(path);
                } else if name.ends_with(".sql") {
                    texts.push(path);
                } else if depth == 0
                    && path.is_dir()
                    && !name.starts_with('.')
                    && !SKIPPED.contains(&&*name)
                {
                    folders.push(path);
                }
            }
        }
    }
    texts.sort();
    prisma.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read(path).ok()?;
        Some(String::from_utf8_lossy(&text).into_owned())
    };
    let texts: Vec<String> = texts.iter().filter_map(read).collect();
    Schema::with_prisma(&texts, prisma.iter().find_map(read).as_deref())
}

impl Loaded {
    /// Where something stands, as reports write it.
    pub fn place(&self, span: aplomb_script::Span) -> Option<aplomb_report::Span> {
        place(&self.source, span)
    }

    /// What the front end noticed.
    pub fn diagnose(&self, report: &mut Report) {
        for diagnostic in &self.source.diagnostics {
            let made = match diagnostic.severity {
                Severity::Error | Severity::Syntax => Diagnostic::error(&diagnostic.message),
                Severity::Warning => Diagnostic::warning(&diagnostic.message),
            };
            report.diagnose(match self.place(diagnostic.span) {
                Some(span) => made.at(span, ""),
                None => made,
            });
        }
        for warning in &self.summary.warnings {
            let made = Diagnostic::warning(&warning.message);
            report.diagnose(match self.place(warning.span) {
                Some(span) => made.at(span, ""),
                None => made,
            });
        }
    }
}
