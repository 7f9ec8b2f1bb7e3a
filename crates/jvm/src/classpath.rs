//! Where classes come from: folders of class files, jars, and the JDK's image.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use jimage_rs::JImage;
use rustc_hash::FxHashMap;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::{JvmError, Result};
use crate::jdk;

/// Finds the bytes of a class by its name.
///
/// User entries are searched in the order given, after the JDK: as in a real
/// JVM, a class of the JDK cannot be replaced by one of the class path.
#[derive(Debug)]
pub struct ClassPath {
    entries: Vec<Entry>,
    jdk: PathBuf,
    image: JImage,
    /// Module of each package outside `java.base`, read from the image when first needed.
    modules: OnceLock<FxHashMap<String, String>>,
}

#[derive(Debug)]
enum Entry {
    Folder(PathBuf),
    Jar(PathBuf, Mutex<ZipArchive<File>>),
}

impl ClassPath {
    /// A class path of folders and jars, on top of the JDK of this machine.
    ///
    /// # Errors
    /// An entry that does not exist, a jar that is not a zip file, or no JDK.
    pub fn new<P: AsRef<Path>>(entries: impl IntoIterator<Item = P>) -> Result<Self> {
        Self::with_jdk(entries, &jdk::find()?)
    }

    /// As [`ClassPath::new`], with the JDK whose home folder is `home`.
    ///
    /// # Errors
    /// An entry that does not exist, a jar that is not a zip file, or no class image in `home`.
    pub fn with_jdk<P: AsRef<Path>>(
        entries: impl IntoIterator<Item = P>,
        home: &Path,
    ) -> Result<Self> {
        let path = jdk::image_of(home);
        let image = JImage::open(&path).map_err(|error| JvmError::BadImage {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        let entries =
            entries.into_iter().map(|entry| open_entry(entry.as_ref())).collect::<Result<_>>()?;
        Ok(Self { entries, jdk: home.to_path_buf(), image, modules: OnceLock::new() })
    }

    /// The home folder of the JDK in use.
    #[must_use]
    pub fn jdk(&self) -> &Path {
        &self.jdk
    }

    /// The class file of `name` (with slashes), or `None` if there is none.
    pub(crate) fn find(&self, name: &str) -> Result<Option<Vec<u8>>> {
        if let Some(bytes) = self.find_in_image(name)? {
            return Ok(Some(bytes));
        }
        for entry in &self.entries {
            if let Some(bytes) = entry.find(name)? {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    fn find_in_image(&self, name: &str) -> Result<Option<Vec<u8>>> {
        if let Some(bytes) = self.resource("java.base", name)? {
            return Ok(Some(bytes));
        }
        let Some((package, _)) = name.rsplit_once('/') else { return Ok(None) };
        match self.modules().get(package) {
            Some(module) => self.resource(module, name),
            None => Ok(None),
        }
    }

    fn resource(&self, module: &str, name: &str) -> Result<Option<Vec<u8>>> {
        self.image
            .find_resource(&format!("/{module}/{name}.class"))
            .map(|found| found.map(|bytes| bytes.into_owned()))
            .map_err(|error| JvmError::BadImage {
                path: jdk::image_of(&self.jdk),
                reason: error.to_string(),
            })
    }

    fn modules(&self) -> &FxHashMap<String, String> {
        self.modules.get_or_init(|| {
            self.image
                .resource_names_iter()
                .filter_map(|resource| resource.ok())
                .filter(|resource| resource.extension == "class" && resource.module != "java.base")
                .map(|resource| (resource.parent.into_owned(), resource.module.into_owned()))
                .collect()
        })
    }
}

fn open_entry(path: &Path) -> Result<Entry> {
    let bad = |reason: String| JvmError::BadEntry { path: path.to_path_buf(), reason };
    let metadata = fs::metadata(path).map_err(|error| bad(error.to_string()))?;
    if metadata.is_dir() {
        return Ok(Entry::Folder(path.to_path_buf()));
    }
    let file = File::open(path).map_err(|error| bad(error.to_string()))?;
    let archive = ZipArchive::new(file).map_err(|error| bad(format!("not a jar: {error}")))?;
    Ok(Entry::Jar(path.to_path_buf(), Mutex::new(archive)))
}

impl Entry {
    fn find(&self, name: &str) -> Result<Option<Vec<u8>>> {
        match self {
            Self::Folder(folder) => {
                let path = folder.join(format!("{name}.class"));
                match fs::read(&path) {
                    Ok(bytes) => Ok(Some(bytes)),
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
                    Err(error) => Err(JvmError::BadEntry { path, reason: error.to_string() }),
                }
            }
            Self::Jar(path, archive) => {
                let mut archive = archive.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                let bad = |reason: String| JvmError::BadEntry { path: path.clone(), reason };
                let mut file = match archive.by_name(&format!("{name}.class")) {
                    Ok(file) => file,
                    Err(ZipError::FileNotFound) => return Ok(None),
                    Err(error) => return Err(bad(error.to_string())),
                };
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes).map_err(|error| bad(error.to_string()))?;
                Ok(Some(bytes))
            }
        }
    }
}
