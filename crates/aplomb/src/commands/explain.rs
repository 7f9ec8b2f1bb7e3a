//! `aplomb explain`: the pages of the registry of codes.

use std::fmt::Write;

use aplomb_report::{Code, Page, SCHEMA, render::terminal};
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
    /// A code or its name, e.g. AP101 or fresh-key-on-retry; without it, all
    /// codes are listed
    pub code: Option<String>,
    /// Write Markdown: one page, or the book's reference of all codes
    #[arg(long, conflicts_with = "format")]
    pub markdown: bool,
}

/// The pages asked for.
pub fn run(arguments: &Arguments, display: &Display) -> Result<String, InputError> {
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
            Ok(format!("{:#}\n", json!({ "schema": SCHEMA, "codes": pages })))
        }
        format => Err(InputError::NoSuchFormat {
            command: "explain",
            format,
            offered: "human and json, and Markdown with --markdown",
        }),
    }
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
