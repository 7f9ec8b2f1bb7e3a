//! Where the files of a deployment description that is a program are, as the program sees it.

use aplomb_script::normal_path;
use aplomb_symbolic::{Call, Library, Machine, Outcome, Term};
use std::path::{Path, PathBuf};

/// The folder of the application, as its program sees it. Programs look up their own folder to
/// name files relative to this one.
const ROOT: &str = "/application";

/// Knows where the files of a program are, and no package but those that put descriptions
/// together.
pub struct Places<'a> {
    /// The folder of the application.
    pub root: &'a Path,
}

impl Places<'_> {
    /// Where a file is that the program names, relative to the folder of the application.
    pub(super) fn here(&self, path: &str) -> PathBuf {
        let path = normal_path(Path::new(path));
        let within = [Path::new(ROOT), self.root].into_iter().find(|it| path.starts_with(it));
        let here = within.and_then(|within| path.strip_prefix(within).ok());
        here.map(Path::to_path_buf).unwrap_or(path)
    }
}

impl Library for Places<'_> {
    /// What is computed of names of files, and of parts of descriptions.
    fn call(&self, machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
        if let Some(merged) = super::merge::call(machine, call) {
            return Some(merged);
        }
        let name = machine.path_of(call.callee)?.to_string();
        // Nothing is deployed then.
        if name == "process.exit" {
            let reason = machine.terms().string("the description ends the process");
            return Some(machine.throw(reason));
        }
        let arguments = call.arguments.iter();
        let parts: Option<Vec<_>> =
            arguments.map(|&part| machine.terms().as_str(part).cloned()).collect();
        let mut parts = parts?.into_iter();
        let joined = || parts.clone().fold(PathBuf::new(), |path, part| path.join(&*part));
        let path = match &*name {
            // A part that begins with a slash begins nothing anew.
            "path.join" | "path.posix.join" => {
                let first = PathBuf::from(&*parts.next()?);
                parts.fold(first, |path, part| path.join(part.trim_start_matches('/')))
            }
            "path.resolve" => Path::new(ROOT).join(joined()),
            "os.path.join" => joined(),
            "os.path.abspath" | "os.path.realpath" => Path::new(ROOT).join(joined()),
            "path.dirname" | "os.path.dirname" => Path::new(&*parts.next()?).parent()?.into(),
            "os.getcwd" => ROOT.into(),
            _ => return None,
        };
        let path = normal_path(&path).display().to_string();
        Some(Ok(machine.terms().string(path)))
    }

    fn setting(&self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        let file = &machine.program().files.get(machine.span().file.0 as usize)?.path;
        let place = Path::new(ROOT).join(file.strip_prefix(self.root).unwrap_or(file));
        let place = match name {
            "__filename" => place.as_path(),
            "__dirname" => place.parent()?,
            "process.cwd" => Path::new(ROOT),
            _ => return None,
        };
        Some(machine.terms().string(place.display().to_string()))
    }
}
