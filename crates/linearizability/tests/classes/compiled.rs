//! Compiles the Java classes beside the tests.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use aplomb_jvm::{ClassPath, Jvm, Options};

/// A virtual machine that finds the classes of `tests/java`.
pub fn jvm() -> &'static Jvm {
    static JVM: OnceLock<Jvm> = OnceLock::new();
    JVM.get_or_init(|| {
        let classpath = ClassPath::new([classes()]).expect("a JDK is installed");
        Jvm::new(classpath, Options::default()).expect("the JDK can be read")
    })
}

fn classes() -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    // Cargo has no such folder for tests inside the library.
    let place = option_env!("CARGO_TARGET_TMPDIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let output = place.join(format!("java-{}", std::process::id()));
    std::fs::create_dir_all(&output).expect("the target folder can be written");
    let files = std::fs::read_dir(sources).expect("tests/java is there").map(|entry| {
        let entry = entry.expect("tests/java can be read");
        entry.path()
    });
    let compiled = Command::new("javac").arg("-g").arg("-d").arg(&output).args(files).output();
    let compiled =
        compiled.expect("these tests need `javac` on the PATH: install a JDK (17 or later)");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    output
}
