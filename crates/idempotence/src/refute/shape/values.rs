//! Values for inputs: those that are worth trying for each part, and wholes that are put
//! together from them.

use super::{Edge, Route, Shape};
use aplomb_symbolic::{Node, Operator, Term, Terms};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What writes a text in base 64.
const TO_BASE64: &str = "base64.b64encode";

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
