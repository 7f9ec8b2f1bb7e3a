//! The protocols that there are.

use std::fmt::Write;

use aplomb_consensus::protocols::{ALL, Bounds, Entry, Expected};
use aplomb_report::SCHEMA;
use clap::Args;
use serde_json::{Value, json};

use super::model::bounds_in_words;
use crate::{
    arguments::{Display, Format},
    error::InputError,
};

/// Which protocols.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Show this protocol alone
    #[arg(value_name = "PROTOCOL")]
    pub protocol: Option<String>,
}

/// The list, as text or JSON.
pub fn run(arguments: &Arguments, display: &Display) -> Result<String, InputError> {
    let entries: Vec<&Entry> = match &arguments.protocol {
        None => ALL.iter().collect(),
        Some(name) => vec![aplomb_consensus::protocols::find(name).map_err(InputError::refused)?],
    };
    match display.format() {
        Format::Human => Ok(entries.into_iter().map(text).collect::<Vec<_>>().join("\n")),
        Format::Json => {
            let list: Vec<Value> = entries.into_iter().map(data).collect();
            let list = json!({ "schema": SCHEMA, "command": "consensus list", "protocols": list });
            Ok(format!("{list:#}\n"))
        }
        format => Err(InputError::NoSuchFormat {
            command: "consensus list",
            format,
            offered: "human and json",
        }),
    }
}

fn text(entry: &Entry) -> String {
    let mut text = format!(
        "{}\n  {}\n  Default bounds: {}.\n",
        entry.name,
        entry.what,
        bounds_in_words(&entry.bounds)
    );
    let width = entry.mutants.iter().map(|mutant| mutant.name.len()).max().unwrap_or(0);
    for mutant in entry.mutants {
        let (name, outcome) = (mutant.name, outcome(mutant.expected));
        let _ = writeln!(text, "    {name:width$}  {outcome:<10}  {}", mutant.what);
    }
    text
}

/// What comes of a mutant, in a word or two.
fn outcome(expected: Expected) -> String {
    match expected {
        Expected::Law(law) => format!("breaks {law}"),
        Expected::Validity => "invalid".to_owned(),
        Expected::Promise => "promise".to_owned(),
        Expected::Agreement => "disagrees".to_owned(),
        Expected::Harmless => "harmless".to_owned(),
    }
}

fn data(entry: &Entry) -> Value {
    let bounds = |bounds: &Bounds| {
        json!({
            "processes": bounds.processes,
            "rounds": bounds.rounds,
            "values": bounds.values,
            "instances": bounds.instances,
        })
    };
    let mutants = entry.mutants.iter().map(|mutant| {
        json!({
            "name": mutant.name,
            "what": mutant.what,
            "expected": outcome(mutant.expected),
            "bounds": bounds(&mutant.bounds),
        })
    });
    json!({
        "name": entry.name,
        "what": entry.what,
        "bounds": bounds(&entry.bounds),
        "mutants": mutants.collect::<Vec<_>>(),
    })
}
