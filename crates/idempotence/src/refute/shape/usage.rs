//! How a program uses the parts of its inputs, and the values that are worth trying therefore.

use super::super::texts::pieces_like;
use super::super::{HELD, OWN};
use super::{Edge, Shapes, route_of};
use aplomb_symbolic::{Meaning, Node, Operator, Term, Terms, Trace, without_order};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A number that is much larger than most that are tried.
const HUNDRED: f64 = 100.0;

/// No longer values are tried.
const LONGEST: f64 = 40.0;

impl Shapes {
    /// Learns from how a part is used.
    pub(super) fn note(&mut self, terms: &mut Terms, trace: &Trace, part: Term) {
        let Node::Apply(operator, arguments) = terms.node(part).clone() else { return };
        match operator {
            Operator::Not | Operator::And | Operator::Or => {
                for &argument in arguments.iter() {
                    self.note_condition(terms, trace, argument);
                }
            }
            Operator::Ite => self.note_condition(terms, trace, arguments[0]),
            Operator::Equal => {
                for (side, other) in [(0, 1), (1, 0)] {
                    self.note_length(terms, trace, arguments[side], arguments[other]);
                    self.suggest(terms, trace, arguments[side], arguments[other]);
                }
            }
            Operator::Less | Operator::LessEqual => {
                for (side, other) in [(0, 1), (1, 0)] {
                    self.note_length(terms, trace, arguments[side], arguments[other]);
                    let Some((root, route)) = route_of(terms, trace, arguments[side]) else {
                        self.suggest(terms, trace, arguments[side], arguments[other]);
                        self.note_proportion(terms, trace, arguments[side]);
                        continue;
                    };
                    self.at(root, &route).is_number = true;
                    // Two parts that are compared: one small, one large.
                    if route_of(terms, trace, arguments[other]).is_some() {
                        let values = [terms.number(0.0), terms.number(9.0)];
                        self.at(root, &route).candidates.extend(values);
                    }
                    if let Node::Number(bound) = terms.node(arguments[other]) {
                        let bound = bound.get();
                        for value in [bound - 1.0, bound, bound + 1.0] {
                            let value = terms.number(value);
                            self.at(root, &route).candidates.push(value);
                        }
                    }
                }
            }
            Operator::Truthy | Operator::NotEmpty => {
                if let Some((root, route)) = route_of(terms, trace, arguments[0]) {
                    let no = terms.bool(false);
                    let shape = self.at(root, &route);
                    shape.may_be_missing = true;
                    shape.candidates.push(no);
                }
            }
            Operator::Pure(function)
                if function.is(Meaning::Plus)
                    && arguments.iter().any(|&a| matches!(terms.node(a), Node::Number(_))) =>
            {
                self.note_numbers(terms, trace, &arguments);
            }
            Operator::Add | Operator::Multiply | Operator::Divide | Operator::Remainder => {
                self.note_numbers(terms, trace, &arguments);
                if operator == Operator::Divide {
                    self.note_quotient(terms, trace, arguments[0], arguments[1]);
                }
            }
            Operator::Pure(function)
                if function.is(Meaning::Minimum) || function.is(Meaning::Maximum) =>
            {
                self.note_bounds(terms, trace, &arguments);
            }
            Operator::Pure(function) if function.changes_set() => {
                self.note_lists(terms, trace, &arguments[..1]);
            }
            Operator::Pure(_) if without_order(terms, part) != part => {
                self.note_order(terms, trace, arguments[1]);
            }
            Operator::Insert => self.note_lists(terms, trace, &arguments[..1]),
            Operator::With | Operator::Without | Operator::Merge => {
                let records = if operator == Operator::Merge { 2 } else { 1 };
                for &argument in arguments.iter().take(records) {
                    if let Some((root, route)) = route_of(terms, trace, argument) {
                        self.at(root, &route).is_record = true;
                    }
                }
            }
            Operator::Pure(function) if function.is_conversion_to_number() => {
                let of: Vec<Term> = arguments.iter().map(|&of| spelled(terms, of)).collect();
                self.note_numbers(terms, trace, &of);
            }
            // What a program goes through by its keys.
            Operator::Pure(function) if function.is(Meaning::Keys) => {
                for argument in branches(terms, &arguments) {
                    if let Some((root, route)) = route_of(terms, trace, argument) {
                        self.at(root, &route).is_record = true;
                    }
                }
            }
            // A function of the part: it may want a list, or a text like the one it is
            // given besides.
            Operator::Pure(function) => {
                self.note_end(terms, trace, function.meaning(), &arguments);
                let texts = usize::from(function.is_of_texts());
                for text in branches(terms, &arguments[..texts.min(arguments.len())]) {
                    if let Some((root, route)) = route_of(terms, trace, text) {
                        self.at(root, &route).is_text = true;
                    }
                }
                for &argument in arguments.iter().skip(texts) {
                    if let Some((root, route)) = route_of(terms, trace, argument) {
                        let item = terms.string("item");
                        let list = terms.list([item]);
                        self.at(root, &route).candidates.push(list);
                    }
                }
            }
            // A table of constants: its keys are worth trying.
            Operator::Select => {
                self.note_piece(terms, trace, &arguments);
                if let Node::Record(keys, _) = terms.node(arguments[0]).clone()
                    && let Some((root, route)) = route_of(terms, trace, arguments[1])
                {
                    for key in keys.iter().take(4) {
                        let key = terms.string(key.clone());
                        let shape = self.at(root, &route);
                        shape.example.get_or_insert(key);
                        shape.candidates.push(key);
                    }
                }
            }
            Operator::Has => {
                for collection in branches(terms, &arguments[..1]) {
                    let Some((root, route)) = route_of(terms, trace, collection) else {
                        self.suggest_element(terms, trace, arguments[1], collection);
                        continue;
                    };
                    let shape = self.at(root, &route);
                    shape.is_list = true;
                    if let Some(name) = terms.as_str(arguments[1]) {
                        self.asked_for.push((root, route.clone(), name.clone()));
                        let list = terms.list([arguments[1]]);
                        self.at(root, &route).candidates.extend([list, arguments[1]]);
                    }
                }
            }
            Operator::Append => self.note_lists(terms, trace, &arguments),
            _ => {}
        }
    }

