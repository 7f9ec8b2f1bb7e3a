//! What a program looks at: the parts of its inputs, and values worth trying
//! for them.

use super::texts::pieces_like;
use super::{HELD, OWN};
use aplomb_symbolic::{
    Meaning, Node, Operator, Origin, SymbolId, Term, Terms, Trace, without_order,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Edge {
    /// A field.
    Field(Arc<str>),
    /// An item of a list, whichever.
    Item,
    /// The value that a JSON text holds.
    Parsed,
    /// The text that one in base 64 stands for.
    Decoded,
}

/// What writes a text in base 64, and what reads it.
const TO_BASE64: &str = "base64.b64encode";
const FROM_BASE64: &str = "base64.b64decode";

/// A number that is much larger than most that are tried.
const HUNDRED: f64 = 100.0;

/// No longer values are tried.
const LONGEST: f64 = 40.0;

/// A part of a value: the way to it.
pub(crate) type Route = Vec<Edge>;

/// A part of an unknown: which, and the way to it.
pub(crate) type Place = (SymbolId, Route);

/// The parts of unknowns that are parts of terms.
pub(crate) fn places(terms: &Terms, trace: &Trace, roots: &[Term]) -> FxHashSet<Place> {
    terms.parts(roots).into_iter().filter_map(|part| route_of(terms, trace, part)).collect()
}

/// The parts of one unknown value that a program looks at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    children: BTreeMap<Edge, Shape>,
    /// A value that a function of the part understands.
    pub(super) example: Option<Term>,
    /// Values that the program compares the part with.
    pub(super) candidates: Vec<Term>,
    /// The part takes part in arithmetic.
    is_number: bool,
    /// The part is used as a record.
    is_record: bool,
    /// The part is used as a list or a set.
    is_list: bool,
    /// The part has methods of texts called: it is no list, though something is looked for in it.
    is_text: bool,
    /// It matters in which order the items come.
    is_ordered: bool,
    /// The part is a condition itself.
    is_condition: bool,
    /// The program asks whether there is such a part.
    may_be_missing: bool,
}

/// The shapes of the unknowns of a trace.
pub(crate) struct Shapes {
    roots: BTreeMap<SymbolId, Shape>,
    /// The members of a part, or its items, that a program asks for by name.
    asked_for: Vec<(SymbolId, Route, Arc<str>)>,
}

impl Shapes {
    /// Looks at all terms of a trace.
    pub(crate) fn of(
        terms: &mut Terms,
        trace: &Trace,
        examples: &FxHashMap<Arc<str>, Vec<Option<Term>>>,
    ) -> Self {
        let roots = crate::app::terms_of(trace);
        let mut shapes = Shapes { roots: BTreeMap::new(), asked_for: Vec::new() };
        let guards = trace.steps.iter().map(|s| s.guard);
        for guard in guards.chain(trace.completions.iter().map(|c| c.guard)) {
            shapes.note_condition(terms, trace, guard);
        }
        let roots: Vec<Term> = roots.iter().chain(&trace.parts).copied().collect();
        let parts = terms.parts(&roots);
        for &part in &parts {
            if let Some((root, route)) = route_of(terms, trace, part) {
                shapes.at(root, &route);
            }
            shapes.note(terms, trace, part);
            shapes.note_example(terms, trace, part, examples);
        }
        shapes.note_tokens(terms, trace, &parts);
        let collections = trace.loops.iter().filter_map(|each| each.collection);
        for collection in collections.chain(trace.elements.iter().map(|each| each.1)) {
            shapes.note(terms, trace, collection);
            if let Some((root, mut route)) = route_of(terms, trace, collection) {
                route.push(Edge::Item);
                shapes.at(root, &route);
            }
        }
        // Where a program also looks at what it asks for, it is a member.
        for (root, route, name) in std::mem::take(&mut shapes.asked_for) {
            if let Some(member) = shapes.at(root, &route).children.get_mut(&Edge::Field(name)) {
                member.may_be_missing = true;
            }
        }
        shapes
    }

