//! Names and the variables they stand for.

use aplomb_script::{Dialect, ModuleId, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// What a scope belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Block,
    Function,
    /// Names of a class body: not visible in its methods.
    Class,
    Module,
}

/// Names declared in one block, and where to look further. The values are in
/// the [`super::heap::State`], so that they can differ between paths.
#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) kind: ScopeKind,
    pub(crate) module: ModuleId,
    pub(crate) dialect: Dialect,
    pub(crate) parent: Option<Rc<Scope>>,
    names: RefCell<FxHashMap<Name, u32>>,
    /// Names that assignments in this function give to an outer scope.
    outer: RefCell<FxHashSet<Name>>,
    /// Names that nothing else can be assigned to.
    fixed: RefCell<FxHashSet<Name>>,
}

impl Scope {
    /// The scope of a module.
    pub(crate) fn module(module: ModuleId, dialect: Dialect) -> Rc<Scope> {
        Rc::new(Scope {
            kind: ScopeKind::Module,
            module,
            dialect,
            parent: None,
            names: RefCell::default(),
            outer: RefCell::default(),
            fixed: RefCell::default(),
        })
    }

    /// A scope inside another.
    pub(crate) fn inside(parent: &Rc<Scope>, kind: ScopeKind) -> Rc<Scope> {
        Rc::new(Scope {
            kind,
            module: parent.module,
            dialect: parent.dialect,
            parent: Some(parent.clone()),
            names: RefCell::default(),
            outer: RefCell::default(),
            fixed: RefCell::default(),
        })
    }

    /// The variable a name stands for, in this scope or around it.
    pub(crate) fn lookup(&self, name: &str) -> Option<u32> {
        let mut scope = self;
        let mut first = true;
        loop {
            // A class body sees its names; functions in it do not.
            if (first || scope.kind != ScopeKind::Class)
                && let Some(&slot) = scope.names.borrow().get(name)
            {
                return Some(slot);
            }
            first = first && scope.kind == ScopeKind::Block;
            scope = scope.parent.as_deref()?;
        }
    }

    /// The variable of a name declared in this very scope.
    pub(crate) fn own(&self, name: &str) -> Option<u32> {
        self.names.borrow().get(name).copied()
    }

    /// Makes a name stand for a variable.
    pub(crate) fn bind(&self, name: Name, slot: u32) {
        self.names.borrow_mut().insert(name, slot);
    }

    /// The scope of the function (or class body, or module) this one is in.
    pub(crate) fn function(self: &Rc<Scope>) -> Rc<Scope> {
        let mut scope = self;
        while scope.kind == ScopeKind::Block {
            match &scope.parent {
                Some(parent) => scope = parent,
                None => break,
            }
        }
        scope.clone()
    }

    /// Notes that nothing else can be assigned to a name of this scope.
    pub(crate) fn fix(&self, name: Name) {
        self.fixed.borrow_mut().insert(name);
    }

    /// Whether a name, in this scope or around it, is one that nothing else can be assigned to.
    pub(crate) fn is_fixed(&self, name: &str) -> bool {
        let mut scope = Some(self);
        while let Some(at) = scope {
            if at.names.borrow().contains_key(name) {
                return at.fixed.borrow().contains(name);
            }
            scope = at.parent.as_deref();
        }
        false
    }

    /// Notes that a name belongs to an outer scope.
    pub(crate) fn declare_outer(&self, name: Name) {
        self.outer.borrow_mut().insert(name);
    }

    /// Whether assignments to the name go to an outer scope.
    pub(crate) fn is_outer(&self, name: &str) -> bool {
        self.outer.borrow().contains(name)
    }

    /// The names declared in this scope, for the exports of a Python module.
    pub(crate) fn names(&self) -> Vec<(Name, u32)> {
        let mut names: Vec<_> =
            self.names.borrow().iter().map(|(name, &slot)| (name.clone(), slot)).collect();
        names.sort_by_key(|(_, slot)| *slot);
        names
    }
}
