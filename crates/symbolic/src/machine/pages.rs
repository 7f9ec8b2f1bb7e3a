//! Loops that go through the pages of a listing: `if` there is no other page, they are left. What
//! such a loop did with a page it does with all, so it is left at the first one.

use super::Machine;
use super::generic::is_write;
use super::library::Stop;
use crate::{Term, assumptions};
use aplomb_script::{Block, ExprKind, Literal, Node, Span, Statement, StatementKind, nodes};

impl Machine<'_> {
    /// The branch of an `if` that leaves the loop around it because a listing or batch has left
    /// no rest, if one does, and nothing happens in between to the next page that others see.
    pub(super) fn leaves_for_want_of_rest(
        &mut self,
        statement: &Statement,
        condition: Term,
    ) -> Result<Option<bool>, Stop> {
        let StatementKind::If { then, otherwise, .. } = &statement.kind else { return Ok(None) };
        let taken = self.without_rest(condition).and_then(|test| self.terms.as_bool(test));
        let Some(taken) = taken else { return Ok(None) };
        let (leaving, staying) = if taken { (then, otherwise) } else { (otherwise, then) };
        let Some((body, endless)) = self.loop_around(statement.span) else { return Ok(None) };
        let leaves = match leaving.as_slice() {
            [only] => match only.kind {
                StatementKind::Break(_) => true,
                StatementKind::Return(_) => endless,
                _ => false,
            },
            _ => false,
        };
        if !leaves || self.acts_before_next(body, statement.span, staying)? {
            return Ok(None);
        }
        self.assume(&assumptions::PAGES);
        Ok(Some(taken))
    }

    /// Whether something that others see happens between the branch that stays in a loop and the
    /// next iteration: that is tried, and forgotten.
    fn acts_before_next(
        &mut self,
        body: &Block,
        branch: Span,
        staying: &Block,
    ) -> Result<bool, Stop> {
        if self.is_concrete() {
            return Ok(false);
        }
        let behind = body.iter().skip_while(|it| it.span != branch).skip(1);
        let mark = self.mark();
        let first = self.trace.steps.len();
        let undefined = self.terms.undefined();
        let everywhere = self.terms.bool(true);
        self.region(everywhere, |m| {
            m.execute_scoped(staying)?;
            for statement in behind {
                m.execute_statement(statement)?;
            }
            Ok(undefined)
        })?;
        let acts = self.trace.steps[first..].iter().any(is_write);
        self.rewind(&mark);
        Ok(acts)
    }
}

impl<'a> Machine<'a> {
    /// The body of the loop in which a statement stands, and whether the loop ends only from
    /// within.
    fn loop_around(&self, statement: Span) -> Option<(&'a Block, bool)> {
        let program = self.program;
        let function = program.function(*self.active.last()?);
        nodes(&function.body).find_map(|node| {
            let Node::Statement(each) = node else { return None };
            let (body, endless) = match &each.kind {
                StatementKind::While { test, body, .. } => {
                    (body, matches!(test.kind, ExprKind::Literal(Literal::Bool(true))))
                }
                StatementKind::For { test, body, .. } => (body, test.is_none()),
                StatementKind::ForEach { body, .. } | StatementKind::ForKeys { body, .. } => {
                    (body, false)
                }
                _ => return None,
            };
            body.iter().any(|it| it.span == statement).then_some((body, endless))
        })
    }
}
