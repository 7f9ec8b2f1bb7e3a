//! Findings: what was asked, what the answer is, and why.

use serde::{Deserialize, Serialize};

use crate::{
    Cause, Code, Label, Replayed, Span, Unconfirmed, Verdict, Witness, render::machine::Diagram,
};

/// One answer, pinned to the source that it is about.
///
/// What was proved is a finding too, so that a report says what was checked and
/// not only what is broken. A violated finding always has a witness, which a
/// [`Replay`](crate::Replay) has confirmed; a finding that is read from a file was
/// confirmed by whoever wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Finding {
    code: Code,
    subject: String,
    title: String,
    #[serde(flatten)]
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    primary: Option<Label>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    secondary: Vec<Label>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    explanation: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggestion>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Witness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    machine: Option<Diagram>,
}

impl Finding {
    /// A refuted property. The subject is what was checked (a function, a class,
    /// an invariant), the title one line that says what is wrong.
    pub fn violated(
        code: Code,
        subject: impl Into<String>,
        title: impl Into<String>,
        witness: Replayed<Witness>,
    ) -> Finding {
        let finding = Finding::new(code, subject, title, Verdict::Violated);
        Finding { witness: Some(witness.into_inner()), ..finding }
    }

    /// A proved property.
    pub fn holds(code: Code, subject: impl Into<String>, title: impl Into<String>) -> Finding {
        Finding::new(code, subject, title, Verdict::Holds { assumptions: Vec::new() })
    }

    /// A property checked exhaustively up to a bound.
    pub fn holds_within_bounds(
        code: Code,
        subject: impl Into<String>,
        title: impl Into<String>,
        bound: impl Into<String>,
    ) -> Finding {
        let verdict = Verdict::HoldsWithinBounds { bound: bound.into(), assumptions: Vec::new() };
        Finding::new(code, subject, title, verdict)
    }

    /// A property that could not be decided, and why.
    pub fn unknown(
        code: Code,
        subject: impl Into<String>,
        title: impl Into<String>,
        reason: impl Into<String>,
    ) -> Finding {
        let verdict =
            Verdict::Unknown { cause: Cause::default(), reason: reason.into(), help: None };
        Finding::new(code, subject, title, verdict)
    }

    /// Says why an *unknown* verdict is, as one of a list; [`Cause::Undecided`] otherwise.
    pub fn caused_by(mut self, because: Cause) -> Finding {
        if let Verdict::Unknown { cause, .. } = &mut self.verdict {
            *cause = because;
        }
        self
    }

    /// A property that the search refuted, but not the judge who replayed what it found.
    pub fn unconfirmed(
        code: Code,
        subject: impl Into<String>,
        title: impl Into<String>,
        why: &Unconfirmed,
    ) -> Finding {
        Finding::unknown(code, subject, title, why.to_string())
            .caused_by(Cause::Unconfirmed)
            .help("this is a defect of Aplomb: please report it with the input")
    }

    fn new(
        code: Code,
        subject: impl Into<String>,
        title: impl Into<String>,
        verdict: Verdict,
    ) -> Finding {
        Finding {
            code,
            subject: subject.into(),
            title: title.into(),
            verdict,
            primary: None,
            secondary: Vec::new(),
            explanation: Vec::new(),
            suggestions: Vec::new(),
            witness: None,
            machine: None,
        }
    }

    /// Pins the finding to its place; the message is a short phrase.
    pub fn at(mut self, span: Span, message: impl Into<String>) -> Finding {
        self.primary = Some(Label::new(span, message));
        self
    }

    /// Adds another place that matters.
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Finding {
        self.secondary.push(Label::new(span, message));
        self
    }

    /// Adds a paragraph to the explanation.
    pub fn because(mut self, paragraph: impl Into<String>) -> Finding {
        self.explanation.push(paragraph.into());
        self
    }

    /// Adds a way out.
    pub fn suggest(mut self, suggestion: Suggestion) -> Finding {
        self.suggestions.push(suggestion);
        self
    }

