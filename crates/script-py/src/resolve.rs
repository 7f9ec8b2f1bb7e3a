//! Which file does an import string lead to?

use aplomb_script::{Files, normal_path};
use std::path::{Path, PathBuf};

/// Names of the standard library that applications also give to their files. In
/// the folder of the importer they do not stand for that file: only the folder
/// where imports begin comes before the standard library.
const STANDARD: [&str; 60] = [
    "abc",
    "argparse",
    "array",
    "ast",
    "asyncio",
    "base64",
    "calendar",
    "cmd",
    "code",
    "codecs",
    "collections",
    "concurrent",
    "contextlib",
    "copy",
    "csv",
    "dataclasses",
    "datetime",
    "decimal",
    "email",
    "enum",
    "functools",
    "glob",
    "hashlib",
    "hmac",
    "html",
    "http",
    "importlib",
    "inspect",
    "io",
    "itertools",
    "json",
    "logging",
    "math",
    "mimetypes",
    "numbers",
    "operator",
    "os",
    "pathlib",
    "pickle",
    "platform",
    "queue",
    "random",
    "re",
    "secrets",
    "select",
    "signal",
    "socket",
    "string",
    "struct",
    "subprocess",
    "sys",
    "test",
    "threading",
    "time",
    "token",
    "types",
    "typing",
    "urllib",
    "uuid",
    "zipfile",
];

pub(crate) fn resolve(
    files: &dyn Files,
    root: &Path,
    importer: &Path,
    source: &str,
) -> Option<PathBuf> {
    let folder = importer.parent().unwrap_or(Path::new(""));
    let name = source.trim_start_matches('.');
    let dots = source.len() - name.len();
    if dots > 0 {
        let mut package = folder.to_path_buf();
        package.extend(std::iter::repeat_n("..", dots - 1));
        return module_in(files, &package, name);
    }
    let from_root = [root.to_path_buf(), root.join("src")];
    let above: Vec<PathBuf> = folder
        .ancestors()
        .take_while(|folder| folder.starts_with(root))
        .flat_map(|folder| [folder.to_path_buf(), folder.join("src")])
        .collect();
    let is_standard = STANDARD.contains(&name.split('.').next().unwrap_or(name));
    let folders = from_root.iter().chain(above.iter().filter(|_| !is_standard));
    let mut found = folders.filter_map(|folder| module_in(files, folder, name));
    found.find(|path| *path != normal_path(importer))
}

/// A module of a layer: the platform looks into its folder `python`, and tools that
/// build layers put there what stands at the top or under `src`.
pub(crate) fn shared(files: &dyn Files, folder: &Path, source: &str) -> Option<PathBuf> {
    let is_standard = STANDARD.contains(&source.split('.').next().unwrap_or(source));
    if source.starts_with('.') || is_standard {
        return None;
    }
    let folders = [folder.join("python"), folder.to_path_buf(), folder.join("src")];
    if folders.iter().any(|folder| is_installed(files, folder, source)) {
        return None;
    }
    folders.iter().find_map(|folder| module_in(files, folder, source))
}

/// Whether the package of a module was installed into a folder, from the list that
/// stands there: it is not the user's own.
fn is_installed(files: &dyn Files, folder: &Path, source: &str) -> bool {
    let Ok(list) = files.read(&folder.join("requirements.txt")) else { return false };
    let plain = |name: &str| name.trim().to_lowercase().replace(['-', '.'], "_");
    let package = plain(source.split('.').next().unwrap_or(source));
    String::from_utf8_lossy(&list).lines().any(|line| {
        let end = line.find(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c));
        plain(&line[..end.unwrap_or(line.len())]) == package
    })
}

/// The module or package with this dotted name in a folder.
fn module_in(files: &dyn Files, folder: &Path, name: &str) -> Option<PathBuf> {
    let mut path = folder.to_path_buf();
    path.extend(name.split('.').filter(|part| !part.is_empty()));
    let path = normal_path(&path);
    let package = path.join("__init__.py");
    if name.is_empty() || files.is_file(&package) {
        return files.is_file(&package).then_some(package);
    }
    let module = path.with_file_name(format!("{}.py", path.file_name()?.to_str()?));
    files.is_file(&module).then_some(module)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn what_is_installed_into_a_layer_is_not_the_users() {
        let files: HashMap<PathBuf, String> = [
            (
                "layer/python/requirements.txt",
                "PyMySQL==1.1\nour-Thing>=2 ; python_version > '3'\n",
            ),
            ("layer/python/pymysql/__init__.py", ""),
            ("layer/python/our_thing.py", ""),
            ("layer/python/shared.py", ""),
        ]
        .map(|(path, text)| (path.into(), text.into()))
        .into();
        let found = |source: &str| shared(&files, Path::new("layer"), source).is_some();
        assert!(found("shared"));
        assert!(!found("pymysql") && !found("pymysql.cursors") && !found("our_thing"));
    }
}
