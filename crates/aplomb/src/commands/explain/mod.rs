//! `aplomb explain`: the pages of the registries of codes and of assumptions.

pub mod assumptions;
pub mod causes;

use std::fmt::Write;

use aplomb_report::{Cause, Code, Page, SCHEMA, render::terminal};
use clap::Args;
use serde_json::json;

use crate::{
    arguments::{Display, Format},
    error::InputError,
    output::{self, Destination},
};

/// Which codes, and how.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A code or its name, e.g. AP101 or fresh-key-on-retry, or the name of an assumption
    /// or of a cause of unknown; "assumptions" and "causes" list these, and without anything all
    /// codes are listed
    pub code: Option<String>,
    /// Write Markdown: one page, or the book's reference of all codes or assumptions
    #[arg(long, conflicts_with = "format")]
    pub markdown: bool,
}

/// The pages asked for.
pub fn run(arguments: &Arguments, display: &Display) -> Result<String, InputError> {
    if let Some(name) = arguments.code.as_deref()
        && let Some(text) = of_assumptions(name, arguments.markdown, display.format())
            .or_else(|| of_causes(name, arguments.markdown, display.format()))
    {
        return Ok(text);
    }
    let code = arguments.code.as_deref().map(find).transpose()?;
    if arguments.markdown {
        return Ok(code.map_or_else(Page::reference, |code| code.page().markdown(1)));
    }
    match display.format() {
        Format::Human => Ok(match code {
            Some(code) => {
                let options = output::terminal_options(display, &Destination::Stdout);
                terminal::render_page(code.page(), &options)
            }
            None => list(),
        }),
        Format::Json => {
            let codes = code.map_or(Code::ALL.to_vec(), |code| vec![code]);
            let pages: Vec<&Page> = codes.into_iter().map(Code::page).collect();
            Ok(format!("{:#}\n", json!({ "schema": SCHEMA, "command": "explain", "codes": pages })))
        }
        format => Err(InputError::NoSuchFormat {
            command: "explain",
            format,
            offered: "human and json, and Markdown with --markdown",
        }),
    }
}

/// What is said of assumptions, if the user asks for one or for all.
fn of_assumptions(name: &str, markdown: bool, format: Format) -> Option<String> {
    let one = assumptions::find(name);
    if one.is_none() && name != "assumptions" {
        return None;
    }
    Some(match (one, format) {
        (_, Format::Json) => assumptions::json(one),
        (Some(one), _) => assumptions::page(one),
        (None, _) if markdown => assumptions::reference(),
        (None, _) => assumptions::list(),
    })
}

/// What is said of the causes of *unknown*, if the user asks for one or for all.
fn of_causes(name: &str, markdown: bool, format: Format) -> Option<String> {
    let one = Cause::ALL.iter().find(|cause| cause.name() == name).copied();
    if one.is_none() && name != "causes" {
        return None;
    }
    Some(match (one, format) {
        (_, Format::Json) => causes::json(one),
        (Some(one), _) => causes::page(one),
        (None, _) if markdown => causes::reference(),
        (None, _) => causes::list(),
    })
}

fn list() -> String {
    let mut text = String::new();
    let mut family = "";
    for code in Code::ALL {
        if code.family() != family {
            family = code.family();
            let gap = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{family}");
        }
        let page = code.page();
        let _ = writeln!(text, "  {code}  {:<26}  {}", page.name, page.title);
    }
    text
}

/// The code that the user means: by number or by name, in any case.
fn find(given: &str) -> Result<Code, InputError> {
    let wanted = given.trim().to_lowercase();
    let names = |code: &Code| [code.to_string().to_lowercase(), code.page().name.to_owned()];
    let exact = |code: &&Code| {
        let [number, name] = names(code);
        wanted == number || wanted == name || number.strip_prefix("ap") == Some(&wanted)
    };
    if let Some(code) = Code::ALL.iter().find(exact) {
        return Ok(*code);
    }
    let candidates = Code::ALL.iter().flat_map(|code| {
        let [number, name] = names(code);
        [number.to_uppercase(), name]
    });
    let likeness = |name: &String| strsim::jaro_winkler(&name.to_lowercase(), &wanted);
    let nearest = candidates
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .filter(|name| likeness(name) > 0.8);
    Err(InputError::NoSuchCode { given: given.to_owned(), nearest })
}