    /// Says what the verdict takes for granted. A violated finding assumes
    /// nothing (its witness was replayed), an unknown one claims nothing; theirs
    /// are not recorded.
    pub fn assuming(mut self, assumption: impl Into<String>) -> Finding {
        if let Verdict::Holds { assumptions } | Verdict::HoldsWithinBounds { assumptions, .. } =
            &mut self.verdict
        {
            assumptions.push(assumption.into());
        }
        self
    }

    /// Says what would help to decide an unknown finding.
    pub fn help(mut self, text: impl Into<String>) -> Finding {
        if let Verdict::Unknown { help, .. } = &mut self.verdict {
            *help = Some(text.into());
        }
        self
    }

    /// Shows an execution that is not a proof of anything wrong: one that is right, or
    /// a candidate that could not be replayed.
    pub fn candidate(mut self, witness: Witness) -> Finding {
        self.witness = Some(witness);
        self
    }

    /// Shows the state machine that it is about, with the path that was taken.
    pub fn drawn(mut self, machine: Diagram) -> Finding {
        self.machine = Some(machine);
        self
    }

    /// What sort of finding this is.
    pub fn code(&self) -> Code {
        self.code
    }

    /// What was checked: a function, a class, an invariant.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// One line that says what was found.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The answer.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The place it is about.
    pub fn primary(&self) -> Option<&Label> {
        self.primary.as_ref()
    }

    /// Other places that matter.
    pub fn secondary(&self) -> &[Label] {
        &self.secondary
    }

    /// Why, in paragraphs.
    pub fn explanation(&self) -> &[String] {
        &self.explanation
    }

    /// Ways out.
    pub fn suggestions(&self) -> &[Suggestion] {
        &self.suggestions
    }

    /// The execution that shows it.
    pub fn witness(&self) -> Option<&Witness> {
        self.witness.as_ref()
    }

    /// The state machine that it is about.
    pub fn machine(&self) -> Option<&Diagram> {
        self.machine.as_ref()
    }
}

/// A way out of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    /// What to do, in words.
    pub message: String,
    /// The change to the source that does it; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
}

/// A replacement of a stretch of source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What is replaced; a span that ends where it starts inserts.
    #[serde(flatten)]
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

impl Suggestion {
    /// A way out, in words.
    pub fn new(message: impl Into<String>) -> Suggestion {
        Suggestion { message: message.into(), edits: Vec::new() }
    }

    /// Adds a change to the source.
    pub fn edit(mut self, span: Span, replacement: impl Into<String>) -> Suggestion {
        self.edits.push(Edit { span, replacement: replacement.into() });
        self
    }
}

/// A finding as read from outside, before it is known to have its witness.
#[derive(Deserialize)]
struct Unchecked {
    code: Code,
    subject: String,
    title: String,
    #[serde(flatten)]
    verdict: Verdict,
    #[serde(default)]
    primary: Option<Label>,
    #[serde(default)]
    secondary: Vec<Label>,
    #[serde(default)]
    explanation: Vec<String>,
    #[serde(default)]
    suggestions: Vec<Suggestion>,
    #[serde(default)]
    witness: Option<Witness>,
    #[serde(default)]
    machine: Option<Diagram>,
}

/// Why something that was read is not a finding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("finding {code} about `{subject}` is violated but has no witness")]
pub struct NoWitness {
    code: Code,
    subject: String,
}

impl TryFrom<Unchecked> for Finding {
    type Error = NoWitness;

    fn try_from(read: Unchecked) -> Result<Finding, NoWitness> {
        if read.verdict == Verdict::Violated && read.witness.is_none() {
            return Err(NoWitness { code: read.code, subject: read.subject });
        }
        let finding = Finding::new(read.code, read.subject, read.title, read.verdict);
        Ok(Finding {
            primary: read.primary,
            secondary: read.secondary,
            explanation: read.explanation,
            suggestions: read.suggestions,
            witness: read.witness,
            machine: read.machine,
            ..finding
        })
    }
}
