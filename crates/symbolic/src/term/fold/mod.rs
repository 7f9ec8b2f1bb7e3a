//! What terms mean where that is known: constants fold, records are taken
//! apart, conditions that cannot matter disappear. Every rule keeps the value.

mod equality;

use super::{Guaranteed, Meaning, Node, Number, Operator, Origin, Term, Terms, pure};
use equality::{equal, unique_symbol};
use std::sync::Arc;

/// What a term surely is, if that is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nothing,
    Absent,
    Bool,
    Number,
    String,
    Record,
    List,
    Identity,
}

pub(super) fn fold(terms: &mut Terms, operator: Operator, arguments: &[Term]) -> Term {
    match operator {
        Operator::Ite => ite(terms, arguments[0], arguments[1], arguments[2]),
        Operator::Not => not(terms, arguments[0]),
        Operator::And => junction(terms, arguments, true),
        Operator::Or => junction(terms, arguments, false),
        Operator::Equal => equal(terms, arguments[0], arguments[1]),
        Operator::Less | Operator::LessEqual => compare(terms, operator, arguments),
        Operator::Truthy | Operator::NotEmpty => truth(terms, operator, arguments[0]),
        Operator::Add | Operator::Multiply | Operator::Divide | Operator::Remainder => {
            arithmetic(terms, operator, arguments)
        }
        Operator::Concat => concat(terms, arguments),
        Operator::Select => select(terms, arguments[0], arguments[1]),
        Operator::With => with(terms, arguments[0], arguments[1], arguments[2]),
        Operator::Without => without(terms, arguments[0], arguments[1]),
        Operator::Merge => merge(terms, arguments[0], arguments[1]),
        Operator::Has => has(terms, arguments[0], arguments[1]),
        Operator::Append => append(terms, arguments),
        Operator::Insert => insert(terms, arguments[0], arguments[1]),
        Operator::Length => length(terms, arguments[0]),
        Operator::JsonParse => json_parse(terms, arguments[0]),
        Operator::JsonText => json_text(terms, arguments[0]),
        Operator::TypeOf => type_of(terms, arguments[0]),
        Operator::Pure(ref function) => match pure::compute(terms, function.meaning(), arguments) {
            Some(value) => value,
            None => plain(terms, operator, arguments),
        },
        Operator::Member(_) | Operator::Called | Operator::Constructed | Operator::Named => {
            plain(terms, operator, arguments)
        }
    }
}

fn plain(terms: &mut Terms, operator: Operator, arguments: &[Term]) -> Term {
    terms.intern(Node::Apply(operator, arguments.into()))
}

fn arguments_of(terms: &Terms, term: Term, operator: &Operator) -> Option<Arc<[Term]>> {
    match terms.node(term) {
        Node::Apply(found, arguments) if found == operator => Some(arguments.clone()),
        _ => None,
    }
}

fn kind(terms: &Terms, term: Term) -> Option<Kind> {
    Some(match terms.node(term) {
        Node::Undefined | Node::Null => Kind::Nothing,
        Node::Absent => Kind::Absent,
        Node::Bool(_) => Kind::Bool,
        Node::Number(_) => Kind::Number,
        Node::String(_) => Kind::String,
        Node::Record(..) => Kind::Record,
        Node::List(_) => Kind::List,
        Node::Reference(_) | Node::External(_) => Kind::Identity,
        Node::Symbol(id) => match &terms.symbol(*id).origin {
            Origin::Fresh { unique: true } => Kind::String,
            _ => return None,
        },
        Node::Apply(operator, arguments) => match operator {
            Operator::Not
            | Operator::And
            | Operator::Or
            | Operator::Equal
            | Operator::Less
            | Operator::LessEqual
            | Operator::Truthy
            | Operator::NotEmpty
            | Operator::Has => Kind::Bool,
            Operator::Add
            | Operator::Multiply
            | Operator::Divide
            | Operator::Remainder
            | Operator::Length => Kind::Number,
            Operator::Concat | Operator::JsonText | Operator::TypeOf => Kind::String,
            Operator::With | Operator::Without | Operator::Merge | Operator::Named => Kind::Record,
            Operator::Append | Operator::Insert => Kind::List,
            Operator::Constructed => Kind::Identity,
            Operator::Pure(function) if function.gives_text() => Kind::String,
            Operator::Ite => {
                let then = kind(terms, arguments[1])?;
                return (kind(terms, arguments[2])? == then).then_some(then);
            }
            _ => return None,
        },
    })
}

