//! One self-contained HTML file: no server, no script, no external asset; light
//! or dark as the reader prefers; readable on a phone.

mod markdown;
mod source;
mod witness;

use std::{collections::BTreeSet, fmt::Write};

use markdown::inline;

use crate::{
    Code, Diagnostic, Excerpt, Finding, Report, Verdict, VerdictKind, Witness,
    render::{markup::Escaped, patch::hunks, svg},
};

/// The style sheet of the page, besides that of the [pictures](svg::STYLE); the body of a
/// page has the class `aplomb-page`.
pub const STYLE: &str = include_str!("style.css");

/// A witness as a part of a page: the picture and the same in words. `id` is different for
/// each one of a page.
pub fn witness(witness: &Witness, heading: &str, id: &str) -> String {
    witness::figure(witness, heading, id)
}

/// A page with one picture, as an HTML file.
pub fn picture(title: &str, svg: &str) -> String {
    format!(
        "{}<header>\n<h1>{}</h1>\n</header>\n<main>\n<div class=\"scroll\">{svg}</div>\n</main>\n\
         </body>\n</html>\n",
        head(title),
        Escaped(title),
    )
}

/// What every page begins with.
fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'\">\n<title>{}</title>\n<style>\n{}{}</style>\n</head>\n\
         <body class=\"aplomb-page\">\n",
        Escaped(title),
        svg::STYLE,
        STYLE,
    )
}

/// Writes a report as an HTML file.
pub fn render(report: &Report) -> String {
    let title = format!("aplomb {}", report.command());
    let mut html = head(&title);
    html.push_str(&header(report, &title));
    html.push_str("<main>\n");
    let problems = report.findings().iter().enumerate();
    for kind in [VerdictKind::Violated, VerdictKind::Unknown] {
        for (index, finding) in problems.clone().filter(|(_, f)| f.verdict().kind() == kind) {
            html.push_str(&problem(finding, index + 1, report));
        }
    }
    html.push_str(&held(report));
    html.push_str(&diagnostics(report.diagnostics()));
    html.push_str(&meanings(report));
    html.push_str("</main>\n");
    let tool = report.tool();
    let _ = writeln!(html, "<footer>{} {}</footer>", Escaped(&tool.name), Escaped(&tool.version));
    html.push_str("</body>\n</html>\n");
    html
}

fn header(report: &Report, title: &str) -> String {
    let summary = report.summary();
    let mut html = format!("<header>\n<h1>{}</h1>\n<ul class=\"counts\">", Escaped(title));
    for kind in VerdictKind::ALL {
        let count = summary.count(kind);
        if count > 0 {
            let _ =
                write!(html, "<li class=\"badge {}\">{count} {}</li>", kind.slug(), kind.words());
        }
    }
    if summary.total() == 0 {
        html.push_str("<li class=\"badge unknown\">nothing was checked</li>");
    }
    let seconds = report.timing().elapsed_ms / 1e3;
    let _ = writeln!(html, "</ul>\n<p class=\"soft\">Checked in {seconds:.2} s.</p>\n</header>");
    html
}

fn problem(finding: &Finding, number: usize, report: &Report) -> String {
    let kind = finding.verdict().kind();
    let mut html = format!(
        "<article class=\"finding {}\" id=\"finding-{number}\">\n<header>\
         <span class=\"badge\">{}</span>{}</header>\n<h2>{}: {}</h2>\n",
        kind.slug(),
        kind.words(),
        code_link(finding.code()),
        Escaped(finding.subject()),
        inline(finding.title()),
    );
    html.push_str(&source::figures(finding.primary(), finding.secondary(), report.sources()));
    for paragraph in finding.explanation() {
        let _ = write!(html, "<p>{}</p>", inline(paragraph));
    }
    if let Verdict::Unknown { reason, help, .. } = finding.verdict() {
        let _ = write!(html, "<p><strong>Reason:</strong> {}</p>", inline(reason));
        if let Some(help) = help {
            let _ = write!(html, "<p><strong>Help:</strong> {}</p>", inline(help));
        }
    }
    if let Some(story) = finding.witness() {
        let heading = match kind {
            VerdictKind::Violated => "How it happens",
            VerdictKind::Unknown => "A candidate that was not confirmed",
            VerdictKind::Holds | VerdictKind::HoldsWithinBounds => "What happens",
        };
        html.push_str(&witness::figure(story, heading, &format!("witness-{number}")));
    }
    if let Some(machine) = finding.machine() {
        let _ = write!(
            html,
            "<h3>The state machine</h3><div class=\"scroll\" tabindex=\"0\" role=\"region\" \
             aria-label=\"State machine\">{}</div>",
            machine.render()
        );
    }
    html.push_str(&suggestions(finding, report.sources()));
    html.push_str("\n</article>\n");
    html
}

