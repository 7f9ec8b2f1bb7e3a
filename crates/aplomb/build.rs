//! Says from which commit the program was built, if that is known, and where it finds its
//! libraries.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    println!("cargo::rerun-if-changed=build.rs");
    for moves_with_a_commit in [".git/HEAD", ".git/logs/HEAD"] {
        let path = root.join(moves_with_a_commit);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    let commit = commit(&root).unwrap_or_else(|| "unknown commit".to_owned());
    println!("cargo::rustc-env=APLOMB_COMMIT={commit}");
    let target = std::env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=APLOMB_TARGET={target}");
    if target.contains("linux") {
        // A release carries the solver beside the program. The older of the two tags counts for
        // the libraries of libraries too; where the folder does not exist, the system's are used.
        let beside = "-Wl,--disable-new-dtags,-rpath,$ORIGIN/../lib";
        println!("cargo::rustc-link-arg-bins={beside}");
    }
}

/// Hash and date of the commit; none without git, or if the source is not the
/// root of a repository of its own.
fn commit(root: &Path) -> Option<String> {
    let top = PathBuf::from(git(root, &["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    git(root, &["log", "-1", "--format=%h %cs"])
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