fn is_constant(terms: &Terms, term: Term) -> bool {
    matches!(
        terms.node(term),
        Node::Undefined
            | Node::Null
            | Node::Absent
            | Node::Bool(_)
            | Node::Number(_)
            | Node::String(_)
            | Node::Reference(_)
            | Node::External(_)
    )
}

fn ite(terms: &mut Terms, condition: Term, then: Term, otherwise: Term) -> Term {
    if let Some(value) = terms.as_bool(condition) {
        return if value { then } else { otherwise };
    }
    if then == otherwise {
        return then;
    }
    if let Some(inner) = arguments_of(terms, condition, &Operator::Not) {
        return ite(terms, inner[0], otherwise, then);
    }
    // A branch that asks the same question again knows the answer.
    if let Some(inner) = arguments_of(terms, then, &Operator::Ite)
        && inner[0] == condition
    {
        return ite(terms, condition, inner[1], otherwise);
    }
    if let Some(inner) = arguments_of(terms, otherwise, &Operator::Ite)
        && inner[0] == condition
    {
        return ite(terms, condition, then, inner[2]);
    }
    if kind(terms, then) == Some(Kind::Bool) && kind(terms, otherwise) == Some(Kind::Bool) {
        match (terms.as_bool(then), terms.as_bool(otherwise)) {
            (Some(true), Some(false)) => return condition,
            (Some(false), Some(true)) => return not(terms, condition),
            (Some(true), None) => return terms.or(condition, otherwise),
            (None, Some(false)) => return terms.and(condition, then),
            (Some(false), None) => {
                let negated = not(terms, condition);
                return terms.and(negated, otherwise);
            }
            (None, Some(true)) => {
                let negated = not(terms, condition);
                return terms.or(negated, then);
            }
            _ => {}
        }
    }
    // x == k ? k : y  with  y == x  is x.
    if let Some(sides) = arguments_of(terms, condition, &Operator::Equal)
        && sides.contains(&then)
        && sides.contains(&otherwise)
    {
        return otherwise;
    }
    plain(terms, Operator::Ite, &[condition, then, otherwise])
}

fn not(terms: &mut Terms, term: Term) -> Term {
    if let Some(value) = terms.as_bool(term) {
        return terms.bool(!value);
    }
    if let Some(inner) = arguments_of(terms, term, &Operator::Not) {
        return inner[0];
    }
    // Negations are pushed inwards, so that conjunctions are seen as such.
    for conjunction in [true, false] {
        let operator = if conjunction { Operator::And } else { Operator::Or };
        if let Some(parts) = arguments_of(terms, term, &operator) {
            let negated: Vec<Term> = parts.iter().map(|&part| not(terms, part)).collect();
            return junction(terms, &negated, !conjunction);
        }
    }
    plain(terms, Operator::Not, &[term])
}

/// Conjunction and disjunction.
fn junction(terms: &mut Terms, arguments: &[Term], conjunction: bool) -> Term {
    let (operator, dual) =
        if conjunction { (Operator::And, Operator::Or) } else { (Operator::Or, Operator::And) };
    let mut parts = Vec::new();
    for &argument in arguments {
        match terms.as_bool(argument) {
            Some(value) if value == conjunction => {}
            Some(value) => return terms.bool(value),
            None => match arguments_of(terms, argument, &operator) {
                Some(inner) => parts.extend_from_slice(&inner),
                None => parts.push(argument),
            },
        }
    }
    parts.sort_unstable();
    parts.dedup();
    if parts.iter().any(|&part| {
        matches!(terms.node(part), Node::Apply(Operator::Not, inner) if parts.binary_search(&inner[0]).is_ok())
    }) {
        return terms.bool(!conjunction);
    }
    simplify_by_dual(terms, &mut parts, &dual);
    if let Some(common) = complementary(terms, &parts, &dual) {
        return common;
    }
    match parts.as_slice() {
        [] => terms.bool(conjunction),
        [only] => *only,
        _ => plain(terms, operator, &parts),
    }
}