    pub(super) fn note_numbers(&mut self, terms: &Terms, trace: &Trace, parts: &[Term]) {
        for part in branches(terms, parts) {
            if let Some((root, route)) = route_of(terms, trace, part) {
                self.at(root, &route).is_number = true;
            }
        }
    }

    /// The smallest or largest of several, given one by one or as a list, such as a bound and a
    /// sum: what a program takes that of is a number.
    fn note_bounds(&mut self, terms: &Terms, trace: &Trace, of: &[Term]) {
        let several = match (of, of.first().map(|&first| terms.node(first))) {
            ([_, ..], Some(Node::List(items))) => items,
            ([_, _, ..], _) => of,
            _ => return,
        };
        self.note_numbers(terms, trace, several);
        for part in terms.parts(several) {
            if let Node::Apply(Operator::Pure(function), of) = terms.node(part)
                && function.is(Meaning::Plus)
            {
                self.note_numbers(terms, trace, of);
            }
        }
    }

    /// A part that is divided: with numbers as small as those that are tried, nothing may be
    /// left of it.
    fn note_quotient(&mut self, terms: &Terms, trace: &Trace, part: Term, by: Term) {
        if !matches!(terms.node(by), Node::Number(_)) {
            return;
        }
        for part in branches(terms, &[converted(terms, part)]) {
            if let Some((root, route)) = route_of(terms, trace, part) {
                self.at(root, &route).candidates.push(by);
            }
        }
    }

    /// Parts of which a number is computed that is compared: one that is much larger than
    /// the others.
    fn note_proportion(&mut self, terms: &mut Terms, trace: &Trace, computed: Term) {
        let parts = terms.parts(&[computed]);
        for &part in &parts {
            match terms.node(part) {
                Node::Apply(Operator::Pure(function), of)
                    if function.is_conversion_to_number() || function.is(Meaning::Plus) =>
                {
                    self.note_numbers(terms, trace, of);
                }
                Node::Apply(Operator::Multiply, of) => self.note_numbers(terms, trace, of),
                _ => {}
            }
        }
        let routes: Vec<_> =
            parts.into_iter().filter_map(|part| route_of(terms, trace, part)).collect();
        let large = terms.number(HUNDRED);
        for (root, route) in routes {
            let shape = self.at(root, &route);
            if shape.is_number && shape.children.is_empty() && !shape.candidates.contains(&large) {
                shape.candidates.push(large);
            }
        }
    }

