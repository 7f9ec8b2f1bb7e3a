//! The programs of `sdk/` that travel inside this one.

use std::{fs, io};

macro_rules! files {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../sdk/", $folder, "/", $name)))),*]
    };
}

/// Name and content of each file.
pub(crate) type Files = &'static [(&'static str, &'static str)];

pub(crate) const NODE: Files = files!("node/recorder":
    "database.js",
    "instance.js",
    "play.js",
    "register.js",
    "serve.js",
    "lib/esm-loader.mjs",
    "lib/handler.js",
    "lib/hooks/aws-v2.js",
    "lib/hooks/aws-v3.js",
    "lib/hooks/bodies.js",
    "lib/hooks/chance.js",
    "lib/hooks/clock.js",
    "lib/hooks/environment.js",
    "lib/hooks/fetch.js",
    "lib/hooks/files.js",
    "lib/hooks/http.js",
    "lib/hooks/index.js",
    "lib/hooks/machine.js",
    "lib/hooks/names.js",
    "lib/hooks/order.js",
    "lib/hooks/outside.js",
    "lib/hooks/timers.js",
    "lib/instrument.js",
    "lib/invocation.js",
    "lib/modules.js",
    "lib/outbox.js",
    "lib/player.js",
    "lib/record.js",
    "lib/recorder.js",
    "lib/recording.js",
    "lib/redaction.js",
    "lib/replay.js",
    "lib/settings.js",
    "lib/sink.js",
    "lib/snapshot.js",
    "lib/turns.js",
    "lib/values.js",
    "lib/worker.js",
    "lib/writer.js",
);

pub(crate) const PYTHON: Files = files!("python":
    "aplomb/__init__.py",
    "aplomb/recorder/__init__.py",
    "aplomb/recorder/_hooks/__init__.py",
    "aplomb/recorder/_hooks/aws.py",
    "aplomb/recorder/_hooks/chance.py",
    "aplomb/recorder/_hooks/clock.py",
    "aplomb/recorder/_hooks/environment.py",
    "aplomb/recorder/_hooks/files.py",
    "aplomb/recorder/_hooks/imports.py",
    "aplomb/recorder/_hooks/locks.py",
    "aplomb/recorder/_hooks/machine.py",
    "aplomb/recorder/_hooks/tasks.py",
    "aplomb/recorder/_hooks/web.py",
    "aplomb/recorder/_later.py",
    "aplomb/recorder/_loading.py",
    "aplomb/recorder/_player.py",
    "aplomb/recorder/_record.py",
    "aplomb/recorder/_recorder.py",
    "aplomb/recorder/_recording.py",
    "aplomb/recorder/_redaction.py",
    "aplomb/recorder/_settings.py",
    "aplomb/recorder/_sink.py",
    "aplomb/recorder/_snapshot.py",
    "aplomb/recorder/_tape.py",
    "aplomb/recorder/_values.py",
    "aplomb/recorder/instance.py",
    "aplomb/recorder/load/sitecustomize.py",
    "aplomb/recorder/play.py",
);

/// A temporary folder with these files.
pub(crate) fn unpacked(files: Files) -> io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    for (name, content) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap_or(folder.path()))?;
        fs::write(file, content)?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    fn below(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().into_string().unwrap());
            if !entry.path().is_dir() {
                found.insert(name);
            } else if !name.ends_with("__pycache__") {
                below(&entry.path(), &format!("{name}/"), found);
            }
        }
    }

    fn names(files: Files) -> BTreeSet<String> {
        files.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    #[test]
    fn every_file_of_the_programs_is_here() {
        let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk");
        let programs = ["database.js", "instance.js", "play.js", "register.js", "serve.js"];
        let mut node: BTreeSet<String> = programs.map(str::to_owned).into();
        below(&sdk.join("node/recorder/lib"), "lib/", &mut node);
        assert_eq!(names(NODE), node);
        let mut python = BTreeSet::from(["aplomb/__init__.py".to_owned()]);
        below(&sdk.join("python/aplomb/recorder"), "aplomb/recorder/", &mut python);
        python.retain(|name| name.ends_with(".py"));
        assert_eq!(names(PYTHON), python);
    }
}