/// `a ∧ (a ∨ b)` is `a`; `a ∧ (¬a ∨ b)` is `a ∧ b`; and the duals.
fn simplify_by_dual(terms: &mut Terms, parts: &mut Vec<Term>, dual: &Operator) {
    let mut index = 0;
    while index < parts.len() {
        let Some(inner) = arguments_of(terms, parts[index], dual) else {
            index += 1;
            continue;
        };
        if inner.iter().any(|i| parts.binary_search(i).is_ok()) {
            parts.remove(index);
            continue;
        }
        let kept: Vec<Term> = inner
            .iter()
            .copied()
            .filter(|&i| {
                let negated = not(terms, i);
                parts.binary_search(&negated).is_err()
            })
            .collect();
        if kept.len() < inner.len() {
            parts.remove(index);
            let reduced = fold(terms, dual.clone(), &kept);
            if let Err(place) = parts.binary_search(&reduced) {
                parts.insert(place, reduced);
            }
            index = 0;
            continue;
        }
        index += 1;
    }
}

/// `(x ∧ a) ∨ (x ∧ ¬a)` is `x`: what two joining branches leave behind.
fn complementary(terms: &mut Terms, parts: &[Term], dual: &Operator) -> Option<Term> {
    let [left, right] = parts else { return None };
    let of = |terms: &Terms, term: Term| -> Arc<[Term]> {
        arguments_of(terms, term, dual).unwrap_or_else(|| [term].into())
    };
    let (left, right) = (of(terms, *left), of(terms, *right));
    let only_left: Vec<Term> = left.iter().copied().filter(|t| !right.contains(t)).collect();
    let only_right: Vec<Term> = right.iter().copied().filter(|t| !left.contains(t)).collect();
    if let ([a], [b]) = (only_left.as_slice(), only_right.as_slice())
        && not(terms, *a) == *b
    {
        let common: Vec<Term> = left.iter().copied().filter(|t| t != a).collect();
        return Some(fold(terms, dual.clone(), &common));
    }
    None
}

fn compare(terms: &mut Terms, operator: Operator, arguments: &[Term]) -> Term {
    let (left, right) = (arguments[0], arguments[1]);
    // A text of a number beside something else than a text is compared as the number.
    match [left, right].map(|side| pure::number_of_text(terms, side)) {
        [Some(number), None] if !terms.is_text(right) => {
            return compare(terms, operator, &[number, right]);
        }
        [None, Some(number)] if !terms.is_text(left) => {
            return compare(terms, operator, &[left, number]);
        }
        _ => {}
    }
    let numbers = (pure::number(terms, left), pure::number(terms, right));
    let ordering = match (terms.node(left), terms.node(right), numbers) {
        (Node::String(a), Node::String(b), _) => Some(a.cmp(b)),
        (_, _, (Some(a), Some(b))) => a.partial_cmp(&b),
        _ if left == right => Some(std::cmp::Ordering::Equal),
        _ => {
            return match distribute(terms, &operator, arguments) {
                Some(term) => term,
                None => plain(terms, operator, arguments),
            };
        }
    };
    let holds = match operator {
        Operator::Less => ordering == Some(std::cmp::Ordering::Less),
        _ => matches!(ordering, Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal)),
    };
    terms.bool(holds)
}

/// Pushes an operator into an if-then-else whose branches and other arguments
/// are constants, because the result then folds.
fn distribute(terms: &mut Terms, operator: &Operator, arguments: &[Term]) -> Option<Term> {
    let index = arguments.iter().position(|&a| arguments_of(terms, a, &Operator::Ite).is_some())?;
    if arguments.iter().enumerate().any(|(i, &a)| i != index && !is_constant(terms, a)) {
        return None;
    }
    let branches = arguments_of(terms, arguments[index], &Operator::Ite)?;
    if !is_constant(terms, branches[1]) && !is_constant(terms, branches[2]) {
        return None;
    }
    let mut inner = arguments.to_vec();
    inner[index] = branches[1];
    let then = fold(terms, operator.clone(), &inner);
    inner[index] = branches[2];
    let otherwise = fold(terms, operator.clone(), &inner);
    Some(ite(terms, branches[0], then, otherwise))
}