    /// Notes the parts that are written to fields which hold numbers.
    pub(super) fn note_written(
        &mut self,
        terms: &mut Terms,
        trace: &Trace,
        numbers: &FxHashSet<Arc<str>>,
    ) {
        let accesses = trace.steps.iter().flat_map(aplomb_symbolic::Step::accesses);
        let written: Vec<Term> = accesses.filter_map(|access| access.new).collect();
        for part in terms.parts(&written) {
            let fields: Vec<(Arc<str>, Term)> = match terms.node(part) {
                Node::Record(names, values) => {
                    names.iter().cloned().zip(values.iter().copied()).collect()
                }
                Node::Apply(Operator::With, parts) => {
                    let name = terms.as_str(parts[1]).cloned();
                    name.into_iter().map(|name| (name, parts[2])).collect()
                }
                _ => continue,
            };
            for (_, value) in fields.into_iter().filter(|(name, _)| numbers.contains(name)) {
                self.note_numbers(terms, trace, &[value]);
            }
        }
    }

    /// Notes the fields of contents, and of items that are listed, that hold numbers.
    pub(super) fn note_contents(&mut self, terms: &Terms, numbers: &FxHashSet<Arc<str>>) {
        let is_content =
            |symbol: SymbolId| matches!(terms.symbol(symbol).origin, Origin::Old | Origin::Reply);
        for (_, shape) in self.roots.iter_mut().filter(|(symbol, _)| is_content(**symbol)) {
            shape.note_fields(numbers);
            if let Some(item) = shape.children.get_mut(&Edge::Item) {
                item.note_fields(numbers);
            }
        }
    }

    /// The shape of one unknown; nothing is looked at if it is not mentioned.
    pub(crate) fn get(&self, symbol: SymbolId) -> Shape {
        self.roots.get(&symbol).cloned().unwrap_or_default()
    }

