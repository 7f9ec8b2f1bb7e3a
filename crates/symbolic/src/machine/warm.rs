//! What survives an invocation on a warm instance: variables and objects that
//! were made while modules were loaded and that functions change afterwards.
//!
//! Every attempt is executed as on a new instance. A variable that counts holds any number at
//! the beginning, and what else remembers inputs makes a difference between the two, so that
//! is a problem.

use super::Machine;
use super::heap::{Body, ListKind, State};
use crate::{Action, Node, Origin, Reference, SymbolId, Term, assumptions};
use aplomb_script::{
    Expr, ExprKind, Function, Literal, Name, Pattern, Program, Span, StatementKind, UpdateOperator,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What was there when the modules were loaded, and what became of it.
#[derive(Default)]
pub(crate) struct Warm {
    /// Variables and objects below these numbers were there.
    boundary: Option<(u32, u32)>,
    /// Variables that were read before this invocation assigned them.
    inherited: FxHashSet<u32>,
    /// Variables that this invocation assigned.
    assigned: FxHashSet<u32>,
    /// A model assigns, for what it has to remember itself.
    is_model: bool,
    /// What functions do to names that are not theirs, once it was asked for.
    assignments: Option<Arc<Assignments>>,
    /// Variables of such names that were declared while modules were loaded.
    counters: Vec<(u32, Name)>,
    /// What there was when the modules were loaded.
    state: State,
    /// When fields of objects that were there have been assigned by this invocation.
    fields: FxHashMap<(u32, Term), Term>,
    /// Such fields that were read where this invocation had not assigned them.
    read: FxHashSet<(u32, Term)>,
    /// Objects of this invocation that later ones find there, unless they were there.
    adopted: FxHashSet<u32>,
    /// Such fields that hold what this invocation was given.
    given: FxHashSet<(u32, Term)>,
    /// Those that hold whatever earlier invocations have made of them.
    inherited_counts: FxHashMap<u32, Count>,
}

/// What the functions of a program do to names of modules.
struct Assignments {
    /// Names with the constants that functions assign them.
    flags: FxHashMap<Name, Vec<Literal>>,
    /// Names to which functions add that do not declare them.
    counted: FxHashSet<Name>,
}

impl Assignments {
    fn of(program: &Program) -> Self {
        let mut flags: FxHashMap<Name, Vec<Literal>> = FxHashMap::default();
        let nodes = program.functions.iter().flat_map(Function::nodes);
        for (name, constant) in nodes.filter_map(flag_assigned) {
            let known = flags.entry(name).or_default();
            if !known.contains(&constant) {
                known.push(constant);
            }
        }
        let counted = program.functions.iter().flat_map(counted_outside).cloned().collect();
        Assignments { flags, counted }
    }
}

/// A number that earlier invocations of the instance have changed.
#[derive(Clone)]
struct Count {
    name: Name,
    /// What it is at the beginning.
    symbol: SymbolId,
    /// Where this invocation adds to it first.
    span: Option<Span>,
}

impl Machine<'_> {
    /// The modules are loaded; what is executed from now on is the invocation.
    pub fn loaded(&mut self) {
        self.warm.boundary = Some((self.next_variable, self.next_object));
        self.warm.state = self.state.clone();
        self.inherit_counts();
    }

    /// What functions do to names that are not theirs.
    fn assignments(&mut self) -> &Assignments {
        let program = self.program;
        self.warm.assignments.get_or_insert_with(|| program.remember(Assignments::of))
    }

    /// Notes a variable that is declared while modules are loaded, if functions add to it.
    pub(crate) fn note_declared(&mut self, variable: u32, name: &Name) {
        if self.warm.boundary.is_some() {
            return;
        }
        if self.assignments().counted.contains(name) {
            self.warm.counters.push((variable, name.clone()));
        }
    }

    /// A number to which functions add is whatever the instance's invocations so far have made
    /// of it.
    fn inherit_counts(&mut self) {
        for (variable, name) in std::mem::take(&mut self.warm.counters) {
            let is_number = |m: &Self, &value: &Term| matches!(m.view(value), Node::Number(_));
            if !self.state.variables.get(variable).is_some_and(|value| is_number(self, value)) {
                continue;
            }
            let span = self.span;
            let label = format!("what {name} counts on its instance");
            if let Ok(value) = self.fresh(&label, span, false) {
                // Who does not look at it does not depend on it.
                if let Some(source) = self.trace.sources.last_mut().filter(|it| *it.label == *label)
                {
                    source.unlisted = true;
                }
                self.state.variables.set(variable, value);
                if let Some(symbol) = self.terms.as_symbol(value) {
                    let count = Count { name, symbol, span: None };
                    self.warm.inherited_counts.insert(variable, count);
                }
            }
        }
    }

    /// Says so where somebody may see how far an instance has counted. Who writes under such a
    /// number or sends it is seen to do so with another one on the retry; of everything else
    /// it is not clear what a retry on the same instance makes of it.
    pub(super) fn refuse_counts(&mut self) {
        let mut counts: Vec<Count> = self.warm.inherited_counts.values().cloned().collect();
        counts.sort_by_key(|count| count.symbol);
        let looked_at = self.terms.symbols_of(&self.trace.terms_beside_loops());
        // Something that iterations hand on is looked at: it may be a count.
        let elements: FxHashSet<SymbolId> =
            self.trace.loops.iter().filter_map(|each| each.element).collect();
        let carried = looked_at.iter().any(|symbol| {
            self.terms.symbol(*symbol).origin == Origin::Element && !elements.contains(symbol)
        });
        for Count { name, symbol, span } in counts {
            let shown = self.trace.steps.iter().any(|step| match &step.action {
                Action::Access { accesses, .. } => accesses
                    .iter()
                    .any(|access| self.terms.depends(access.key, |other| other == symbol)),
                Action::Effect { arguments, .. } => {
                    self.terms.depends(*arguments, |other| other == symbol)
                }
                _ => false,
            });
            let seen = looked_at.contains(&symbol);
            let counts = |&term: &Term| self.terms.depends(term, |other| other == symbol);
            let looped = self.trace.loops.iter().any(|each| {
                each.collection.iter().any(counts) || carried && each.inputs.iter().any(counts)
            });
            if looped || seen && !shown {
                self.span = span.unwrap_or(self.span);
                self.keeps(&name);
            }
        }
    }

    /// Whether the modules are loaded.
    pub(super) fn is_loaded(&self) -> bool {
        self.warm.boundary.is_some()
    }

    /// A pattern of a module that goes on where it stopped does so in the next invocation.
    pub(super) fn note_matched(&mut self, pattern: Term, method: &str) {
        if matches!(method, "exec" | "test") && self.patterns.contains(&pattern) && self.is_loaded()
        {
            self.keeps("lastIndex of a pattern made while modules are loaded");
        }
    }

    /// What a variable holds when this invocation reads it first: a flag that functions
    /// turn may have been turned by an earlier invocation of a warm instance.
    pub(crate) fn inherited(&mut self, variable: u32, name: &Name, value: Term) -> Term {
        let is_kept = self.warm.boundary.is_some_and(|(variables, _)| variable < variables)
            && !self.warm.assigned.contains(&variable);
        if !is_kept || !self.terms.is_constant(value) {
            return value;
        }
        let turned = self.assignments().flags.get(name).cloned().unwrap_or_default();
        let mut held = value;
        for constant in turned {
            let constant = self.literal(&constant);
            if constant != value {
                let shown = self.terms.show(constant).to_string();
                let is_turned = self.of_instance(&format!("{name} is {shown} on a warm instance"));
                let is_turned = self.truth(is_turned);
                held = self.terms.ite(is_turned, constant, held);
            }
        }
        held
    }

    pub(crate) fn note_read(&mut self, variable: u32) {
        if self.warm.boundary.is_some_and(|(variables, _)| variable < variables)
            && !self.warm.assigned.contains(&variable)
        {
            self.warm.inherited.insert(variable);
        }
    }

    pub(crate) fn note_assigned(&mut self, variable: u32, name: &str, value: Term) {
        let is_kept = self.warm.boundary.is_some_and(|(variables, _)| variable < variables);
        if !is_kept {
            return;
        }
        self.warm.assigned.insert(variable);
        if self.warm.inherited.contains(&variable) {
            let span = self.span;
            let count = self.warm.inherited_counts.get_mut(&variable);
            let is_count = count.map(|count| count.span.get_or_insert(span)).is_some();
            if !is_count && self.accumulates(value) {
                self.keeps(name);
            }
            self.note_kept(value);
        }
    }

    /// Notes the contents of cells that a value was made of: whoever keeps it may look at
    /// them later, when the cells hold something else.
    pub(crate) fn note_kept(&mut self, value: Term) {
        let value = self.freeze(value);
        for symbol in self.terms.symbols_of(&[value]) {
            let is_read = matches!(self.terms.symbol(symbol).origin, Origin::Old | Origin::Reply);
            if is_read && !self.trace.kept.iter().any(|kept| kept.0 == symbol) {
                self.trace.kept.push((symbol, self.span));
            }
        }
    }

    pub(crate) fn note_stored(&mut self, object: Term, key: Term, value: Term) {
        let Some((_, objects)) = self.warm.boundary else { return };
        let is_kept = match self.terms.node(object) {
            Node::Reference(Reference::Object(id)) => *id < objects,
            Node::Reference(Reference::Function(_)) => true,
            _ => false,
        };
        if is_kept && (self.terms.is_number(value) || self.remembers(key, value)) {
            let name = self.key_text(key);
            self.keeps(&name);
            return;
        }
        if is_kept && !self.warm.is_model {
            self.note_kept(value);
        }
        self.adopt_if_kept(object, key, value);
        let holds_given = is_kept && self.accumulates(value);
        if holds_given {
            self.assume(&assumptions::WARM_OBJECTS);
        }
        self.note_field(object, key, holds_given);
    }

    /// What is put where something may be already, or under a key of the invocation, stays there
    /// for later ones: whoever adds to it adds to what they find.
    fn adopt_if_kept(&mut self, object: Term, key: Term, value: Term) {
        let Some(owner) = self.object_id(object).filter(|&id| self.is_warm(id)) else { return };
        let finds = !self.terms.is_constant(key) || self.warm.read.contains(&(owner, key));
        if let Node::Reference(Reference::Object(id)) = self.terms.node(value)
            && finds
        {
            self.warm.adopted.insert(*id);
        }
    }

    /// Whether an object outlives the invocation.
    fn is_warm(&self, object: u32) -> bool {
        self.warm.boundary.is_some_and(|(_, objects)| object < objects)
            || self.warm.adopted.contains(&object)
    }

    /// The field of an object that was there is assigned. Whoever looks at it where this
    /// invocation has not assigned it sees what an earlier one was given.
    fn note_field(&mut self, object: Term, key: Term, holds_given: bool) {
        let Some(field) = self.warm_field(object, key) else { return };
        let assigned = match self.warm.fields.get(&field) {
            Some(&before) => self.terms.or(before, self.path),
            None => self.path,
        };
        self.warm.fields.insert(field, assigned);
        if holds_given {
            self.warm.given.insert(field);
            if self.warm.read.contains(&field) {
                self.keeps("an object made while modules are loaded");
            }
        }
    }

    /// The field of an object is looked at.
    pub(super) fn note_field_read(&mut self, object: Term, key: Term) {
        let Some(field) = self.warm_field(object, key) else { return };
        let assigned = self.warm.fields.get(&field).copied();
        if assigned
            .is_some_and(|assigned| assigned == self.path || self.known(assigned) == Some(true))
        {
            return;
        }
        self.warm.read.insert(field);
        if self.warm.given.contains(&field) {
            self.keeps("an object made while modules are loaded");
        }
    }

    /// The field of an object that was there when the modules were loaded.
    fn warm_field(&self, object: Term, key: Term) -> Option<(u32, Term)> {
        let (_, objects) = self.warm.boundary?;
        match self.terms.node(object) {
            Node::Reference(Reference::Object(id)) if *id < objects && !self.warm.is_model => {
                self.terms.is_constant(key).then_some((*id, key))
            }
            _ => None,
        }
    }

    /// A list that was there changes in another way than by growing at its end.
    pub(super) fn note_rearranged(&mut self, list: Term) {
        if self.warm.boundary.is_some()
            && !self.warm.is_model
            && self.list(list).is_some_and(|list| list.kind == ListKind::List)
        {
            self.note_filled(list);
        }
    }

    /// Something is taken out of an object: what was there when the modules were loaded is gone
    /// for later invocations.
    pub(crate) fn note_removed(&mut self, object: Term, key: Option<Term>) {
        if self.warm.boundary.is_none() || self.warm.is_model {
            return;
        }
        let Node::Reference(Reference::Object(id)) = self.terms.node(object) else { return };
        let Some(Body::Record(record)) = self.warm.state.objects.get(*id).map(|it| &it.body) else {
            return;
        };
        let had = match key.filter(|&key| self.terms.is_constant(key)) {
            Some(key) => record.fields.contains_key(&key) || record.base.is_some(),
            None => !record.fields.is_empty() || record.base.is_some(),
        };
        if had {
            self.note_filled(object);
        }
    }

    /// Something is put into an object of a library, or taken out of it.
    pub(crate) fn note_filled(&mut self, object: Term) {
        if matches!(self.terms.node(object), Node::Reference(Reference::Object(id)) if self.is_warm(*id))
        {
            self.keeps("an object made while modules are loaded");
        }
    }

    /// Says so if something is put into what belongs to the process, where later invocations
    /// find it.
    pub(super) fn refuse_process(&mut self, object: Term) {
        if self.warm.boundary.is_none() || self.warm.is_model {
            return;
        }
        let path = super::Path::of(self.terms, object).map(|path| path.to_string());
        let process = ["globalThis", "process.env", "os.environ", "sys.modules", "builtins"];
        if let Some(path) = path.filter(|path| process.iter().any(|own| path.starts_with(own))) {
            self.keeps(&path);
        }
    }

    /// Lets a model assign what the program does not see.
    pub(crate) fn by_a_model<T>(&mut self, assign: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.warm.is_model, true);
        let done = assign(self);
        self.warm.is_model = before;
        done
    }

    pub(crate) fn note_pushed(&mut self, list: Term, value: Term) {
        if matches!(self.terms.node(list), Node::Reference(Reference::Object(id)) if self.is_warm(*id))
            && (self.terms.is_constant(value) || self.accumulates(value))
        {
            self.keeps("a list made while modules are loaded");
        }
    }

    /// Whether a mark is stored for what the invocation was given: `seen[id] = true`,
    /// `seen[id] = Date.now()`. What was read, or is a function of the key, is a cache.
    fn remembers(&mut self, key: Term, value: Term) -> bool {
        if !self.accumulates(key) {
            return false;
        }
        let (key, value) = (self.freeze(key), self.freeze(value));
        let undefined = self.terms.undefined();
        let beside = self.terms.substitute(value, &[(key, undefined)].into_iter().collect());
        let is_read = self.terms.depends(beside, |symbol| self.is_answer(symbol));
        let is_given = self.terms.depends(beside, |symbol| self.is_own(symbol));
        self.terms.is_constant(value) || (is_given && !is_read)
    }

    /// An iterator goes on where it stands.
    pub(crate) fn note_advanced(&mut self, iterator: Term) {
        let Some((_, objects)) = self.warm.boundary else { return };
        let reference = self.terms.node(iterator);
        if matches!(reference, Node::Reference(Reference::Object(id)) if *id < objects) {
            self.keeps("an iterator made while modules are loaded");
        }
    }

    /// Whether a value counts, or depends on what the invocation was given.
    fn accumulates(&mut self, value: Term) -> bool {
        let value = self.freeze(value);
        self.terms.is_number(value) || self.terms.depends(value, |symbol| self.is_own(symbol))
    }

    /// Whether a value is one of this invocation: it was given or drawn.
    fn is_own(&self, symbol: SymbolId) -> bool {
        match self.terms.symbol(symbol).origin {
            Origin::Input => true,
            Origin::Fresh { .. } => !self.is_answer(symbol),
            _ => false,
        }
    }

    /// Whether a value was read: from a store, or from somebody outside. What is answered there
    /// may be anything on every attempt, also something old.
    fn is_answer(&self, symbol: SymbolId) -> bool {
        match self.terms.symbol(symbol).origin {
            Origin::Old | Origin::Reply => true,
            Origin::Fresh { .. } => {
                self.trace.sources.iter().any(|source| source.foreign && source.symbol == symbol)
            }
            _ => false,
        }
    }

    fn keeps(&mut self, name: &str) {
        if self.is_concrete() {
            return;
        }
        let span = self.span;
        self.problem(
            format!(
                "{name} keeps its value from one invocation to the next while the instance is \
                 warm, and a retry may run on another one; keep it inside the handler"
            ),
            span,
        );
    }
}