fn truth(terms: &mut Terms, operator: Operator, term: Term) -> Term {
    let value = match terms.node(term) {
        Node::Undefined | Node::Null | Node::Absent => Some(false),
        Node::Bool(value) => Some(*value),
        Node::Number(number) => Some(number.get() != 0.0 && !number.get().is_nan()),
        Node::String(text) => Some(!text.is_empty()),
        Node::Record(keys, _) => Some(operator == Operator::Truthy || !keys.is_empty()),
        Node::List(items) => Some(operator == Operator::Truthy || !items.is_empty()),
        Node::Reference(_) | Node::External(_) => Some(true),
        _ => None,
    };
    if let Some(value) = value {
        return terms.bool(value);
    }
    match kind(terms, term) {
        Some(Kind::Bool) => return term,
        Some(Kind::Record | Kind::List) if operator == Operator::Truthy => return terms.bool(true),
        Some(Kind::Identity) => return terms.bool(true),
        _ => {}
    }
    if unique_symbol(terms, term) || terms.guaranteed(term) == Some(&Guaranteed::Text) {
        return terms.bool(true);
    }
    if let Node::Apply(Operator::Pure(function), _) = terms.node(term)
        && function.is_never_empty()
    {
        return terms.bool(true);
    }
    // Items of stores are records with at least their key.
    if let Node::Symbol(id) = terms.node(term)
        && terms.symbol(*id).origin == Origin::Old
    {
        let absent = terms.absent();
        let missing = equal(terms, term, absent);
        return not(terms, missing);
    }
    if let Node::Apply(Operator::Concat, parts) = terms.node(term)
        && parts.iter().any(|&p| terms.as_str(p).is_some_and(|s| !s.is_empty()))
    {
        return terms.bool(true);
    }
    if let Some(branches) = arguments_of(terms, term, &Operator::Ite) {
        let then = truth(terms, operator.clone(), branches[1]);
        let otherwise = truth(terms, operator, branches[2]);
        return ite(terms, branches[0], then, otherwise);
    }
    plain(terms, operator, &[term])
}

fn arithmetic(terms: &mut Terms, operator: Operator, arguments: &[Term]) -> Term {
    // Texts of numbers are computed with as numbers.
    if arguments.iter().any(|&a| pure::number_of_text(terms, a).is_some()) {
        let number = |&a: &Term| pure::number_of_text(terms, a).unwrap_or(a);
        let numbers: Vec<Term> = arguments.iter().map(number).collect();
        return arithmetic(terms, operator, &numbers);
    }
    let numbers: Option<Vec<f64>> = arguments
        .iter()
        .map(|&a| match terms.node(a) {
            Node::String(_) if operator == Operator::Add => None,
            _ => pure::number(terms, a),
        })
        .collect();
    if let Some(numbers) = numbers {
        let value = match operator {
            Operator::Add => numbers.iter().sum(),
            Operator::Multiply => numbers.iter().product(),
            Operator::Divide => numbers[0] / numbers[1],
            _ => numbers[0] % numbers[1],
        };
        return terms.number(value);
    }
    if let Some(term) = distribute(terms, &operator, arguments) {
        return term;
    }
    if !matches!(operator, Operator::Add | Operator::Multiply) {
        return plain(terms, operator, arguments);
    }
    // Flatten, gather the constants in front, keep the rest in order.
    // Sums of very many parts stay sums of sums: each would be a copy of the one before.
    let parts = arguments.iter().map(|&argument| match terms.node(argument) {
        Node::Apply(inner, parts) if *inner == operator => parts.len(),
        _ => 1,
    });
    if parts.sum::<usize>() > MOST_PARTS {
        let mut sorted = arguments.to_vec();
        sorted.sort_unstable();
        return plain(terms, operator, &sorted);
    }
    let neutral = if operator == Operator::Add { 0.0 } else { 1.0 };
    let mut constant = neutral;
    let mut rest = Vec::new();
    let mut open: Vec<Term> = arguments.iter().rev().copied().collect();
    while let Some(term) = open.pop() {
        match terms.node(term) {
            Node::Number(number) if operator == Operator::Add => constant += number.get(),
            Node::Number(number) => constant *= number.get(),
            Node::Apply(inner, parts) if *inner == operator && parts.len() <= MOST_PARTS => {
                open.extend(parts.iter().rev().copied());
            }
            _ => rest.push(term),
        }
    }
    rest.sort_unstable();
    if constant != neutral {
        let constant = terms.number(constant);
        rest.insert(0, constant);
    }
    match rest.as_slice() {
        [only] if kind(terms, *only) == Some(Kind::Number) => *only,
        _ => plain(terms, operator, &rest),
    }
}

