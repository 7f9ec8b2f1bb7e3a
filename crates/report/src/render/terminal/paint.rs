//! Colours, or none.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

use crate::VerdictKind;

pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
pub(super) const DOUBTFUL: Style = AnsiColor::Yellow.on_default().bold();
pub(super) const HEADING: Style = Style::new().bold();
pub(super) const ACCENT: Style = AnsiColor::Cyan.on_default();
pub(super) const QUIET: Style = Style::new().dimmed();

/// Applies styles, or leaves text as it is.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    pub(super) color: bool,
}

impl Paint {
    pub(super) fn with(self, style: Style, text: impl Display) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

/// The style of a verdict.
pub(super) fn verdict(kind: VerdictKind) -> Style {
    match kind {
        VerdictKind::Violated => BAD,
        VerdictKind::Unknown => DOUBTFUL,
        VerdictKind::HoldsWithinBounds | VerdictKind::Holds => GOOD,
    }
}
