//! From a file to a model.

use std::path::Path;

use aplomb_cloud::{Application, Models, Table};
use aplomb_consistency::summary::{Summary, place, summarize_with};
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

/// Reads a file and what it imports.
pub fn load(file: &Path) -> Result<Loaded, InputError> {
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let mut source = Program::default();
    let root = file.parent().unwrap_or(Path::new(""));
    let module = source.load(&front_ends, &OnDisk, root, file).map_err(|error| match error {
        LoadError::Unreadable { path, source } => InputError::Unreadable { path, source },
        other => InputError::refused(other),
    })?;
    // What is no program at all is bad input, not something to be unsure about.
    let broken = |it: &&aplomb_script::Diagnostic| it.message.starts_with("syntax:");
    if let Some(error) = source.diagnostics.iter().find(broken) {
        let message = &error.message;
        return Err(InputError::refused(match place(&source, error.span) {
            Some(span) => format!("{span}: {message}"),
            None => format!("{}: {message}", file.display()),
        }));
    }
    let mut summary = understand(&source, module);
    let errors = source.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    summary.problems.extend(errors.map(|error| aplomb_consistency::summary::Problem {
        message: error.message.clone(),
        span: error.span,
    }));
    Ok(Loaded { file: file.display().to_string(), source, summary })
}

/// Executes the model. Which attributes are the keys of stores is what the
/// model says, which is known when it was executed once.
fn understand(source: &Program, module: ModuleId) -> Summary {
    let mut application = Application::default();
    let summary = summarize_with(source, module, &Models::new(&application));
    if summary.stores.is_empty() {
        return summary;
    }
    let tables = summary.stores.into_iter();
    application.tables = tables.map(|(name, key)| Table { name, key: vec![key] }).collect();
    summarize_with(source, module, &Models::new(&application))
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
                Severity::Error => Diagnostic::error(&diagnostic.message),
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
