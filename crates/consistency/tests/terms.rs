//! Normal forms keep the meaning of terms; bad text is an error, never a panic.

#[path = "brute/random.rs"]
mod random;

use aplomb_consistency::{Sort, Symbol, Term, Terms, Value, fixture};
use random::Random;

/// A random integer term and its value, for given values of three symbols.
fn integer(
    terms: &mut Terms,
    random: &mut Random,
    values: &[i128; 3],
    depth: usize,
) -> (Term, i128) {
    if depth == 0 || random.chance(20) {
        if random.chance(50) {
            let constant = random.below(7) as i128 - 3;
            return (terms.int(constant), constant);
        }
        let symbol = random.below(3);
        return (terms.symbol(Symbol::Param(symbol), Sort::Int), values[symbol]);
    }
    let (a, x) = integer(terms, random, values, depth - 1);
    let (b, y) = integer(terms, random, values, depth - 1);
    match random.below(7) {
        0 => (terms.add(a, b), x + y),
        1 => (terms.sub(a, b), x - y),
        2 => (terms.scale(a, -2), -2 * x),
        3 => (terms.mul(a, b), x * y),
        4 => (terms.quotient(a, b), if y == 0 { 0 } else { x.div_euclid(y) }),
        5 => (terms.remainder(a, b), if y == 0 { 0 } else { x.rem_euclid(y) }),
        _ => {
            let (c, holds) = condition(terms, random, values, depth - 1);
            (terms.ite(c, a, b), if holds { x } else { y })
        }
    }
}

fn condition(
    terms: &mut Terms,
    random: &mut Random,
    values: &[i128; 3],
    depth: usize,
) -> (Term, bool) {
    if depth == 0 || random.chance(40) {
        let (a, x) = integer(terms, random, values, depth.min(1));
        let (b, y) = integer(terms, random, values, depth.min(1));
        return match random.below(3) {
            0 => (terms.le(a, b), x <= y),
            1 => (terms.lt(a, b), x < y),
            _ => (terms.eq(a, b), x == y),
        };
    }
    let (a, x) = condition(terms, random, values, depth - 1);
    let (b, y) = condition(terms, random, values, depth - 1);
    match random.below(5) {
        0 => (terms.and([a, b]), x && y),
        1 => (terms.or([a, b]), x || y),
        2 => (terms.not(a), !x),
        3 => (terms.eq(a, b), x == y),
        _ => (terms.implies(a, b), !x || y),
    }
}

#[test]
fn normal_forms_keep_the_value() {
    for seed in 0..5000 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let values = [0, 1, 2].map(|_| random.below(9) as i128 - 4);
        let (term, expected) = condition(&mut terms, &mut random, &values, 4);
        let lookup = &mut |symbol, _: Option<&Value>| match symbol {
            Symbol::Param(param) => Ok(Value::Int(values[param])),
            other => panic!("{other:?}"),
        };
        assert_eq!(terms.evaluate(term, lookup), Ok(Value::Bool(expected)), "seed {seed}");
    }
}

#[test]
fn equal_choices_cancel() {
    let mut terms = Terms::new();
    let c = terms.symbol(Symbol::Param(0), Sort::Bool);
    let (zero, three, minus_three) = (terms.int(0), terms.int(3), terms.int(-3));
    let (plus, minus) = (terms.ite(c, three, zero), terms.ite(c, minus_three, zero));
    assert_eq!(terms.add(plus, minus), zero);
}

#[test]
fn overflow_is_noticed() {
    let mut terms = Terms::new();
    let large = terms.int(i128::MAX);
    terms.add(large, large);
    assert!(terms.overflowed());
}

#[test]
fn deep_terms_do_not_exhaust_the_stack() {
    let mut terms = Terms::new();
    let mut term = terms.symbol(Symbol::Param(0), Sort::Int);
    for _ in 0..200_000 {
        let one = terms.int(1);
        let shifted = terms.add(term, one);
        term = terms.mul(shifted, shifted);
        term = terms.remainder(term, one);
    }
    let lookup = &mut |_, _: Option<&Value>| Ok(Value::Int(1));
    assert_eq!(terms.evaluate(term, lookup), Ok(Value::Int(0)));
}

#[test]
fn mutilated_text_is_an_error() {
    let good = include_str!("programs/table2/courseware_b2.txt");
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let mut text: Vec<char> = good.chars().collect();
        for _ in 0..1 + random.below(6) {
            let position = random.below(text.len());
            match random.below(3) {
                0 => drop(text.remove(position)),
                1 => text[position] = *random.pick(&['{', '}', '(', ';', '=', '?', 'x', '9', '"']),
                _ => text.insert(position, *random.pick(&['[', '.', '!', ':', ',', ' ', '\n'])),
            }
        }
        let text: String = text.into_iter().collect();
        // Either answer is fine; what matters is that there is one.
        let _ = fixture::parse(&text);
    }
}
