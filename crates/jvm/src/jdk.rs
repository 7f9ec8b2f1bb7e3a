//! Where the JDK is: `JAVA_HOME`, then `java` on the `PATH`, then the usual folders.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{JvmError, Result};

/// Folders in which package managers put JDKs.
const USUAL_FOLDERS: [&str; 6] = [
    "/usr/lib/jvm",
    "/usr/java",
    "/opt/java",
    "/opt",
    "/Library/Java/JavaVirtualMachines",
    "/usr/local/opt",
];

/// The home folder of the JDK to read classes from.
///
/// # Errors
/// [`JvmError::NoJdk`] names every place that was looked at.
pub fn find() -> Result<PathBuf> {
    candidates()
        .into_iter()
        .find(|home| image_of(home).is_file())
        .ok_or_else(|| JvmError::NoJdk { searched: USUAL_FOLDERS.join(", ") })
}

/// The class image inside a JDK's home folder.
#[must_use]
pub fn image_of(home: &Path) -> PathBuf {
    home.join("lib").join("modules")
}

fn candidates() -> Vec<PathBuf> {
    let mut homes = Vec::new();
    if let Some(home) = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        homes.push(PathBuf::from(home));
    }
    homes.extend(home_of_java_on_path());
    for folder in USUAL_FOLDERS {
        let mut found: Vec<PathBuf> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .flat_map(|entry| {
                let path = entry.path();
                [
                    path.clone(),
                    path.join("Contents/Home"),
                    path.join("libexec/openjdk.jdk/Contents/Home"),
                ]
            })
            .collect();
        found.sort();
        homes.extend(found);
    }
    homes
}

/// `java` is usually a chain of symbolic links that ends in `HOME/bin/java`.
fn home_of_java_on_path() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let java = env::split_paths(&path)
        .map(|folder| folder.join("java"))
        .find(|candidate| candidate.is_file())?;
    let resolved = fs::canonicalize(java).ok()?;
    Some(resolved.parent()?.parent()?.to_path_buf())
}