    /// All unknowns that are looked at.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SymbolId, &Shape)> {
        self.roots.iter().map(|(&symbol, shape)| (symbol, shape))
    }

    pub(super) fn at(&mut self, root: SymbolId, route: &[Edge]) -> &mut Shape {
        let mut shape = self.roots.entry(root).or_default();
        for edge in route {
            shape = shape.children.entry(edge.clone()).or_default();
        }
        shape
    }

    /// Learns from how a part is used.
    fn note(&mut self, terms: &mut Terms, trace: &Trace, part: Term) {
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

    fn note_numbers(&mut self, terms: &Terms, trace: &Trace, parts: &[Term]) {
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

    fn note_example(
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

    fn note_condition(&mut self, terms: &Terms, trace: &Trace, part: Term) {
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

impl Shape {
    /// All parts without parts of their own, with the values worth trying: the
    /// first is the default.
    pub(crate) fn leaves(
        &self,
        terms: &mut Terms,
        default: &mut dyn FnMut(&mut Terms, &Route, bool) -> Term,
    ) -> Vec<(Route, Vec<Term>)> {
        let mut leaves = Vec::new();
        self.collect(terms, &mut Vec::new(), default, &mut leaves);
        leaves
    }

    fn collect(
        &self,
        terms: &mut Terms,
        route: &mut Route,
        default: &mut dyn FnMut(&mut Terms, &Route, bool) -> Term,
        leaves: &mut Vec<(Route, Vec<Term>)>,
    ) {
        let mut values = Vec::new();
        if self.children.is_empty() && self.is_condition {
            values.extend([terms.bool(true), terms.bool(false)]);
        } else if self.children.is_empty() {
            values.extend(self.example);
            let whole = self.is_record || matches!(route.last(), Some(Edge::Parsed));
            let value = default(terms, route, self.is_number);
            let value = match terms.node(value) {
                Node::String(_) if whole => terms.record([(Arc::from("value"), value)]),
                _ => value,
            };
            if self.is_list {
                values.push(terms.list([value]));
            }
            values.push(value);
            values.extend(self.candidates.iter().copied());
            if self.is_text {
                values.retain(|&value| !matches!(terms.node(value), Node::List(_)));
            }
            // What a program spreads or changes has members.
            if self.is_record {
                values.retain(|&value| {
                    !matches!(terms.node(value), Node::String(_) | Node::Number(_))
                });
            }
            if self.may_be_missing {
                values.extend([terms.undefined(), terms.null()]);
            }
        } else if self.may_be_missing {
            // Present with all its parts, or missing altogether.
            let present = terms.bool(true);
            values.extend([present, terms.undefined(), terms.null()]);
        }
        let (at, own) = (leaves.len(), !values.is_empty());
        if own {
            let mut seen = Vec::new();
            values.retain(|value| {
                let new = !seen.contains(value);
                seen.push(*value);
                new
            });
            leaves.push((route.clone(), values));
        }
        for (edge, child) in &self.children {
            route.push(edge.clone());
            let at = leaves.len();
            child.collect(terms, route, default, leaves);
            // Some part of an item is the number that a loop found.
            if self.is_number && child.children.is_empty() && at < leaves.len() {
                let number = default(terms, route, true);
                if !leaves[at].1.contains(&number) {
                    leaves[at].1.push(number);
                }
            }
            route.pop();
        }
        if let Some(item) = self.children.get(&Edge::Item) {
            let mut lists = item.lists(terms, route, &leaves[at..]);
            if self.is_ordered {
                lists.insert(0, item.two(terms, route, &leaves[at..]));
            }
            if !lists.is_empty() && !own {
                leaves.insert(at, (route.clone(), vec![terms.bool(true)]));
            }
            match self.is_ordered {
                true => {
                    leaves[at].1.splice(0..0, lists);
                }
                false => leaves[at].1.extend(lists),
            }
        }
    }

    /// Two items like this one that differ in all their texts.
    fn two(&self, terms: &mut Terms, list: &Route, leaves: &[(Route, Vec<Term>)]) -> Term {
        let mut route = list.clone();
        route.push(Edge::Item);
        let first: BTreeMap<Route, Term> =
            leaves.iter().map(|(route, values)| (route.clone(), values[0])).collect();
        let mut second = first.clone();
        for (at, value) in second.iter_mut().filter(|(at, _)| at.starts_with(&route)) {
            if let Some(text) = terms.as_str(*value).cloned() {
                *value = terms.string(format!("{text}{}", at.len()));
            }
        }
        let items = [first, second].map(|values| self.assemble(terms, &mut route.clone(), &values));
        terms.list(items)
    }

    /// Lists of several items like this one: programs look for the item whose part is
    /// this text, and for the one where it is that text.
    fn lists(&self, terms: &mut Terms, list: &Route, leaves: &[(Route, Vec<Term>)]) -> Vec<Term> {
        let mut route = list.clone();
        route.push(Edge::Item);
        let defaults: BTreeMap<Route, Term> =
            leaves.iter().map(|(route, values)| (route.clone(), values[0])).collect();
        let mut lists = Vec::new();
        for (leaf, values) in leaves.iter().filter(|(leaf, _)| leaf.starts_with(&route)) {
            let texts: Vec<Term> = values
                .iter()
                .copied()
                .skip(1)
                .filter(|&value| matches!(terms.node(value), Node::String(_)))
                .collect();
            if texts.len() < 2 {
                continue;
            }
            let items: Vec<Term> = texts
                .into_iter()
                .map(|text| {
                    let mut values = defaults.clone();
                    values.insert(leaf.clone(), text);
                    self.assemble(terms, &mut route.clone(), &values)
                })
                .collect();
            lists.push(terms.list(items));
        }
        lists
    }

    /// Notes which fields hold numbers.
    fn note_fields(&mut self, numbers: &FxHashSet<Arc<str>>) {
        for (edge, field) in &mut self.children {
            field.is_number |= matches!(edge, Edge::Field(name) if numbers.contains(name));
        }
    }

    /// The part of the value to which a route leads.
    pub(super) fn part(&self, route: &[Edge]) -> Option<&Shape> {
        route.iter().try_fold(self, |at, edge| at.children.get(edge))
    }

    /// The texts that a program compares a part of the value with.
    pub(super) fn texts_at(&self, terms: &Terms, route: &[Edge]) -> Vec<Term> {
        let values = self.part(route).map(|shape| &*shape.candidates).unwrap_or_default();
        values.iter().copied().filter(|&value| terms.as_str(value).is_some()).collect()
    }

    /// The fields of a value that the program takes for numbers.
    pub(super) fn numeric_fields(&self) -> impl Iterator<Item = Arc<str>> + '_ {
        self.children.iter().filter_map(|(edge, shape)| match edge {
            Edge::Field(name) if shape.is_number => Some(name.clone()),
            _ => None,
        })
    }

    /// Whether the program spreads or changes it, and looks at no part of it.
    pub(super) fn is_record(&self) -> bool {
        self.is_record && self.children.is_empty()
    }

    /// Whether the program takes a part of the value for a number.
    pub(super) fn is_number_at(&self, route: &[Edge]) -> bool {
        self.part(route).is_some_and(|shape| shape.is_number)
    }

    /// Whether the program looks at parts of the value.
    pub(crate) fn has_parts(&self) -> bool {
        !self.children.is_empty()
    }

    /// Puts a value together from values for its leaves.
    pub(crate) fn build(&self, terms: &mut Terms, values: &BTreeMap<Route, Term>) -> Term {
        self.assemble(terms, &mut Vec::new(), values)
    }

    fn assemble(
        &self,
        terms: &mut Terms,
        route: &mut Route,
        values: &BTreeMap<Route, Term>,
    ) -> Term {
        let own = values.get(route).copied();
        if self.children.is_empty() {
            return own.unwrap_or_else(|| terms.undefined());
        }
        if let Some(whole) = own
            && matches!(
                terms.node(whole),
                Node::Undefined | Node::Null | Node::Absent | Node::List(_)
            )
        {
            return whole;
        }
        let mut fields: Vec<(Arc<str>, Term)> = Vec::new();
        for (edge, child) in &self.children {
            route.push(edge.clone());
            let value = child.assemble(terms, route, values);
            route.pop();
            match edge {
                Edge::Parsed => return terms.apply(Operator::JsonText, &[value]),
                Edge::Decoded => return terms.pure(TO_BASE64, &[value]),
                Edge::Item => return terms.list([value]),
                Edge::Field(name) => {
                    if !matches!(terms.node(value), Node::Undefined) {
                        fields.push((name.clone(), value));
                    }
                }
            }
        }
        terms.record(fields)
    }
}

/// The part of an unknown that a route leads to.
pub(crate) fn part_at(terms: &mut Terms, unknown: Term, route: &Route) -> Term {
    let mut at = unknown;
    for edge in route {
        at = match edge {
            Edge::Parsed => terms.apply(Operator::JsonParse, &[at]),
            Edge::Decoded => terms.pure(FROM_BASE64, &[at]),
            Edge::Item => {
                let first = terms.number(0.0);
                terms.apply(Operator::Select, &[at, first])
            }
            Edge::Field(name) => terms.field(at, name),
        };
    }
    at
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

/// Whether a symbol is the number of an iteration.
fn counts(terms: &Terms, trace: &Trace, symbol: SymbolId) -> bool {
    let each = trace.loops.iter().find(|each| each.element == Some(symbol));
    match collection_of(trace, symbol) {
        Some(collection) => matches!(
            terms.node(collection),
            Node::Apply(Operator::Pure(function), _) if function.is(Meaning::Range)
        ),
        None => each.is_none() && terms.symbol(symbol).origin == Origin::Element,
    }
}

/// The way from an unknown to a part of it, if the term is one.
pub(crate) fn route_of(terms: &Terms, trace: &Trace, term: Term) -> Option<(SymbolId, Route)> {
    let mut edges = Vec::new();
    let mut at = term;
    loop {
        match terms.node(at) {
            Node::Symbol(id) => match collection_of(trace, *id) {
                Some(collection) => {
                    edges.push(Edge::Item);
                    at = collection;
                }
                None => {
                    edges.reverse();
                    return Some((*id, edges));
                }
            },
            Node::Apply(Operator::Select, arguments) => {
                edges.push(match terms.node(arguments[1]) {
                    Node::String(name) => Edge::Field(name.clone()),
                    Node::Number(_) => Edge::Item,
                    // The number of the iteration.
                    Node::Symbol(id) if counts(terms, trace, *id) => Edge::Item,
                    // A member of an answer by a name that is given: the one that inputs have.
                    _ if is_answer(terms, trace, arguments[0])
                        && route_of(terms, trace, arguments[1]).is_some() =>
                    {
                        Edge::Field(OWN.text.into())
                    }
                    _ => return None,
                });
                at = arguments[0];
            }
            Node::Apply(Operator::JsonParse, arguments) => {
                edges.push(Edge::Parsed);
                at = arguments[0];
            }
            Node::Apply(Operator::Pure(function), arguments)
                if function.is(Meaning::FromBase64) && arguments.len() == 1 =>
            {
                edges.push(Edge::Decoded);
                at = arguments[0];
            }
            // What a loop over the members of a record made of it has its members.
            Node::Apply(Operator::Pure(function), arguments)
                if function.is(Meaning::Loop)
                    && matches!(edges.last(), Some(Edge::Field(_)))
                    && arguments.first().is_some_and(|&of| members_of(terms, of).is_some()) =>
            {
                at = arguments.first().and_then(|&of| members_of(terms, of))?;
            }
            // What a loop over the items found, most often one of them.
            Node::Apply(Operator::Pure(function), arguments)
                if function.is(Meaning::Loop) && !arguments.is_empty() =>
            {
                edges.push(Edge::Item);
                at = arguments[0];
            }
            // The same text, for the texts that are tried.
            Node::Apply(Operator::Pure(function), arguments)
                if function.keeps_most_texts() && !arguments.is_empty() =>
            {
                at = arguments[0];
            }
            // Items of a part of a list are items of the list.
            Node::Apply(Operator::Pure(function), arguments)
                if function.is(Meaning::Slice) && matches!(edges.last(), Some(Edge::Item)) =>
            {
                at = arguments[0];
            }
            // One of two parts: the first that is one of an unknown.
            Node::Apply(Operator::Ite, arguments) => {
                let branches = arguments[1..].iter();
                let (root, mut route) =
                    branches.filter_map(|&branch| route_of(terms, trace, branch)).next()?;
                route.extend(edges.into_iter().rev());
                return Some((root, route));
            }
            _ => return None,
        }
    }
}

/// Whether a term is a part of what somebody answers.
fn is_answer(terms: &Terms, trace: &Trace, term: Term) -> bool {
    let root = route_of(terms, trace, term).map(|(root, _)| root);
    root.is_some_and(|root| {
        matches!(terms.symbol(root).origin, Origin::Fresh { .. } | Origin::Reply)
    })
}

/// The record whose members a collection lists.
fn members_of(terms: &Terms, collection: Term) -> Option<Term> {
    match terms.node(collection) {
        Node::Apply(Operator::Pure(function), of) if function.lists_members() => {
            of.first().copied()
        }
        _ => None,
    }
}

/// What the elements of a loop are from.
fn collection_of(trace: &Trace, element: SymbolId) -> Option<Term> {
    match trace.loops.iter().find(|each| each.element == Some(element)) {
        Some(each) => each.collection,
        None => trace.elements.iter().find(|each| each.0 == element).map(|each| each.1),
    }
}
