//! Which file does an import string lead to?

use crate::json;
use aplomb_script::{Expr, Files, normal_path};
use std::path::{Path, PathBuf};

/// Tried after a path without (or with an unknown) extension, in this order.
const EXTENSIONS: [&str; 9] = ["js", "mjs", "cjs", "ts", "tsx", "jsx", "mts", "cts", "json"];

/// TypeScript sources are imported by the names of what they compile to.
const COMPILED: [(&str, &[&str]); 4] =
    [("js", &["ts", "tsx"]), ("jsx", &["tsx"]), ("mjs", &["mts"]), ("cjs", &["cts"])];

/// How many configuration files may extend each other.
const LONGEST_EXTENDS: usize = 8;

pub(crate) fn resolve(
    files: &dyn Files,
    root: &Path,
    importer: &Path,
    source: &str,
) -> Option<PathBuf> {
    let folder = importer.parent().unwrap_or(Path::new(""));
    if is_relative(source) {
        return file_at(files, &folder.join(source))
            .or_else(|| copied_from_above(files, root, folder, source));
    }
    if source.starts_with('/') || source.is_empty() {
        return None;
    }
    Aliases::nearest(files, root, folder)?.resolve(files, source)
}

/// What scripts that deploy functions copy next to each of them: the folder of that
/// name which stands above.
fn copied_from_above(
    files: &dyn Files,
    root: &Path,
    folder: &Path,
    source: &str,
) -> Option<PathBuf> {
    let inner = source.strip_prefix("./").filter(|inner| inner.contains('/'))?;
    let above = folder.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    above.into_iter().find_map(|folder| file_at(files, &folder.join(inner)))
}

/// A module of a layer: the platform mounts its folder at `/opt` and looks for
/// packages under `nodejs/node_modules`; tools that build layers put there what stands
/// at the top.
pub(crate) fn shared(files: &dyn Files, folder: &Path, source: &str) -> Option<PathBuf> {
    if let Some(mounted) = source.strip_prefix("/opt/") {
        let inner = mounted.strip_prefix("nodejs/").unwrap_or(mounted);
        return [mounted, inner].iter().find_map(|path| file_at(files, &folder.join(path)));
    }
    if is_relative(source) || source.starts_with('/') || source.is_empty() {
        return None;
    }
    let folders = ["nodejs/node_modules", "nodejs", "node_modules", ""];
    folders.iter().find_map(|below| file_at(files, &folder.join(below).join(source)))
}

/// Whether an import string is a path from the importer's folder.
pub(crate) fn is_relative(source: &str) -> bool {
    matches!(source, "." | "..") || source.starts_with("./") || source.starts_with("../")
}

/// The file that a path stands for.
fn file_at(files: &dyn Files, path: &Path) -> Option<PathBuf> {
    let path = &normal_path(path);
    let extension = crate::extension(path);
    if EXTENSIONS.contains(&extension) && files.is_file(path) {
        return Some(path.to_path_buf());
    }
    let sources = COMPILED.iter().find(|(compiled, _)| *compiled == extension);
    let sources = sources.iter().flat_map(|(_, sources)| sources.iter());
    let replaced = sources.map(|source| path.with_extension(source));
    let appended = EXTENSIONS.iter().map(|extension| {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(extension);
        PathBuf::from(name)
    });
    let index = EXTENSIONS.iter().map(|extension| path.join("index").with_extension(extension));
    let main = main_of(files, path);
    replaced.chain(appended).chain(main).chain(index).find(|candidate| files.is_file(candidate))
}

/// What `package.json` of a folder names as its entry.
fn main_of(files: &dyn Files, folder: &Path) -> Option<PathBuf> {
    let package = folder.join("package.json");
    if !files.is_file(&package) {
        return None;
    }
    let package = read(files, &package)?;
    let main = json::text(json::field(&package, "main")?)?;
    let main = folder.join(main);
    let with_extension = main.with_extension("js");
    [main, with_extension].into_iter().find(|candidate| {
        EXTENSIONS.contains(&crate::extension(candidate)) && files.is_file(candidate)
    })
}

fn read(files: &dyn Files, path: &Path) -> Option<Expr> {
    let bytes = files.read(path).ok()?;
    json::configuration(std::str::from_utf8(&bytes).ok()?)
}

/// `baseUrl` and `paths` of a `tsconfig.json` or `jsconfig.json`.
struct Aliases {
    base: Option<PathBuf>,
    /// Pattern and the paths it may stand for, already below their folder.
    paths: Vec<(String, Vec<PathBuf>)>,
}

impl Aliases {
    /// The configuration nearest to a folder, not above the root.
    fn nearest(files: &dyn Files, root: &Path, folder: &Path) -> Option<Aliases> {
        let inside = |folder: &&Path| folder.starts_with(root);
        let path = folder
            .ancestors()
            .take_while(inside)
            .flat_map(|folder| ["tsconfig.json", "jsconfig.json"].map(|name| folder.join(name)))
            .find(|path| files.is_file(path))?;
        let mut aliases = Aliases { base: None, paths: Vec::new() };
        aliases.add(files, &path, LONGEST_EXTENDS);
        Some(aliases)
    }

    /// Takes what a configuration says, then what it extends for the rest.
    fn add(&mut self, files: &dyn Files, path: &Path, extends: usize) {
        let Some(configuration) = read(files, path) else { return };
        let folder = path.parent().unwrap_or(Path::new(""));
        if let Some(options) = json::field(&configuration, "compilerOptions") {
            let base = json::field(options, "baseUrl").and_then(json::text);
            let base = base.map(|base| folder.join(base));
            if let Some(paths) = json::field(options, "paths").filter(|_| self.paths.is_empty()) {
                let below = base.as_deref().unwrap_or(folder);
                self.paths = json::fields(paths)
                    .map(|(pattern, targets)| {
                        let targets = json::texts(targets).map(|target| below.join(target));
                        (pattern.to_string(), targets.collect())
                    })
                    .collect();
            }
            self.base = self.base.take().or(base);
        }
        let parent = json::field(&configuration, "extends").and_then(json::text);
        if let Some(parent) = parent.filter(|parent| parent.starts_with('.') && extends > 0) {
            let parent = folder.join(parent);
            let parent = if crate::extension(&parent) == "json" {
                parent
            } else {
                PathBuf::from(format!("{}.json", parent.display()))
            };
            self.add(files, &parent, extends - 1);
        }
    }

    fn resolve(&self, files: &dyn Files, source: &str) -> Option<PathBuf> {
        let mut matches: Vec<_> = self
            .paths
            .iter()
            .filter_map(|(pattern, targets)| {
                let (before, after) = pattern.split_once('*').unwrap_or((pattern, ""));
                let middle = match pattern.contains('*') {
                    true => source.strip_prefix(before)?.strip_suffix(after)?,
                    false => (source == pattern).then_some("")?,
                };
                Some((before.len(), middle, targets))
            })
            .collect();
        matches.sort_by_key(|(specific, ..)| std::cmp::Reverse(*specific));
        let aliased = matches.iter().flat_map(|(_, middle, targets)| {
            targets
                .iter()
                .filter_map(|target| Some(PathBuf::from(target.to_str()?.replacen('*', middle, 1))))
        });
        let below_base = self.base.iter().map(|base| base.join(source));
        aliased.chain(below_base).find_map(|path| file_at(files, &path))
    }
}