fn text_of(terms: &Terms, term: Term) -> Option<Arc<str>> {
    Some(match terms.node(term) {
        Node::String(text) => text.clone(),
        Node::Number(number) => number.to_string().into(),
        Node::Bool(value) => value.to_string().into(),
        Node::Null => "null".into(),
        Node::Undefined => "undefined".into(),
        _ => return None,
    })
}

/// Texts longer than this, and of more parts, are not put together.
const LONGEST_TEXT: usize = 1 << 16;
const MOST_PARTS: usize = 256;

fn concat(terms: &mut Terms, arguments: &[Term]) -> Term {
    let mut parts = 0;
    let mut length = 0;
    for &argument in arguments {
        match terms.node(argument) {
            Node::Apply(Operator::Concat, inner) => parts += inner.len(),
            Node::String(text) => length += text.len(),
            _ => parts += 1,
        }
    }
    if parts > MOST_PARTS || length > LONGEST_TEXT {
        return plain(terms, Operator::Concat, arguments);
    }
    let mut parts: Vec<Term> = Vec::new();
    let mut open: Vec<Term> = arguments.iter().rev().copied().collect();
    while let Some(term) = open.pop() {
        if let Some(inner) = arguments_of(terms, term, &Operator::Concat) {
            if parts.len() + open.len() + inner.len() > MOST_PARTS {
                return plain(terms, Operator::Concat, arguments);
            }
            open.extend(inner.iter().rev().copied());
            continue;
        }
        let Some(text) = text_of(terms, term) else {
            parts.push(term);
            continue;
        };
        match parts.last().and_then(|&last| terms.as_str(last).cloned()) {
            Some(last) if last.len() + text.len() <= LONGEST_TEXT => {
                let joined = terms.string(format!("{last}{text}"));
                *parts.last_mut().expect("there is a last part") = joined;
            }
            _ if text.is_empty() => {}
            _ => {
                let text = terms.string(text);
                parts.push(text);
            }
        }
    }
    match parts.as_slice() {
        [] => terms.string(""),
        [only] if kind(terms, *only) == Some(Kind::String) => *only,
        _ => plain(terms, Operator::Concat, &parts),
    }
}

fn select(terms: &mut Terms, record: Term, key: Term) -> Term {
    match terms.node(record).clone() {
        Node::Undefined | Node::Null | Node::Absent | Node::Bool(_) | Node::Number(_) => {
            return terms.undefined();
        }
        Node::Record(keys, values) => {
            if let Some(name) = text_of(terms, key) {
                return match keys.binary_search(&name) {
                    Ok(index) => values[index],
                    Err(_) => terms.undefined(),
                };
            }
        }
        Node::List(items) => {
            if let Node::Number(index) = terms.node(key) {
                let index = index.get();
                let index = if index < 0.0 { index + items.len() as f64 } else { index };
                return match items.get(index as usize) {
                    Some(&item) if index >= 0.0 => item,
                    _ => terms.undefined(),
                };
            }
        }
        Node::Apply(Operator::With, parts) => {
            let same = equal(terms, parts[1], key);
            match terms.as_bool(same) {
                Some(true) => return parts[2],
                Some(false) => return select(terms, parts[0], key),
                None => {}
            }
        }
        Node::Apply(Operator::Without, parts) => {
            let same = equal(terms, parts[1], key);
            match terms.as_bool(same) {
                Some(true) => return terms.undefined(),
                Some(false) => return select(terms, parts[0], key),
                None => {}
            }
        }
        Node::Apply(Operator::Merge, parts) => {
            if let (Node::Record(keys, values), Some(name)) =
                (terms.node(parts[1]).clone(), text_of(terms, key))
            {
                return match keys.binary_search(&name) {
                    Ok(index) => values[index],
                    Err(_) => select(terms, parts[0], key),
                };
            }
        }
        Node::Apply(Operator::Ite, parts) => {
            let then = select(terms, parts[1], key);
            let otherwise = select(terms, parts[2], key);
            return ite(terms, parts[0], then, otherwise);
        }
        _ => {}
    }
    plain(terms, Operator::Select, &[record, key])
}