fn code_link(code: Code) -> String {
    format!("<a class=\"code\" href=\"#{code}\">{code} {}</a>", code.page().name)
}

fn suggestions(finding: &Finding, sources: &[Excerpt]) -> String {
    if finding.suggestions().is_empty() {
        return String::new();
    }
    let mut html = "<h3>What to do</h3><ul class=\"remedies\">".to_owned();
    for suggestion in finding.suggestions() {
        let _ = write!(html, "<li>{}", inline(&suggestion.message));
        for hunk in hunks(&suggestion.edits, sources) {
            let place = format!("{}:{}", hunk.file, hunk.line);
            let _ = write!(html, "<div class=\"soft mono\">{}</div><pre>", Escaped(&place));
            for line in &hunk.removed {
                let _ = writeln!(html, "<del>- {}</del>", Escaped(line));
            }
            for line in &hunk.added {
                let _ = writeln!(html, "<ins>+ {}</ins>", Escaped(line));
            }
            html.push_str("</pre>");
        }
        html.push_str("</li>");
    }
    html.push_str("</ul>");
    html
}

fn held(report: &Report) -> String {
    let mut rows = String::new();
    for kind in [VerdictKind::HoldsWithinBounds, VerdictKind::Holds] {
        for finding in report.findings().iter().filter(|f| f.verdict().kind() == kind) {
            let _ = write!(
                rows,
                "<tr class=\"{}\"><td>{}</td><th scope=\"row\">{}</th><td>{}",
                kind.slug(),
                code_link(finding.code()),
                Escaped(finding.subject()),
                inline(finding.title()),
            );
            if let Verdict::HoldsWithinBounds { bound, .. } = finding.verdict() {
                let _ = write!(rows, "<div class=\"soft\">up to {}</div>", Escaped(bound));
            }
            for assumption in finding.verdict().assumptions() {
                let _ = write!(rows, "<div class=\"soft\">assuming: {}</div>", inline(assumption));
            }
            rows.push_str("</td></tr>");
        }
    }
    if rows.is_empty() {
        return rows;
    }
    format!(
        "<section><h2>What holds</h2><div class=\"scroll\" tabindex=\"0\"><table class=\"held\">\
         <tbody>{rows}</tbody></table></div></section>\n"
    )
}

fn diagnostics(diagnostics: &[Diagnostic]) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let mut html = "<section><h2>About the input</h2><ul class=\"diagnostics\">".to_owned();
    for diagnostic in diagnostics {
        let _ = write!(
            html,
            "<li><strong>{}:</strong> {}",
            diagnostic.severity.word(),
            inline(&diagnostic.message)
        );
        if let Some(label) = &diagnostic.label {
            let place = label.span.to_string();
            let _ = write!(html, " <span class=\"soft mono\">{}</span>", Escaped(&place));
        }
        if let Some(help) = &diagnostic.help {
            let _ = write!(html, "<div>{}</div>", inline(help));
        }
        html.push_str("</li>");
    }
    html.push_str("</ul></section>\n");
    html
}

/// What the codes mean that the report mentions.
fn meanings(report: &Report) -> String {
    let codes: BTreeSet<Code> = report.findings().iter().map(Finding::code).collect();
    if codes.is_empty() {
        return String::new();
    }
    let mut html = "<section><h2>What the codes mean</h2>".to_owned();
    for code in codes {
        let page = code.page();
        let _ = write!(
            html,
            "<details class=\"page\"><summary>{code} {}: {}</summary><div id=\"{code}\">",
            page.name, page.title
        );
        for (heading, section) in page.sections() {
            let _ = write!(html, "<h3>{heading}</h3>{}", markdown::html(section));
        }
        html.push_str("</div></details>\n");
    }
    html.push_str("</section>\n");
    html
}
