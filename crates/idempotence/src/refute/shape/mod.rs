//! What a program looks at: the parts of its inputs, and what it does with each.

mod route;
mod usage;
mod values;

pub(crate) use route::{Edge, Place, Route, part_at, places, route_of};

use aplomb_symbolic::{Node, Operator, Origin, SymbolId, Term, Terms, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

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
}

impl Shape {
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
}