    fn note_lists(&mut self, terms: &Terms, trace: &Trace, parts: &[Term]) {
        for part in branches(terms, parts) {
            if let Some((root, route)) = route_of(terms, trace, part) {
                self.at(root, &route).is_list = true;
            }
        }
    }

    /// A set that is gone through in the order of an instance: what it is made of needs
    /// several items to show that.
    fn note_order(&mut self, terms: &Terms, trace: &Trace, set: Term) {
        for part in terms.parts(&[set]) {
            let Node::Apply(Operator::Pure(function), of) = terms.node(part) else { continue };
            let from = match function.meaning() {
                Meaning::Union => of[1],
                Meaning::Loop if !of.is_empty() => of[0],
                _ => continue,
            };
            if let Some((root, mut route)) = route_of(terms, trace, from) {
                self.at(root, &route).is_ordered = true;
                route.push(Edge::Item);
                self.at(root, &route);
            }
        }
    }

    /// A question about how long a part is: texts and lists that are about as long.
    fn note_length(&mut self, terms: &mut Terms, trace: &Trace, length: Term, bound: Term) {
        let Node::Apply(Operator::Length, of) = terms.node(length).clone() else { return };
        let Some((root, route)) = route_of(terms, trace, of[0]) else { return };
        let Node::Number(bound) = terms.node(bound) else { return };
        let bound = bound.get().clamp(0.0, LONGEST) as usize;
        let mut values = Vec::new();
        for length in [bound + 1, bound, bound.saturating_sub(1)] {
            values.push(terms.string("a".repeat(length)));
            let item = terms.string("item");
            values.push(terms.list(vec![item; length]));
        }
        self.at(root, &route).candidates.extend(values);
    }

    pub(super) fn note_example(
        &mut self,
        terms: &Terms,
        trace: &Trace,
        part: Term,
        examples: &FxHashMap<Arc<str>, Vec<Option<Term>>>,
    ) {
        let Node::Apply(Operator::Pure(function), arguments) = terms.node(part) else { return };
        let Some(values) = examples.get(function.name()) else { return };
        for (&argument, &value) in arguments.iter().zip(values) {
            if let (Some((root, route)), Some(value)) = (route_of(terms, trace, argument), value) {
                self.at(root, &route).example.get_or_insert(value);
            }
        }
    }

    /// A part that is looked for in a constant text or list.
    fn suggest_element(&mut self, terms: &mut Terms, trace: &Trace, part: Term, within: Term) {
        let found = match terms.node(within) {
            Node::String(_) => Some(within),
            Node::List(items) => items.first().copied(),
            _ => None,
        };
        if let Some(found) = found {
            self.suggest(terms, trace, part, found);
        }
    }

    pub(super) fn note_condition(&mut self, terms: &Terms, trace: &Trace, part: Term) {
        if let Some((root, route)) = route_of(terms, trace, part) {
            self.at(root, &route).is_condition = true;
        }
    }