fn with(terms: &mut Terms, record: Term, key: Term, value: Term) -> Term {
    match terms.node(record).clone() {
        Node::Undefined | Node::Null | Node::Absent => {
            if let Some(name) = text_of(terms, key) {
                return terms.record([(name, value)]);
            }
        }
        Node::Record(keys, values) => {
            if let Some(name) = text_of(terms, key) {
                let fields: Vec<_> = keys
                    .iter()
                    .cloned()
                    .zip(values.iter().copied())
                    .chain([(name, value)])
                    .collect();
                return terms.record(fields);
            }
        }
        Node::List(items) => {
            if let Node::Number(index) = terms.node(key)
                && (index.get() as usize) < items.len()
                && index.get() >= 0.0
            {
                let mut items = items.to_vec();
                items[index.get() as usize] = value;
                return terms.list(items);
            }
        }
        Node::Apply(Operator::With, parts) if parts[1] == key => {
            return with(terms, parts[0], key, value);
        }
        // Named fields stand in order, so that the order of writing does not matter.
        Node::Apply(Operator::With, parts)
            if terms.as_str(key).zip(terms.as_str(parts[1])).is_some_and(|(a, b)| a < b) =>
        {
            let inner = with(terms, parts[0], key, value);
            return with(terms, inner, parts[1], parts[2]);
        }
        _ => {}
    }
    plain(terms, Operator::With, &[record, key, value])
}

fn without(terms: &mut Terms, record: Term, key: Term) -> Term {
    if let (Node::Record(keys, values), Some(name)) =
        (terms.node(record).clone(), text_of(terms, key))
    {
        let fields: Vec<_> =
            keys.iter().cloned().zip(values.iter().copied()).filter(|(k, _)| *k != name).collect();
        return terms.record(fields);
    }
    plain(terms, Operator::Without, &[record, key])
}

fn merge(terms: &mut Terms, base: Term, over: Term) -> Term {
    match (terms.node(base).clone(), terms.node(over).clone()) {
        (_, Node::Undefined | Node::Null | Node::Absent) => base,
        (Node::Undefined | Node::Null | Node::Absent, Node::Record(..)) => over,
        (Node::Record(keys, _), _)
            if keys.is_empty() && kind(terms, over) == Some(Kind::Record) =>
        {
            over
        }
        // A copy of an item: items are records.
        (Node::Record(keys, _), Node::Symbol(id))
            if keys.is_empty() && terms.symbol(id).origin == Origin::Old =>
        {
            let absent = terms.absent();
            let missing = equal(terms, over, absent);
            ite(terms, missing, base, over)
        }
        (_, Node::Record(keys, _)) if keys.is_empty() => base,
        (Node::Record(keys, values), Node::Record(other_keys, others)) => {
            let fields: Vec<_> = keys
                .iter()
                .cloned()
                .zip(values.iter().copied())
                .chain(other_keys.iter().cloned().zip(others.iter().copied()))
                .collect();
            terms.record(fields)
        }
        (_, Node::Record(keys, values)) => {
            let mut merged = base;
            for (name, &value) in keys.iter().zip(values.iter()) {
                let name = terms.string(name.clone());
                merged = with(terms, merged, name, value);
            }
            merged
        }
        _ => plain(terms, Operator::Merge, &[base, over]),
    }
}

