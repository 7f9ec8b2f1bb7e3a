//! Source snippets with labels, in the manner of rustc.

use std::ops::Range;

use annotate_snippets::{
    AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet, renderer::DecorStyle,
};

use super::Options;
use crate::{
    Diagnostic, Excerpt, Finding, Label, Severity, Span, Verdict, VerdictKind,
    render::{
        visible::{on_one_line, visible},
        wrap::wrap,
    },
};

/// How far annotate-snippets indents notes: ` = note: `.
const NOTE_INDENT: usize = 14;

/// A finding without its witness and the ways out: heading, source, explanation.
pub(super) fn finding(finding: &Finding, sources: &[Excerpt], options: &Options) -> String {
    let level = match finding.verdict().kind() {
        VerdictKind::Violated => Level::ERROR.with_name("violated"),
        VerdictKind::Unknown => Level::WARNING.with_name("unknown"),
        kind => Level::INFO.with_name(kind.words()),
    };
    let heading = format!("{}: {}", finding.subject(), finding.title());
    let title =
        level.primary_title(on_one_line(&heading).into_owned()).id(finding.code().to_string());
    let mut group =
        Group::with_title(title).elements(places(finding.primary(), finding.secondary(), sources));
    let note = |text: &str| wrapped(text, options);
    for paragraph in finding.explanation() {
        group = group.element(Level::NOTE.message(note(paragraph)));
    }
    if let Verdict::Unknown { reason, help, .. } = finding.verdict() {
        group = group.element(Level::NOTE.with_name("reason").message(note(reason)));
        group = group.elements(help.iter().map(|help| Level::HELP.message(note(help))));
    }
    renderer(options).render(&[group])
}

/// Something that was noticed about the input.
pub(super) fn diagnostic(
    diagnostic: &Diagnostic,
    sources: &[Excerpt],
    options: &Options,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let group = Group::with_title(level.primary_title(wrapped(&diagnostic.message, options)))
        .elements(places(diagnostic.label.as_ref(), &[], sources))
        .elements(diagnostic.help.iter().map(|help| Level::HELP.message(wrapped(help, options))));
    renderer(options).render(&[group])
}

fn renderer(options: &Options) -> Renderer {
    let renderer = if options.color { Renderer::styled() } else { Renderer::plain() };
    renderer.term_width(options.width).decor_style(DecorStyle::Unicode)
}

fn wrapped(text: &str, options: &Options) -> String {
    wrap(&visible(text), options.width.saturating_sub(NOTE_INDENT)).join("\n")
}

/// The places of a finding, those of the primary label's file first.
fn places<'a>(
    primary: Option<&Label>,
    secondary: &[Label],
    sources: &[Excerpt],
) -> Vec<Element<'a>> {
    let labels: Vec<(&Label, AnnotationKind)> = primary
        .map(|label| (label, AnnotationKind::Primary))
        .into_iter()
        .chain(secondary.iter().map(|label| (label, AnnotationKind::Context)))
        .collect();
    let mut shown: Vec<&Excerpt> = Vec::new();
    let mut elements = Vec::new();
    for (label, _) in &labels {
        match sources.iter().find(|excerpt| covers(excerpt, &label.span)) {
            Some(excerpt) if shown.contains(&excerpt) => {}
            Some(excerpt) => {
                shown.push(excerpt);
                let here = labels.iter().filter(|(label, _)| covers(excerpt, &label.span));
                let annotations = here.map(|(label, kind)| {
                    kind.span(bytes(excerpt, &label.span))
                        .label(on_one_line(&label.message).into_owned())
                });
                elements.push(quoted(excerpt).annotations(annotations).into());
            }
            None => elements.extend(without_source(label)),
        }
    }
    elements
}

/// A place whose source cannot be had: where it is, and what is said about it.
fn without_source<'a>(Label { span, message }: &Label) -> Vec<Element<'a>> {
    let mut origin = Origin::path(on_one_line(&span.file).into_owned()).line(span.line as usize);
    if let Some(column) = span.column {
        origin = origin.char_column(column as usize);
    }
    let mut elements = vec![origin.into()];
    if !message.is_empty() {
        elements.push(Level::NOTE.message(on_one_line(message).into_owned()).into());
    }
    elements
}

fn covers(excerpt: &Excerpt, span: &Span) -> bool {
    excerpt.file == span.file
        && !excerpt.lines.is_empty()
        && (excerpt.line..=excerpt.last_line()).contains(&span.line)
}

fn quoted<'a, T: Clone>(excerpt: &Excerpt) -> Snippet<'a, T> {
    let lines: Vec<_> = excerpt.lines.iter().map(|line| on_source_line(line)).collect();
    Snippet::source(lines.join("\n"))
        .line_start(excerpt.line as usize)
        .path(on_one_line(&excerpt.file).into_owned())
}

/// A source line is shown with its tabs; anything else that moves the cursor is
/// replaced, one character for one, so that columns stay true.
fn on_source_line(line: &str) -> String {
    visible(line).replace('\n', "\u{2424}")
}

/// The bytes of a span within the text of [`quoted`]; whatever the span says,
/// they lie inside it.
fn bytes(excerpt: &Excerpt, span: &Span) -> Range<usize> {
    let lines: Vec<String> = excerpt.lines.iter().map(|line| on_source_line(line)).collect();
    let index = |line: u32| (line.saturating_sub(excerpt.line) as usize).min(lines.len() - 1);
    let offset_of = |index: usize| lines[..index].iter().map(|line| line.len() + 1).sum::<usize>();
    let at_column = |line: &str, column: u32| {
        let mut characters = line.char_indices().skip(column.saturating_sub(1) as usize);
        characters.next().map_or(line.len(), |(at, _)| at)
    };

    let first = index(span.line);
    let start = match span.column {
        Some(column) => at_column(&lines[first], column),
        None => lines[first].len() - lines[first].trim_start().len(),
    };
    let last = index(span.last_line()).max(first);
    let end = match span.end_column {
        Some(column) if last == index(span.last_line()) => at_column(&lines[last], column),
        _ => lines[last].trim_end().len(),
    };
    let start = offset_of(first) + start;
    start..(offset_of(last) + end).max(start)
}
