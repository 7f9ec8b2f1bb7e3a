//! Texts of the form that a program expects: with pieces that can be split, with a
//! beginning or an end.

use super::shape::{Shapes, route_of};
use aplomb_symbolic::{Meaning, Node, Operator, Term, Terms, Trace};
use std::sync::Arc;

/// How many pieces of a text that is split are worth having.
const MOST_PIECES: f64 = 20.0;

impl Shapes {
    /// A question about how a text starts or ends.
    pub(super) fn note_end(
        &mut self,
        terms: &mut Terms,
        trace: &Trace,
        meaning: Meaning,
        arguments: &[Term],
    ) {
        let [text, end, ..] = arguments else { return };
        let Some(end) = terms.as_str(*end).cloned() else { return };
        let text_like_that = match meaning {
            Meaning::StartsWith => format!("{end}a"),
            Meaning::EndsWith => format!("a{end}"),
            Meaning::Find => format!("a{end}b"),
            _ => return,
        };
        if let Some((root, route)) = route_of(terms, trace, *text) {
            let value = terms.string(text_like_that);
            self.at(root, &route).candidates.push(value);
        }
    }

    /// A piece of a text that was split: the text has as many as are asked for.
    pub(super) fn note_piece(&mut self, terms: &mut Terms, trace: &Trace, select: &[Term]) {
        let Some((text, separator, index)) = piece_of(terms, select) else { return };
        if index > 0
            && let Some((root, route)) = route_of(terms, trace, text)
        {
            let text = vec!["a"; index + 1].join(&*separator);
            let longer = |known: Term| terms.as_str(known).is_some_and(|k| k.len() >= text.len());
            let shape = self.at(root, &route);
            if !shape.example.is_some_and(longer) {
                shape.example = Some(terms.string(text));
            }
        }
    }

    /// A piece of a text that is compared with another text: a text with that piece.
    pub(super) fn suggest_piece(
        &mut self,
        terms: &mut Terms,
        trace: &Trace,
        select: &[Term],
        piece: &str,
    ) {
        let Some((text, separator, index)) = piece_of(terms, select) else { return };
        if let Some((root, route)) = route_of(terms, trace, text) {
            let mut pieces = vec!["a"; index];
            pieces.push(piece);
            let value = terms.string(pieces.join(&*separator));
            self.at(root, &route).candidates.push(value);
        }
    }
}

/// What the parts of a text that is put together are if the whole is a given text: the
/// constant parts show where each begins and ends.
pub(super) fn pieces_like(terms: &Terms, whole: Term, text: &str) -> Vec<(Term, String)> {
    let mut parts = Vec::new();
    flatten(terms, whole, &mut parts);
    let mut pieces = Vec::new();
    let mut rest = text;
    for (index, &part) in parts.iter().enumerate() {
        if let Some(constant) = terms.as_str(part) {
            let Some(behind) = rest.strip_prefix(&**constant) else { return Vec::new() };
            rest = behind;
            continue;
        }
        let end = match parts.get(index + 1) {
            None => rest.len(),
            Some(&next) => match terms.as_str(next).and_then(|next| rest.find(&**next)) {
                Some(end) => end,
                None => return Vec::new(),
            },
        };
        pieces.push((part, rest[..end].to_string()));
        rest = &rest[end..];
    }
    pieces
}

/// The parts of a text that is put together, in order.
fn flatten(terms: &Terms, whole: Term, parts: &mut Vec<Term>) {
    match terms.node(whole) {
        Node::Apply(Operator::Concat, of) => {
            of.iter().for_each(|&part| flatten(terms, part, parts))
        }
        _ => parts.push(whole),
    }
}

/// The text from which a program takes a part, and what it is if that part is to be this one:
/// `Bearer TOKEN`, of which it takes the second word, what comes after so many characters,
/// or what is left without `Bearer `.
pub(super) fn text_with_piece(terms: &Terms, part: Term, piece: &str) -> Option<(Term, String)> {
    let Node::Apply(operator, of) = terms.node(part) else { return None };
    let (text, before) = match operator {
        Operator::Select => {
            let (text, separator, index) = piece_of(terms, of)?;
            (text, format!("{SCHEME}{separator}").repeat(index))
        }
        Operator::Pure(function) if function.is(Meaning::Slice) => {
            let Node::Number(start) = terms.node(*of.get(1)?) else { return None };
            (of[0], start_of(start.get())?)
        }
        Operator::Pure(function) if function.is(Meaning::Replace) => {
            (of[0], terms.as_str(*of.get(1)?)?.to_string())
        }
        _ => return None,
    };
    Some((text, before + piece))
}

/// What stands before the credentials of a request.
const SCHEME: &str = "Bearer";

/// So many characters that can stand before credentials.
fn start_of(length: f64) -> Option<String> {
    let length = (0.0..MOST_PIECES).contains(&length).then_some(length as usize)?;
    let usual = format!("{SCHEME} ");
    Some(if length == usual.len() { usual } else { "a".repeat(length) })
}

/// The text of which a term is a piece, what separates its pieces, and which it is.
fn piece_of(terms: &Terms, select: &[Term]) -> Option<(Term, Arc<str>, usize)> {
    let Node::Number(index) = terms.node(select[1]) else { return None };
    let Node::Apply(Operator::Pure(function), split) = terms.node(select[0]) else { return None };
    let separator = match split.get(1) {
        Some(&separator) => terms.as_str(separator)?.clone(),
        None => " ".into(),
    };
    let index = match function.meaning() {
        Meaning::Split => index.get(),
        // The separator is one of three, and needs the piece after it.
        Meaning::Partition => index.get().min(1.0),
        _ => return None,
    };
    (0.0..MOST_PIECES).contains(&index).then(|| (split[0], separator, index as usize))
}