/// The name that an expression assigns a constant, and the constant. A number counts more
/// often than it marks, and what counts is not known.
fn flag_assigned(node: aplomb_script::Node<'_>) -> Option<(Name, Literal)> {
    let aplomb_script::Node::Expr(expr) = node else { return None };
    let ExprKind::Assign { target, value } = &expr.kind else { return None };
    match (&**target, &value.kind) {
        (
            Pattern::Variable(name, _),
            ExprKind::Literal(constant @ (Literal::Bool(_) | Literal::String(_) | Literal::Null)),
        ) => Some((name.clone(), constant.clone())),
        _ => None,
    }
}

/// The names to which a function adds and that it does not declare itself.
fn counted_outside(function: &Function) -> Vec<&Name> {
    use aplomb_script::Node;
    let explicit = function.dialect.explicit_self;
    let mut declared: Vec<&Name> =
        function.parameters.iter().flat_map(|parameter| parameter.pattern.names()).collect();
    let (mut outer, mut counted) = (Vec::new(), Vec::new());
    for node in function.nodes() {
        match node {
            Node::Statement(statement) => match &statement.kind {
                StatementKind::Declare { pattern, .. }
                | StatementKind::ForEach { scope: Some(_), pattern, .. } => {
                    declared.extend(pattern.names());
                }
                StatementKind::Outer(names) => outer.extend(names),
                _ => {}
            },
            Node::Expr(expr) => counted.extend(added_to(expr)),
            Node::Pattern(_) => {}
        }
    }
    // Where assigning declares, a name of outside is said to be one.
    counted.retain(|name| match explicit {
        true => outer.contains(name),
        false => !declared.contains(name),
    });
    counted
}

/// The variable to which an expression adds: `n += 1`, `n++`, `n = n + 1`.
fn added_to(expr: &Expr) -> Option<&Name> {
    let target = match &expr.kind {
        ExprKind::Update { target, operator: UpdateOperator::Binary(_), .. } => target,
        ExprKind::Assign { target, value } if matches!(value.kind, ExprKind::Binary { .. }) => {
            let Pattern::Variable(name, _) = &**target else { return None };
            let mut inside = aplomb_script::Node::Expr(value).nodes();
            let mentions = inside.any(|node| match node {
                aplomb_script::Node::Expr(Expr { kind: ExprKind::Variable(other), .. }) => {
                    other == name
                }
                _ => false,
            });
            mentions.then_some(target)?
        }
        _ => return None,
    };
    match &**target {
        Pattern::Variable(name, _) => Some(name),
        _ => None,
    }
}
