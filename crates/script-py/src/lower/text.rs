//! Strings with expressions in them.

use super::Lowering;
use aplomb_script::{Expr, ExprKind, Literal};
use ruff_python_ast as py;

impl Lowering<'_, '_> {
    /// An f-string; one without expressions is a plain string.
    pub(super) fn formatted(&mut self, string: &py::ExprFString) -> ExprKind {
        let mut pieces = Vec::new();
        for part in &string.value {
            match part {
                py::FStringPart::Literal(text) => {
                    push_text(&mut pieces, &text.value, self.at(text.range));
                }
                py::FStringPart::FString(string) => self.pieces(&string.elements, &mut pieces),
            }
        }
        joined(pieces)
    }

    fn pieces(&mut self, elements: &py::InterpolatedStringElements, pieces: &mut Vec<Expr>) {
        for element in elements {
            match element {
                py::InterpolatedStringElement::Literal(text) => {
                    push_text(pieces, &text.value, self.at(text.range));
                }
                py::InterpolatedStringElement::Interpolation(element) => {
                    if let Some(text) = &element.debug_text {
                        push_text(pieces, text.as_str(), self.at(element.range));
                    }
                    let value = self.interpolated(element);
                    pieces.push(value);
                }
            }
        }
    }

    /// `{value!r:spec}` is `format(repr(value), spec)`.
    fn interpolated(&mut self, element: &py::InterpolatedElement) -> Expr {
        let span = self.at(element.range);
        let mut value = self.expr(&element.expression);
        let shows_itself = element.debug_text.is_some() && element.format_spec.is_none();
        let conversion = match element.conversion {
            py::ConversionFlag::Repr => Some("repr"),
            py::ConversionFlag::Ascii => Some("ascii"),
            py::ConversionFlag::None if shows_itself => Some("repr"),
            // A template converts its pieces as `str` does.
            py::ConversionFlag::None | py::ConversionFlag::Str => None,
        };
        if let Some(function) = conversion {
            let function = self.variable(function, span);
            value = Expr::call(function, vec![value], span);
        }
        if let Some(specification) = &element.format_spec {
            let mut pieces = Vec::new();
            self.pieces(&specification.elements, &mut pieces);
            let specification = Expr::new(joined(pieces), self.at(specification.range));
            let function = self.variable("format", span);
            value = Expr::call(function, vec![value, specification], span);
        }
        value
    }
}

fn push_text(pieces: &mut Vec<Expr>, text: &str, span: aplomb_script::Span) {
    if !text.is_empty() {
        pieces.push(Expr::string(text, span));
    }
}

/// A template, or a plain string when all pieces are.
fn joined(pieces: Vec<Expr>) -> ExprKind {
    let texts: Option<String> = pieces
        .iter()
        .map(|piece| match &piece.kind {
            ExprKind::Literal(Literal::String(text)) => Some(&**text),
            _ => None,
        })
        .collect();
    match texts {
        Some(text) => ExprKind::Literal(Literal::String(text.into())),
        None => ExprKind::Template(pieces),
    }
}
