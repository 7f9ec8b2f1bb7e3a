//! `aplomb.toml`: what the user says about calls and tables.

use super::{Application, DiscoverError, Table};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The name of the file.
const FILE: &str = "aplomb.toml";

/// What the user says about calls, by their paths: `audit-log.write`, `cache().set`.
/// `*` stands for anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Declarations {
    /// Calls whose result depends on their arguments only.
    pub pure: Vec<String>,
    /// Calls that others see.
    pub effects: Vec<String>,
    /// Calls that set what their first argument names to what follows: repeating
    /// one changes nothing.
    pub setters: Vec<String>,
    /// Key attributes by table.
    pub tables: BTreeMap<String, Vec<String>>,
}

/// Reads the declarations for an application, next to its description or in the
/// folder that is checked.
pub(super) fn read(application: &mut Application, checked: &Path) -> Result<(), DiscoverError> {
    let places = [application.root.join(FILE), checked.join(FILE)];
    let Some(file) = places.iter().find(|file| file.is_file()) else { return Ok(()) };
    let text = std::fs::read_to_string(file)
        .map_err(|source| DiscoverError::Unreadable { path: file.clone(), source })?;
    let declarations = parse(&text)
        .map_err(|message| DiscoverError::Declarations { path: file.clone(), message })?;
    let tables = declarations.tables.iter();
    let tables = tables.map(|(name, key)| Table { name: name.clone(), key: key.clone() });
    application.tables.extend(tables);
    application.declarations = declarations;
    Ok(())
}

impl Application {
    /// Adds what the user says on the command line: `pure:PATTERN`,
    /// `effect:PATTERN`, `setter:PATTERN` or `table:NAME=KEY,KEY`.
    pub fn declare(&mut self, assumption: &str) -> Result<(), DiscoverError> {
        let malformed = || DiscoverError::NotAnAssumption(assumption.into());
        let (kind, what) = assumption.split_once(':').ok_or_else(malformed)?;
        if what.is_empty() {
            return Err(malformed());
        }
        match kind {
            "pure" => self.declarations.pure.push(what.into()),
            "effect" => self.declarations.effects.push(what.into()),
            "setter" => self.declarations.setters.push(what.into()),
            "table" => {
                let (name, key) = what.split_once('=').ok_or_else(malformed)?;
                let key = key.split(',').map(|attribute| attribute.trim().into()).collect();
                self.tables.push(Table { name: name.into(), key });
            }
            _ => return Err(malformed()),
        }
        Ok(())
    }
}

fn parse(text: &str) -> Result<Declarations, String> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        format!("line {line}: {}", error.message())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let declarations = parse(
            "pure = ['rates.lookup']\neffects = ['audit.write']\nsetters = ['cache().set']\n\
             [tables]\norders = ['customer', 'number']\n",
        )
        .unwrap();
        assert_eq!(declarations.pure, ["rates.lookup"]);
        assert_eq!(declarations.setters, ["cache().set"]);
        assert_eq!(declarations.tables["orders"], ["customer", "number"]);
    }

    #[test]
    fn assumptions_of_the_command_line() {
        let mut application = Application::default();
        application.declare("pure:rates.lookup").unwrap();
        application.declare("table:orders=customer,number").unwrap();
        assert_eq!(application.declarations.pure, ["rates.lookup"]);
        assert_eq!(application.tables[0].key, ["customer", "number"]);
        for wrong in ["pure", "pure:", "table:orders", "magic:x"] {
            assert!(application.declare(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_misspelt_section_is_an_error() {
        assert!(parse("effect = ['audit.write']").is_err());
    }
}