    fn suggest(&mut self, terms: &mut Terms, trace: &Trace, side: Term, other: Term) {
        if let Some((root, route)) = route_of(terms, trace, side) {
            match terms.node(other) {
                Node::Undefined | Node::Null | Node::Absent => {
                    self.at(root, &route).may_be_missing = true;
                }
                Node::Bool(_) | Node::Number(_) | Node::String(_) => {
                    self.at(root, &route).candidates.push(other);
                }
                // A text that is put together, as a signature is: one that begins alike.
                Node::Apply(Operator::Concat, parts) => {
                    let start = terms.as_str(parts[0]).map(|start| format!("{start}a"));
                    let like_that = start.map(|start| terms.string(start));
                    self.at(root, &route).candidates.extend(like_that);
                }
                // Two parts of the input that may be the same, or not.
                _ if route_of(terms, trace, other)
                    .is_some_and(|(other, _)| trace.inputs.contains(&other))
                    && trace.inputs.contains(&root) =>
                {
                    let value = terms.string("other");
                    self.at(root, &route).candidates.push(value);
                }
                // A content that is compared with an input: it may be the same.
                _ if route_of(terms, trace, converted(terms, other))
                    .is_some_and(|(other, _)| trace.inputs.contains(&other)) =>
                {
                    let values = [terms.string(OWN.text), terms.number(OWN.number)];
                    self.at(root, &route).candidates.extend(values);
                }
                // Two contents, perhaps of one cell.
                _ if !trace.inputs.contains(&root) && route_of(terms, trace, other).is_some() => {
                    let values = [terms.number(HELD.number), terms.string(HELD.text)];
                    self.at(root, &route).candidates.extend(values);
                }
                // A content that is compared with what is computed of inputs.
                _ if !trace.inputs.contains(&root) => {
                    let computed = computed_of_inputs(terms, trace, other);
                    self.at(root, &route).candidates.extend(computed);
                }
                _ => {}
            }
        } else if let Node::Apply(Operator::TypeOf, of) = terms.node(side).clone()
            && let Some((root, route)) = route_of(terms, trace, of[0])
        {
            let values = match terms.as_str(other).map(|s| &**s) {
                Some("number") => vec![terms.number(7.0)],
                Some("boolean") => vec![terms.bool(true), terms.bool(false)],
                Some("string") => vec![terms.string("text")],
                Some("undefined") => vec![terms.undefined()],
                _ => return,
            };
            self.at(root, &route).candidates.extend(values);
        } else if let Node::Apply(Operator::Pure(_), arguments) = terms.node(side).clone()
            && let Some(&argument) = arguments.first()
            && matches!(terms.node(other), Node::Number(_) | Node::String(_))
        {
            // Many functions leave such a value as it is: conversions, trimming, case.
            self.suggest(terms, trace, argument, other);
        } else if let Node::Apply(Operator::Select, select) = terms.node(side).clone()
            && let Some(piece) = terms.as_str(other).cloned()
        {
            self.suggest_piece(terms, trace, &select, &piece);
        } else if let Node::Apply(Operator::Concat, _) = terms.node(side)
            && let Some(text) = terms.as_str(other).cloned()
        {
            for (part, piece) in pieces_like(terms, side, &text) {
                let piece = terms.string(piece);
                self.suggest(terms, trace, part, piece);
            }
        } else if let Node::Apply(Operator::Ite, arguments) = terms.node(side).clone() {
            for &branch in &arguments[1..] {
                self.suggest(terms, trace, branch, other);
            }
        }
    }
}

/// The values that terms can have, looking through if-then-else.
fn branches(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    let mut open = roots.to_vec();
    while let Some(term) = open.pop() {
        match terms.node(term) {
            Node::Apply(Operator::Ite, arguments) => open.extend_from_slice(&arguments[1..]),
            _ => found.push(term),
        }
    }
    found
}

/// What a text is the text of: `str(price)`; anything else stays what it is.
fn spelled(terms: &Terms, term: Term) -> Term {
    match terms.node(term) {
        Node::Apply(Operator::Concat, of) if of.len() == 1 => of[0],
        Node::Apply(Operator::Pure(function), of)
            if function.is(Meaning::ToText) && of.len() == 1 =>
        {
            of[0]
        }
        _ => term,
    }
}

/// What a program computes of inputs and nothing else, a digest for example, where they are
/// what inputs are by default.
fn computed_of_inputs(terms: &mut Terms, trace: &Trace, computed: Term) -> Option<Term> {
    let parts = terms.parts(&[computed]);
    let inputs: Vec<Term> = parts
        .into_iter()
        .filter(|&part| {
            matches!(terms.node(part), Node::Symbol(_) | Node::Apply(Operator::Select, _))
                && route_of(terms, trace, part).is_some_and(|(at, _)| trace.inputs.contains(&at))
        })
        .collect();
    let own = terms.string(OWN.text);
    let values = inputs.iter().map(|&part| (part, own)).collect();
    let value = terms.substitute(computed, &values);
    (!inputs.is_empty() && terms.symbols_of(&[value]).is_empty()).then_some(value)
}

/// What a conversion to a number is given; anything else stays what it is.
fn converted(terms: &Terms, term: Term) -> Term {
    match terms.node(term) {
        Node::Apply(Operator::Pure(function), of)
            if function.is_conversion_to_number() && !of.is_empty() =>
        {
            of[0]
        }
        _ => term,
    }
}
