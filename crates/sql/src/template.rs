//! Texts that are put together at run time. An execution for all inputs sees what
//! is constant in them and what is not; a run with given inputs sees one text, and
//! takes it apart at the same places.

use crate::text::Piece;
use aplomb_script::Span;
use aplomb_symbolic::Machine;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The constant pieces of a text; `None` stands for a value.
type Template = Vec<Option<Arc<str>>>;

/// The texts that calls put together.
#[derive(Debug, Default)]
pub(crate) struct Templates(FxHashMap<Span, Vec<Template>>);

impl Templates {
    /// Notes how the text of a call is put together.
    pub(crate) fn note(&mut self, span: Span, pieces: &[Piece]) {
        let template: Template = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => Some(text.clone()),
                Piece::Value(_) => None,
            })
            .collect();
        let known = self.0.entry(span).or_default();
        if template.contains(&None) && !known.contains(&template) {
            known.push(template);
        }
    }

    /// The templates of a call.
    pub(crate) fn of(&self, span: Span) -> Vec<Template> {
        self.0.get(&span).cloned().unwrap_or_default()
    }
}

/// Takes a text apart as one of the templates says.
pub(crate) fn taken_apart(
    machine: &mut Machine<'_>,
    text: &str,
    templates: &[Template],
) -> Option<Vec<Piece>> {
    let values = templates.iter().find_map(|template| values(text, template))?;
    let pieces = values.into_iter().map(|(piece, is_value)| match is_value {
        false => Piece::Text(piece.into()),
        true => Piece::Value(match piece.parse::<f64>() {
            Ok(number) if number.is_finite() => machine.terms().number(number),
            _ => machine.terms().string(piece),
        }),
    });
    Some(pieces.collect())
}

/// The pieces of a text, and whether each is a value.
fn values<'t>(text: &'t str, template: &[Option<Arc<str>>]) -> Option<Vec<(&'t str, bool)>> {
    let mut found = Vec::with_capacity(template.len());
    let mut rest = text;
    for (index, piece) in template.iter().enumerate() {
        match piece {
            Some(constant) => {
                rest = rest.strip_prefix(&**constant)?;
                found.push((
                    &text[text.len() - rest.len() - constant.len()..][..constant.len()],
                    false,
                ));
            }
            None => {
                let next = template[index + 1..].first();
                let length = match next {
                    None => rest.len(),
                    // The last constant is at the end.
                    Some(Some(constant)) if index + 2 == template.len() => {
                        rest.strip_suffix(&**constant)?.len()
                    }
                    Some(Some(constant)) => rest.find(&**constant)?,
                    // Two values side by side cannot be told apart.
                    Some(None) => return None,
                };
                found.push((&rest[..length], true));
                rest = &rest[length..];
            }
        }
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart() {
        let template = [Some("SET n = ".into()), None, Some(" WHERE id = ".into()), None];
        let found = values("SET n = 5 WHERE id = a b", &template).unwrap();
        let parts: Vec<&str> = found.iter().filter(|(_, value)| *value).map(|(p, _)| *p).collect();
        assert_eq!(parts, ["5", "a b"]);
        assert_eq!(values("SET m = 5 WHERE id = a", &template), None);
        let quoted = [Some("id = '".into()), None, Some("'".into())];
        assert_eq!(values("id = 'it's'", &quoted).unwrap()[1], ("it's", true));
        assert_eq!(values("id = 'it", &quoted), None);
    }
}
