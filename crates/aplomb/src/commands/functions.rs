//! Which functions a command is about: those of deployment descriptions, or handlers that are
//! given one by one.

use std::path::PathBuf;

use aplomb_retry::{Application, DiscoverError, Loaded, discover};
use clap::Args;

use crate::error::InputError;

/// Where functions come from.
#[derive(Debug, Args)]
pub struct Functions {
    /// A folder with deployment descriptions, or one description
    #[arg(default_value = ".")]
    pub path: PathBuf,
    /// Check this handler instead; may be given several times, they run together
    #[arg(long, value_name = "FILE:EXPORT")]
    pub handler: Vec<String>,
    /// Only report the function with this name; the others still run beside it
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// What a call means, or which attributes are the key of a table: pure:CALL, effect:CALL,
    /// setter:CALL or table:NAME=KEY,KEY; the same can be said in aplomb.toml
    #[arg(long, value_name = "ASSUMPTION")]
    pub assume: Vec<String>,
    /// Do not take for granted that an attempt has ended when its retry starts
    #[arg(long)]
    pub overlap: bool,
}

impl Functions {
    /// Whether a function is to be reported.
    pub fn wants(&self, name: &str) -> bool {
        self.function.is_empty() || self.function.iter().any(|wanted| wanted == name)
    }

    /// Refuses names that are no function's.
    pub fn are_known(&self, mut names: Vec<String>) -> Result<(), InputError> {
        match self.function.iter().find(|name| !names.contains(name)) {
            None => Ok(()),
            Some(unknown) => {
                names.sort();
                Err(InputError::NoSuchFunction { given: unknown.clone(), known: names })
            }
        }
    }

    /// Refuses handlers whose files cannot be read, or do not export them: the user has named
    /// them.
    pub fn are_exported(&self, loaded: &Loaded) -> Result<(), InputError> {
        if self.handler.is_empty() {
            return Ok(());
        }
        if let Some((_, reason)) = loaded.failed.first() {
            return Err(InputError::refused(reason));
        }
        for (function, (handler, _)) in loaded.functions.iter().enumerate() {
            if let Some(known) = loaded.exports_without(function) {
                if let Some(reason) = loaded.unreadable(function) {
                    return Err(InputError::refused(reason));
                }
                let (file, given) = (handler.file.clone(), handler.export.clone());
                return Err(InputError::NoSuchExport { file, given, known });
            }
        }
        Ok(())
    }

    /// The applications, with what the user says about calls.
    pub fn applications(&self) -> Result<Vec<Application>, InputError> {
        let found = if self.handler.is_empty() {
            discover(&self.path)
        } else {
            Application::of_handlers(&self.path, &self.handler).map(|application| vec![application])
        };
        let found = found.and_then(|mut found| {
            for application in &mut found {
                for assumption in &self.assume {
                    application.declare(assumption)?;
                }
            }
            Ok(found)
        });
        let found = found.map_err(|error| match error {
            DiscoverError::NotAnAssumption(given) => InputError::NotAnAssumption { given },
            DiscoverError::Unreadable { path, source } => InputError::Unreadable { path, source },
            DiscoverError::NotAHandler(given) => InputError::NotAHandler { given },
            DiscoverError::Declarations { path, message } => {
                InputError::Declarations { path, message }
            }
        })?;
        if found.is_empty() {
            return Err(InputError::NoFunctions { path: self.path.clone() });
        }
        Ok(found)
    }
}
