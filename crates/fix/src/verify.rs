//! Whether a patch helps: the edited application is read and checked in memory.

use std::{collections::BTreeMap, path::PathBuf};

use aplomb_report::Severity;
use aplomb_retry::{Application, Checked, Edited, Loaded, Options, Word, load_from};
use aplomb_script::FileId;

use crate::{
    edit::{Edit, apply},
    patch::Patch,
    source::Source,
    write,
};

/// An application as it is, to be compared with what patches make of it.
pub(crate) struct Original<'a> {
    pub(crate) application: &'a Application,
    pub(crate) loaded: &'a Loaded,
    /// The functions that are safe as they are.
    pub(crate) safe: Vec<String>,
    pub(crate) options: Options,
}

/// The texts of the files that a patch changes, with the edits.
pub(crate) type Texts = BTreeMap<FileId, (PathBuf, String, Vec<Edit>)>;

impl<'a> Original<'a> {
    pub(crate) fn source(&self) -> Source<'a> {
        Source { program: &self.loaded.program }
    }

    /// What a patch makes of the files.
    pub(crate) fn texts(&self, patch: &Patch) -> Option<Texts> {
        let edits = write::edits(self.source(), patch)?;
        let files = edits.files().map(|(id, edits)| {
            let file = self.loaded.program.file(id)?;
            let new = apply(&file.text, &edits)?;
            Some((id, (file.path.clone(), new, edits)))
        });
        files.collect()
    }

    /// The patched application, if its files can still be read.
    fn patched(&self, patch: &Patch) -> Option<Loaded> {
        let mut edited = Edited::default();
        for (path, text, _) in self.texts(patch)?.values() {
            edited = edited.with(path, text);
        }
        let loaded = load_from(self.application, &edited);
        let errors = |loaded: &Loaded| {
            let noticed = loaded.diagnostics();
            noticed.iter().filter(|it| it.severity == Severity::Error).count()
        };
        let readable = loaded.failed.len() == self.loaded.failed.len()
            && errors(&loaded) <= errors(self.loaded);
        readable.then_some(loaded)
    }

    /// What `check` says of functions after a patch.
    pub(crate) fn check(&self, patch: &Patch, functions: &[&str]) -> Option<Vec<Checked>> {
        let loaded = self.patched(patch)?;
        let wanted: Vec<usize> = loaded
            .functions
            .iter()
            .enumerate()
            .filter(|(_, (handler, _))| functions.contains(&handler.name.as_str()))
            .map(|(index, _)| index)
            .collect();
        Some(loaded.check_all(&wanted, self.options, |_| {}))
    }

    /// Whether functions are safe with a patch, and none that was safe is not any more. If it
    /// is not a fix, says why.
    pub(crate) fn verify(&self, patch: &Patch, functions: &[&str]) -> Result<Vec<Checked>, String> {
        let mut wanted = functions.to_vec();
        wanted.extend(self.safe.iter().map(String::as_str));
        let checked = self
            .check(patch, &wanted)
            .ok_or_else(|| "the edited source cannot be read".to_owned())?;
        match checked.iter().find(|checked| checked.row.verdict != Word::Safe) {
            None => Ok(checked),
            Some(worse) => {
                let row = &worse.row;
                Err(format!("with the patch {} is {}: {}", row.name, row.verdict, row.reason))
            }
        }
    }
}