fn has(terms: &mut Terms, collection: Term, key: Term) -> Term {
    match terms.node(collection).clone() {
        Node::Undefined | Node::Null | Node::Absent => return terms.bool(false),
        Node::Record(keys, _) => {
            if let Some(name) = text_of(terms, key) {
                return terms.bool(keys.binary_search(&name).is_ok());
            }
        }
        Node::List(items) => {
            let found: Vec<Term> = items.iter().map(|&item| equal(terms, item, key)).collect();
            return junction(terms, &found, false);
        }
        Node::String(text) => {
            if let Some(part) = terms.as_str(key) {
                let found = text.contains(&**part);
                return terms.bool(found);
            }
        }
        Node::Apply(Operator::With, parts) => {
            let same = equal(terms, parts[1], key);
            let inner = has(terms, parts[0], key);
            return terms.or(same, inner);
        }
        Node::Apply(Operator::Insert, parts) => {
            let same = equal(terms, parts[1], key);
            let inner = has(terms, parts[0], key);
            return terms.or(same, inner);
        }
        Node::Apply(Operator::Pure(function), parts) if function.is(Meaning::SetDifference) => {
            if let Node::List(gone) = terms.node(parts[1]).clone() {
                let mut kept = vec![has(terms, parts[0], key)];
                for &element in gone.iter() {
                    let same = equal(terms, element, key);
                    kept.push(not(terms, same));
                }
                return junction(terms, &kept, true);
            }
        }
        Node::Apply(Operator::Append, parts) => {
            let lists = parts.iter().filter(|&&part| kind(terms, part) == Some(Kind::List));
            let lists: Vec<Term> = lists.copied().collect();
            let found: Vec<Term> = lists.iter().map(|&part| has(terms, part, key)).collect();
            let found = junction(terms, &found, false);
            if terms.is_true(found) || lists.len() == parts.len() {
                return found;
            }
        }
        Node::Apply(Operator::Ite, parts) => {
            let then = has(terms, parts[1], key);
            let otherwise = has(terms, parts[2], key);
            return ite(terms, parts[0], then, otherwise);
        }
        _ => {}
    }
    plain(terms, Operator::Has, &[collection, key])
}

fn append(terms: &mut Terms, arguments: &[Term]) -> Term {
    let mut parts: Vec<Term> = Vec::new();
    // What stands in known lists one after the other: one list, made when it is complete.
    let mut known: Vec<Term> = Vec::new();
    let mut open: Vec<Term> = arguments.iter().rev().copied().collect();
    while let Some(term) = open.pop() {
        match terms.node(term) {
            Node::Apply(Operator::Append, inner) => open.extend(inner.iter().rev()),
            Node::Undefined | Node::Null | Node::Absent => {}
            Node::List(items) => known.extend(items.iter()),
            _ => {
                if !known.is_empty() {
                    parts.push(terms.list(std::mem::take(&mut known)));
                }
                parts.push(term);
            }
        }
    }
    if !known.is_empty() {
        parts.push(terms.list(known));
    }
    match parts.as_slice() {
        [] => terms.list([]),
        [only] if kind(terms, *only) == Some(Kind::List) => *only,
        _ => plain(terms, Operator::Append, &parts),
    }
}

fn insert(terms: &mut Terms, set: Term, element: Term) -> Term {
    let present = has(terms, set, element);
    if terms.is_true(present) {
        return set;
    }
    match terms.node(set).clone() {
        Node::Undefined | Node::Null | Node::Absent => terms.list([element]),
        // Kept sorted, so that equal sets are equal terms.
        Node::List(items) if terms.is_false(present) => {
            let mut items = items.to_vec();
            items.push(element);
            items.sort_unstable();
            terms.list(items)
        }
        _ => plain(terms, Operator::Insert, &[set, element]),
    }
}

fn length(terms: &mut Terms, term: Term) -> Term {
    let term = crate::without_order(terms, term);
    let count = match terms.node(term) {
        Node::List(items) => Some(items.len()),
        Node::Record(keys, _) => Some(keys.len()),
        Node::String(text) => Some(text.encode_utf16().count()),
        _ => None,
    };
    match count {
        Some(count) => terms.number(count as f64),
        None => plain(terms, Operator::Length, &[term]),
    }
}

