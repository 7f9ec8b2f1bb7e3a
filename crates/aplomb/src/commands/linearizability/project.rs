//! Where a project keeps its classes.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders into which build tools compile, below a project's folder.
const USUAL: [&str; 8] = [
    "target/classes",
    "target/test-classes",
    "build/classes/java/main",
    "build/classes/kotlin/main",
    "build/classes/scala/main",
    "build/classes/java/test",
    "out/production/classes",
    "bin/main",
];

/// The folders and jars that were given, or those that are there.
pub fn classpath(given: &[PathBuf]) -> Vec<PathBuf> {
    // A path that ends in a colon has an empty last part.
    let given: Vec<PathBuf> =
        given.iter().filter(|entry| !entry.as_os_str().is_empty()).cloned().collect();
    if !given.is_empty() {
        return given;
    }
    let found: Vec<PathBuf> =
        USUAL.iter().map(PathBuf::from).filter(|folder| folder.is_dir()).collect();
    if found.is_empty() { vec![PathBuf::from(".")] } else { found }
}

/// The full name of a class that is named by its source file, or without its package.
///
/// # Errors
/// Several classes have the name.
pub fn class_name(given: &str, classpath: &[PathBuf]) -> Result<String, String> {
    if given.ends_with(".java") {
        return Ok(of_source(Path::new(given)).unwrap_or_else(|| given.to_owned()));
    }
    let is_there = |folder: &PathBuf| folder.join(format!("{given}.class")).is_file();
    if given.contains('.') || classpath.iter().any(is_there) {
        return Ok(given.to_owned());
    }
    let mut found = Vec::new();
    for folder in classpath.iter().filter(|entry| entry.is_dir()) {
        search(folder, "", &format!("{given}.class"), DEPTH, &mut found);
    }
    found.sort();
    found.dedup();
    match &found[..] {
        [] => Ok(given.to_owned()),
        [only] => Ok(only.clone()),
        several => Err(format!("several classes are called {given}: {}", several.join(", "))),
    }
}

/// The package in the source, and the name of the file.
fn of_source(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let class = file.file_stem()?.to_string_lossy().into_owned();
    let package = text.lines().find_map(|line| {
        line.trim().strip_prefix("package ")?.split(';').next().map(|name| name.trim().to_owned())
    });
    Some(package.map_or(class.clone(), |package| format!("{package}.{class}")))
}

/// How deep packages are searched.
const DEPTH: usize = 20;

fn search(folder: &Path, package: &str, file: &str, depth: usize, found: &mut Vec<String>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if path.is_dir() && !name.starts_with('.') {
            search(&path, &format!("{package}{name}."), file, depth, found);
        } else if name == file {
            let class = name.strip_suffix(".class").unwrap_or(&name);
            found.push(format!("{package}{class}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_found_by_its_name_alone() {
        let place = tempfile::tempdir().expect("a folder");
        let package = place.path().join("com/acme");
        fs::create_dir_all(&package).expect("a package");
        fs::write(package.join("Counter.class"), "").expect("a class");
        let classpath = vec![place.path().to_path_buf()];
        assert_eq!(class_name("Counter", &classpath), Ok("com.acme.Counter".to_owned()));
        assert_eq!(class_name("com.acme.Counter", &classpath), Ok("com.acme.Counter".to_owned()));
        assert_eq!(class_name("Other", &classpath), Ok("Other".to_owned()));
        let source = place.path().join("Counter.java");
        fs::write(&source, "// ours\npackage com.acme;\nclass Counter {}").expect("a source");
        let source = source.display().to_string();
        assert_eq!(class_name(&source, &[]), Ok("com.acme.Counter".to_owned()));
        fs::create_dir_all(place.path().join("other")).expect("a package");
        fs::write(place.path().join("other/Counter.class"), "").expect("a class");
        let several = class_name("Counter", &classpath).expect_err("two classes");
        assert!(several.contains("com.acme.Counter, other.Counter"), "{several}");
    }

    #[test]
    fn an_empty_part_of_a_class_path_is_nothing() {
        let given = [PathBuf::from("classes"), PathBuf::new()];
        assert_eq!(classpath(&given), [PathBuf::from("classes")]);
    }
}
