//! Code that functions share from folders of their own: layers are listed in the
//! description, local packages in the lists of what is to be installed.

use super::Application;
use aplomb_script::normal_path;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Adds the layers of other descriptions after the application's own: functions use
/// them too, and where several have a module, the one nearest to the application counts.
pub(super) fn borrow(application: &mut Application, layers: &[PathBuf]) {
    let root = normal_path(&application.root);
    let nearness = |layer: &PathBuf| {
        let layer = normal_path(layer);
        root.components().zip(layer.components()).take_while(|(one, other)| one == other).count()
    };
    let own = &application.shared;
    let mut others: Vec<PathBuf> =
        layers.iter().filter(|layer| !own.contains(layer)).cloned().collect();
    others.sort_by_key(|layer| std::cmp::Reverse(nearness(layer)));
    application.shared.extend(others);
}

/// Adds the local packages that functions of an application ask for.
pub(super) fn read(application: &mut Application) {
    let files = application.handlers.iter().map(|handler| handler.file.as_path());
    let mut folders: BTreeSet<PathBuf> =
        files.filter_map(|file| Some(file.parent()?.to_path_buf())).collect();
    folders.insert(application.root.clone());
    let mut found = Vec::new();
    for folder in folders {
        if let Ok(text) = std::fs::read_to_string(folder.join("requirements.txt")) {
            // Relative to where they are installed from: the list or the application.
            let places = [folder.as_path(), application.root.as_path()];
            found.extend(required(&text).filter_map(|path| existing(&places, path)));
        }
        if let Ok(text) = std::fs::read_to_string(folder.join("package.json")) {
            found.extend(depended(&text).filter_map(|path| {
                existing(&[folder.as_path()], &path)?.parent().map(Path::to_path_buf)
            }));
        }
    }
    application.shared.extend(found);
}

fn existing(places: &[&Path], path: &str) -> Option<PathBuf> {
    places.iter().map(|place| normal_path(&place.join(path))).find(|folder| folder.is_dir())
}

/// Paths among the lines of a `requirements.txt`.
fn required(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(|line| line.trim().trim_start_matches("-e").trim_start_matches("--editable").trim())
        .map(|line| line.trim_start_matches("file:"))
        .filter(|line| line.starts_with("./") || line.starts_with("../"))
}

/// Folders among the dependencies of a `package.json` that are imported by their
/// own names.
fn depended(text: &str) -> impl Iterator<Item = String> {
    let package: Value = serde_json::from_str(text).unwrap_or_default();
    let dependencies = package["dependencies"].as_object().cloned().unwrap_or_default();
    dependencies.into_iter().filter_map(|(name, version)| {
        let path = version.as_str()?.strip_prefix("file:")?.trim_end_matches('/').to_string();
        path.ends_with(&name).then_some(path)
    })
}