fn json_parse(terms: &mut Terms, term: Term) -> Term {
    if let Some(inner) = arguments_of(terms, term, &Operator::JsonText) {
        return inner[0];
    }
    if let Some(text) = terms.as_str(term).cloned()
        && let Ok(value) = serde_json::from_str::<serde_json::Value>(&text)
    {
        return terms.from_json(&value);
    }
    if let Some(branches) = arguments_of(terms, term, &Operator::Ite) {
        let then = json_parse(terms, branches[1]);
        let otherwise = json_parse(terms, branches[2]);
        return ite(terms, branches[0], then, otherwise);
    }
    plain(terms, Operator::JsonParse, &[term])
}

fn json_text(terms: &mut Terms, term: Term) -> Term {
    match terms.to_json(term) {
        Some(value) => terms.string(value.to_string()),
        None => plain(terms, Operator::JsonText, &[term]),
    }
}

fn type_of(terms: &mut Terms, term: Term) -> Term {
    let name = match terms.node(term) {
        Node::Undefined => Some("undefined"),
        Node::Reference(super::Reference::Function(_)) => Some("function"),
        _ => match kind(terms, term) {
            Some(Kind::Nothing | Kind::Record | Kind::List | Kind::Absent) => Some("object"),
            Some(Kind::Bool) => Some("boolean"),
            Some(Kind::Number) => Some("number"),
            Some(Kind::String) => Some("string"),
            _ => None,
        },
    };
    if let Some(name) = name {
        return terms.string(name);
    }
    if let Some(branches) = arguments_of(terms, term, &Operator::Ite) {
        let then = type_of(terms, branches[1]);
        let otherwise = type_of(terms, branches[2]);
        return ite(terms, branches[0], then, otherwise);
    }
    plain(terms, Operator::TypeOf, &[term])
}

impl Terms {
    /// Whether the term is a scalar, or a thing with identity, and nothing else:
    /// two different ones are never equal.
    pub fn is_constant(&self, term: Term) -> bool {
        is_constant(self, term)
    }

    /// Whether the term surely is a string.
    pub fn is_text(&self, term: Term) -> bool {
        kind(self, term) == Some(Kind::String)
    }

    /// Whether the term surely is true or false.
    pub fn is_truth(&self, term: Term) -> bool {
        kind(self, term) == Some(Kind::Bool)
    }

    /// Whether the term surely is a number.
    pub fn is_number(&self, term: Term) -> bool {
        kind(self, term) == Some(Kind::Number)
    }

    /// A JSON value as a term.
    pub fn from_json(&mut self, value: &serde_json::Value) -> Term {
        match value {
            serde_json::Value::Null => self.null(),
            serde_json::Value::Bool(value) => self.bool(*value),
            serde_json::Value::Number(number) => self.number(number.as_f64().unwrap_or(f64::NAN)),
            serde_json::Value::String(text) => self.string(text.as_str()),
            serde_json::Value::Array(items) => {
                let items: Vec<Term> = items.iter().map(|item| self.from_json(item)).collect();
                self.list(items)
            }
            serde_json::Value::Object(fields) => {
                let fields: Vec<(Arc<str>, Term)> =
                    fields.iter().map(|(k, v)| (k.as_str().into(), self.from_json(v))).collect();
                self.record(fields)
            }
        }
    }

    /// A term without unknowns as a JSON value.
    pub fn to_json(&self, term: Term) -> Option<serde_json::Value> {
        Some(match self.node(term) {
            Node::Null | Node::Absent => serde_json::Value::Null,
            Node::Bool(value) => (*value).into(),
            Node::Number(number) => json_number(*number),
            Node::String(text) => text.to_string().into(),
            Node::List(items) => {
                items.iter().map(|&item| self.to_json(item)).collect::<Option<Vec<_>>>()?.into()
            }
            Node::Record(keys, values) => {
                let mut fields = serde_json::Map::new();
                for (key, &value) in keys.iter().zip(values.iter()) {
                    if !matches!(self.node(value), Node::Undefined) {
                        fields.insert(key.to_string(), self.to_json(value)?);
                    }
                }
                fields.into()
            }
            _ => return None,
        })
    }
}

fn json_number(number: Number) -> serde_json::Value {
    let value = number.get();
    if value.fract() == 0.0 && value.abs() < 9e15 { (value as i64).into() } else { value.into() }
}
