//! All executions of a program by exhaustion, judged by the axioms.

use std::collections::{BTreeMap, BTreeSet};

use aplomb_consistency::execution::{
    Execution, History, Levels, Outcome, Place, TransactionSet, View, evaluate_assumptions,
    permitted, run,
};
use aplomb_consistency::model::Granularity;
use aplomb_consistency::{Program, Value};

/// What an execution leaves behind: who committed, what they returned, what
/// was written.
pub type Result = (Vec<usize>, Vec<Vec<Value>>, BTreeMap<Place, Value>);

pub fn result(committed: &[usize], outcome: &Outcome) -> Result {
    let mut committed = committed.to_vec();
    committed.sort();
    (committed, outcome.returned.clone(), outcome.written.clone())
}

/// All values of the parameters: each is 0 or 1.
pub fn parameters(program: &Program) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for _ in &program.params {
        let extend = |values: &Vec<Value>, i| [values.clone(), vec![Value::Int(i)]].concat();
        all = all.iter().flat_map(|values| [extend(values, 0), extend(values, 1)]).collect();
    }
    all
}

/// Calls `each` with every execution that all of `levels` can be judged on:
/// they must share the shape of views.
pub fn executions(
    program: &Program,
    shape: &Levels,
    committed: &[usize],
    each: &mut dyn FnMut(&Execution, &Outcome),
) {
    for params in parameters(program) {
        for order in permutations(committed) {
            // A client is told something before it uses it.
            let told = |(position, &t): (usize, &usize)| {
                program.told_by(t).iter().all(|teller| order[..position].contains(&teller))
            };
            if !order.iter().enumerate().all(told) {
                continue;
            }
            let everyone = 0..program.transactions.len();
            let views = everyone.map(|index| blank(program, shape, index)).collect();
            let history = History::Transactions { order: order.clone(), views };
            let mut execution =
                Execution { params: params.clone(), initial: BTreeMap::new(), history };
            if evaluate_assumptions(program, &execution) == Ok(true) {
                choose_views(program, shape, &order, 0, &mut execution, each);
            }
        }
    }
}

fn blank(program: &Program, shape: &Levels, transaction: usize) -> View {
    let code = &program.transactions[transaction];
    match shape.of(transaction).axioms().granularity {
        Granularity::Statement => {
            View::Statements(vec![TransactionSet::EMPTY; code.statements.len()])
        }
        Granularity::Read => View::Reads(vec![TransactionSet::EMPTY; code.reads().count()]),
        _ => View::Whole(TransactionSet::EMPTY),
    }
}

fn choose_views(
    program: &Program,
    shape: &Levels,
    order: &[usize],
    position: usize,
    execution: &mut Execution,
    each: &mut dyn FnMut(&Execution, &Outcome),
) {
    if position == order.len() {
        let outcome = run(program, shape, execution).expect("small numbers");
        each(execution, &outcome);
        return;
    }
    let before = &order[..position];
    let prefixes: Vec<TransactionSet> =
        (0..=position).map(|length| before[..length].iter().copied().collect()).collect();
    let subsets: Vec<TransactionSet> = (0..1usize << position)
        .map(|mask| {
            (0..position).filter(|bit| mask >> bit & 1 == 1).map(|bit| before[bit]).collect()
        })
        .collect();
    let blank = blank(program, shape, order[position]);
    let prefix_only =
        shape.of(order[position]).axioms().closure == aplomb_consistency::model::Closure::Prefix;
    let candidates = match &blank {
        // Only prefixes of arbitration pass; the others need not be tried.
        View::Whole(_) if prefix_only => prefixes.into_iter().map(View::Whole).collect(),
        View::Whole(_) => subsets.into_iter().map(View::Whole).collect(),
        View::Statements(sets) => {
            chains(&prefixes, sets.len()).into_iter().map(View::Statements).collect()
        }
        View::Reads(sets) => {
            chains(&subsets, sets.len()).into_iter().map(View::Reads).collect::<Vec<_>>()
        }
    };
    for candidate in candidates {
        let History::Transactions { views, .. } = &mut execution.history else { unreachable!() };
        views[order[position]] = candidate;
        choose_views(program, shape, order, position + 1, execution, each);
    }
}

/// All growing sequences of sets.
fn chains(sets: &[TransactionSet], length: usize) -> Vec<Vec<TransactionSet>> {
    let mut all: Vec<Vec<TransactionSet>> = vec![Vec::new()];
    for _ in 0..length {
        let mut longer = Vec::new();
        for chain in &all {
            for &set in sets {
                if chain.last().is_none_or(|last| last.is_subset(set)) {
                    longer.push([chain.clone(), vec![set]].concat());
                }
            }
        }
        all = longer;
    }
    all
}

pub fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in items.iter().enumerate() {
        let mut rest = items.to_vec();
        rest.remove(index);
        all.extend(permutations(&rest).into_iter().map(|tail| [vec![first], tail].concat()));
    }
    all
}

/// All sets of transactions that may commit.
pub fn committed_sets(program: &Program, every_subset: bool) -> Vec<Vec<usize>> {
    let count = program.transactions.len();
    let all: Vec<usize> = (0..count).collect();
    if !every_subset {
        return vec![all];
    }
    let subset = |mask: usize| all.iter().copied().filter(|t| mask >> t & 1 == 1).collect();
    (0..1usize << count).map(subset).collect()
}

/// The results of a program at each of several levels that share the shape of
/// their views.
pub fn results(program: &Program, levels: &[Levels], every_subset: bool) -> Vec<BTreeSet<Result>> {
    let mut found = vec![BTreeSet::new(); levels.len()];
    for committed in committed_sets(program, every_subset) {
        executions(program, &levels[0], &committed, &mut |execution, outcome| {
            for (levels, found) in levels.iter().zip(&mut found) {
                if permitted(program, levels, execution, outcome).is_ok() {
                    found.insert(result(&committed, outcome));
                }
            }
        });
    }
    found
}
