//! Conditions that boto3 puts together by methods: `Key("id").eq(1) & Attr("n").gt(0)`.
//! They are made into the expressions and values that boto3 makes of them.

use super::evaluate::Scope;
use super::expression::{AttributePath, Comparison, Condition, Operand, PathPart};
use aplomb_symbolic::{Node, Operator, Term, Terms};

/// The condition that a term puts together; its values are added to the scope.
pub(super) fn condition(terms: &mut Terms, scope: &mut Scope, built: Term) -> Option<Condition> {
    let Node::Apply(Operator::Pure(function), arguments) = terms.node(built).clone() else {
        return None;
    };
    let mut inner =
        |terms: &mut Terms, at: usize| condition(terms, scope, *arguments.get(at)?).map(Box::new);
    let name = function.name();
    match &**name {
        "BitAnd" | "&" => {
            return Some(Condition::And(inner(terms, 0)?, inner(terms, 1)?));
        }
        "BitOr" | "|" => return Some(Condition::Or(inner(terms, 0)?, inner(terms, 1)?)),
        "~" | "BitNot" => return Some(Condition::Not(inner(terms, 0)?)),
        _ => {}
    }
    let (&subject, given) = arguments.split_first()?;
    let subject = attribute(terms, subject)?;
    let given: Vec<Term> = match (&**name, given) {
        ("is_in", [list]) => match terms.node(*list).clone() {
            Node::List(items) => items.to_vec(),
            _ => return None,
        },
        _ => given.to_vec(),
    };
    let mut values = given.into_iter().map(|value| operand(terms, scope, value));
    let comparison = match &**name {
        "eq" => Comparison::Equal,
        "ne" => Comparison::NotEqual,
        "lt" => Comparison::Less,
        "lte" => Comparison::LessEqual,
        "gt" => Comparison::Greater,
        "gte" => Comparison::GreaterEqual,
        "between" => return Some(Condition::Between(subject, values.next()?, values.next()?)),
        "is_in" => return Some(Condition::In(subject, values.collect())),
        "exists" | "not_exists" => {
            return Some(Condition::Function(format!("attribute_{name}"), vec![subject]));
        }
        "begins_with" | "contains" | "attribute_type" => {
            return Some(Condition::Function(name.to_string(), vec![subject, values.next()?]));
        }
        _ => return None,
    };
    Some(Condition::Compare(subject, comparison, values.next()?))
}

/// `Key("a")`, `Attr("a.b")`, `Attr("a").size()`.
fn attribute(terms: &Terms, term: Term) -> Option<Operand> {
    let Node::Apply(Operator::Pure(function), arguments) = terms.node(term) else { return None };
    let name = &**function.name();
    if name == "size" {
        return Some(Operand::Function("size".into(), vec![attribute(terms, arguments[0])?]));
    }
    let is_attribute = ["boto3.dynamodb.conditions.Key", "boto3.dynamodb.conditions.Attr"];
    let path = is_attribute.contains(&name).then(|| terms.as_str(*arguments.first()?))??;
    let parts = path.split('.').map(|part| PathPart::Name(part.to_string()));
    Some(Operand::Path(AttributePath(parts.collect())))
}

/// A value, under a name of its own.
fn operand(terms: &mut Terms, scope: &mut Scope, value: Term) -> Operand {
    let mut fields = match terms.node(scope.values) {
        Node::Record(names, values) => names.iter().cloned().zip(values.iter().copied()).collect(),
        _ => Vec::new(),
    };
    let name = format!(":built{}", fields.len());
    fields.push((name.as_str().into(), value));
    scope.values = terms.record(fields);
    Operand::Value(name)
}
