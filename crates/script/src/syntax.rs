//! Statements, expressions, patterns, functions and classes.

use crate::Span;
use std::sync::Arc;

/// An identifier or property name.
pub type Name = Arc<str>;

/// Index of a function in [`crate::Program::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// Index of a class in [`crate::Program::classes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// Statements in order.
pub type Block = Vec<Statement>;

/// A statement and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

impl Statement {
    /// A statement.
    pub fn new(kind: StatementKind, span: Span) -> Self {
        Statement { kind, span }
    }
}

/// How far a declared name reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The enclosing block (`let`, a class or a function in a block).
    Block,
    /// The enclosing block, where nothing else can be assigned to them (`const`).
    Constant,
    /// The enclosing function (`var`; every assignment in Python).
    Function,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// Evaluates an expression for its effect.
    Expression(Expr),
    /// Declares names and, with a value, binds them.
    Declare {
        /// How far the names reach.
        scope: Scope,
        /// The names.
        pattern: Pattern,
        /// The initial value.
        value: Option<Expr>,
    },
    /// A function declaration; hoisted to the start of its block if `hoisted`.
    Function {
        /// The declared name.
        name: Name,
        /// The function.
        function: FunctionId,
        /// Whether it can be called above its declaration (JavaScript).
        hoisted: bool,
    },
    /// A class declaration.
    Class {
        /// The declared name.
        name: Name,
        /// The class.
        class: ClassId,
    },
    /// `if`.
    If {
        /// The condition.
        test: Expr,
        /// Run when it holds.
        then: Block,
        /// Run otherwise.
        otherwise: Block,
    },
    /// `while`, and `do … while` when `body_first`.
    While {
        /// The condition.
        test: Expr,
        /// The body.
        body: Block,
        /// The body runs once before the first test.
        body_first: bool,
        /// Run when the loop ends without `break`.
        otherwise: Block,
    },
    /// The three-part `for`.
    For {
        /// Run once.
        init: Option<Box<Statement>>,
        /// The condition; none means true.
        test: Option<Expr>,
        /// Run after each iteration.
        update: Option<Expr>,
        /// The body.
        body: Block,
    },
    /// Iteration over the items of a collection (`for … of`, Python's `for`).
    ForEach {
        /// How the item's name is declared; `None` means plain assignment.
        scope: Option<Scope>,
        /// The item's pattern.
        pattern: Pattern,
        /// The collection.
        iterable: Expr,
        /// The body.
        body: Block,
        /// Whether items are awaited.
        awaits: bool,
        /// Run when the loop ends without `break` (Python).
        otherwise: Block,
    },
    /// Iteration over the keys of an object (`for … in`).
    ForKeys {
        /// How the key's name is declared; `None` means plain assignment.
        scope: Option<Scope>,
        /// The key's pattern.
        pattern: Pattern,
        /// The object.
        object: Expr,
        /// The body.
        body: Block,
    },
    /// `switch`, `match` on literals.
    Switch {
        /// The value looked at.
        subject: Expr,
        /// The cases in order; control falls through to the next unless the body breaks.
        cases: Vec<SwitchCase>,
    },
    /// `return`.
    Return(Option<Expr>),
    /// `throw`, `raise`; `None` raises the exception being handled again. A class
    /// that is thrown stands for an instance made without arguments (Python).
    Throw(Option<Expr>),
    /// `try`.
    Try {
        /// The guarded statements.
        body: Block,
        /// Handlers, tried in order.
        handlers: Vec<Handler>,
        /// Run when the body completes without an exception (Python).
        otherwise: Block,
        /// Run in any case.
        finally: Block,
    },
    /// `break`, possibly to a label.
    Break(Option<Name>),
    /// `continue`, possibly to a label.
    Continue(Option<Name>),
    /// A block with its own scope.
    Block(Block),
    /// A labelled statement.
    Labelled(Name, Box<Statement>),
    /// `with` (Python): enters each item, binds it, runs the body, leaves.
    /// `async with` is the same; what it awaits is entering and leaving.
    With {
        /// Context expression and what receives the entered value.
        items: Vec<(Expr, Option<Pattern>)>,
        /// The body.
        body: Block,
    },
    /// Removes a variable, member or item.
    Delete(Expr),
    /// `import`: binds what another module or an external package exports.
    Import {
        /// The module as written, e.g. `./db`, `aws-sdk`, `..models`, `boto3.dynamodb.conditions`.
        source: Name,
        /// What is bound.
        bindings: Vec<ImportBinding>,
    },
    /// `export { local as exported }` (also produced for `export const …`).
    Export {
        /// Local name and exported name; the default export is called `default`.
        names: Vec<(Name, Name)>,
    },
    /// `export default <expression>`.
    ExportDefault(Expr),
    /// `export … from`: `None` re-exports everything.
    ExportFrom {
        /// The module as written.
        source: Name,
        /// Imported name and exported name.
        names: Option<Vec<(Name, Name)>>,
    },
    /// `global` and `nonlocal`: the names are assigned in an outer scope.
    Outer(Vec<Name>),
    /// `assert`: raises when the condition fails.
    Assert {
        /// The condition.
        test: Expr,
        /// The message.
        message: Option<Expr>,
    },
    /// A construct the front end does not express; names the construct.
    Unsupported(String),
}

/// One case of a `switch`.
#[derive(Clone, Debug, PartialEq)]
pub struct SwitchCase {
    /// The value compared with the subject; `None` is the default case.
    pub test: Option<Expr>,
    /// The statements.
    pub body: Block,
}

/// One handler of a `try`.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// The exception types it takes (a class or a list of classes); `None` takes all.
    pub types: Option<Expr>,
    /// What the exception is bound to.
    pub binding: Option<Pattern>,
    /// The body.
    pub body: Block,
}

/// One name an import binds.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportBinding {
    /// What is taken from the module.
    pub imported: Imported,
    /// The local name.
    pub local: Name,
}

/// What an import takes from a module.
#[derive(Clone, Debug, PartialEq)]
pub enum Imported {
    /// The default export.
    Default,
    /// The module itself (`import * as m`, `import m`, `import a.b as m`).
    Module,
    /// One export by name; if the module has no such export, its submodule
    /// ([`crate::Module::submodule`]).
    Named(Name),
    /// Everything (`from m import *`); the local name is unused.
    Everything,
}

/// An expression and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

impl Expr {
    /// An expression.
    pub fn new(kind: ExprKind, span: Span) -> Self {
        Expr { kind, span }
    }
}

/// A literal value.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `undefined`.
    Undefined,
    /// `null`, `None`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number; integers are exact up to 2^53.
    Number(f64),
    /// A string.
    String(Arc<str>),
    /// Bytes, as text where they are text.
    Bytes(Arc<str>),
    /// A regular expression: pattern and flags.
    Regex(Arc<str>, Arc<str>),
}

/// What an expression computes.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// A variable.
    Variable(Name),
    /// A string put together from pieces (template literal, f-string).
    Template(Vec<Expr>),
    /// A list.
    List(Vec<Element>),
    /// A tuple: a list that cannot be changed, and that no list equals (Python).
    Tuple(Vec<Element>),
    /// A set.
    Set(Vec<Element>),
    /// An object or dictionary.
    Record(Vec<Field>),
    /// `object.name`.
    ///
    /// An `optional` link (`?.`) that finds null or undefined ends its whole
    /// chain: every `Member`, `Item` and `Call` that stands on it through
    /// `object` or `callee` is skipped, arguments included, and the chain is
    /// `undefined`. Parentheses that end a chain early are a [`ExprKind::Sequence`]
    /// of one expression.
    Member {
        /// The object.
        object: Box<Expr>,
        /// The member's name.
        name: Name,
        /// `?.`
        optional: bool,
    },
    /// `object[index]`.
    Item {
        /// The object.
        object: Box<Expr>,
        /// The index or key.
        index: Box<Expr>,
        /// `?.[ ]`
        optional: bool,
    },
    /// `object[start:end:step]`.
    Slice {
        /// The object.
        object: Box<Expr>,
        /// First index.
        start: Option<Box<Expr>>,
        /// Index after the last.
        end: Option<Box<Expr>>,
        /// Step.
        step: Option<Box<Expr>>,
    },
    /// A call.
    Call {
        /// The function.
        callee: Box<Expr>,
        /// The arguments.
        arguments: Vec<Argument>,
        /// `?.( )`
        optional: bool,
    },
    /// `new`.
    New {
        /// The constructor.
        callee: Box<Expr>,
        /// The arguments.
        arguments: Vec<Argument>,
    },
    /// `require("source")`, `import("source")`: the module's exports
    /// (an import expression gives a promise of them, which is the same here).
    Require(Name),
    /// A function value closing over its environment.
    Function(FunctionId),
    /// A class value.
    Class(ClassId),
    /// A unary operation.
    Unary {
        /// The operator.
        operator: UnaryOperator,
        /// The operand.
        operand: Box<Expr>,
    },
    /// A binary operation.
    Binary {
        /// The operator.
        operator: BinaryOperator,
        /// Left operand.
        left: Box<Expr>,
        /// Right operand.
        right: Box<Expr>,
    },
    /// A short-circuit operation; its value is one of the operands.
    Logical {
        /// The operator.
        operator: LogicalOperator,
        /// Left operand.
        left: Box<Expr>,
        /// Right operand, evaluated only when needed.
        right: Box<Expr>,
    },
    /// `test ? then : otherwise`.
    Conditional {
        /// The condition.
        test: Box<Expr>,
        /// Value when it holds.
        then: Box<Expr>,
        /// Value otherwise.
        otherwise: Box<Expr>,
    },
    /// Assignment; its value is the assigned value.
    ///
    /// Where [`crate::Dialect::assignment_declares`], a name that is assigned
    /// anywhere in a function (by this, by `Update`, as the item of a loop, by
    /// `with`, as the exception of a handler, by an import, function or class
    /// statement) is a variable of that function, unless [`StatementKind::Outer`]
    /// names it. At the top level it is a variable of the module.
    Assign {
        /// What is assigned.
        target: Box<Pattern>,
        /// The value.
        value: Box<Expr>,
    },
    /// `target op= value`, `target++`.
    Update {
        /// What is read and assigned: a variable, member or item.
        target: Box<Pattern>,
        /// The operator.
        operator: UpdateOperator,
        /// The right operand.
        value: Box<Expr>,
        /// The expression's value is the old one (`x++`).
        gives_old: bool,
    },
    /// `await`.
    Await(Box<Expr>),
    /// `yield`; with `delegate`, all items of the value.
    Yield {
        /// The value.
        value: Option<Box<Expr>>,
        /// `yield*`, `yield from`.
        delegate: bool,
    },
    /// Several expressions; the value is the last one's.
    Sequence(Vec<Expr>),
    /// Removes a member or item; its value is `true`. As a statement of its own
    /// it is [`StatementKind::Delete`].
    Delete(Box<Expr>),
    /// A comprehension or generator expression.
    Comprehension {
        /// What is built.
        kind: ComprehensionKind,
        /// `for` clauses with their conditions.
        clauses: Vec<ComprehensionClause>,
        /// The element, or the key of a record.
        element: Box<Expr>,
        /// The value of a record.
        value: Option<Box<Expr>>,
    },
    /// `this`.
    This,
    /// `super`: the parent class (members are looked up in it, bound to `this`;
    /// a call of it runs its constructor on `this`). Python's `super()` is this,
    /// and its `super().__init__(…)` is a call of this.
    Super,
    /// A construct the front end does not express; names the construct.
    Unsupported(String),
}

/// What a comprehension builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComprehensionKind {
    /// A list.
    List,
    /// A set.
    Set,
    /// A dictionary.
    Record,
    /// A generator, run when it is consumed; treated as a list.
    Generator,
}

/// One `for` of a comprehension.
#[derive(Clone, Debug, PartialEq)]
pub struct ComprehensionClause {
    /// The item.
    pub pattern: Pattern,
    /// The collection.
    pub iterable: Expr,
    /// The conditions.
    pub conditions: Vec<Expr>,
    /// Whether items are awaited.
    pub awaits: bool,
}

/// An element of a list, set or array pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// One item.
    Item(Expr),
    /// All items of a collection.
    Spread(Expr),
    /// A hole (`[, x]`).
    Hole,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// `key: value`.
    Named(Key, Expr),
    /// `...value`, `**value`.
    Spread(Expr),
    /// `get key() {}`: called when the member is read.
    Getter(Key, FunctionId),
    /// `set key(value) {}`: called when the member is assigned.
    Setter(Key, FunctionId),
}

/// A key of a record, pattern or class member.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    /// A name known from the text.
    Static(Name),
    /// A computed key.
    Computed(Box<Expr>),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// By position.
    Positional(Expr),
    /// All items of a list, by position.
    Spread(Expr),
    /// By name.
    Named(Name, Expr),
    /// All entries of a record, by name.
    NamedSpread(Expr),
}

/// What an assignment, declaration or parameter binds.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// A variable.
    Variable(Name, Span),
    /// `object.name`.
    Member(Box<Expr>, Name, Span),
    /// `object[index]`.
    Item(Box<Expr>, Box<Expr>, Span),
    /// Items of a list; holes are `None`; `rest` takes what is left at its place
    /// (index into `items` before which it stands).
    List {
        /// The items.
        items: Vec<Option<Pattern>>,
        /// What takes the remaining items, and at which index it stands.
        rest: Option<(usize, Box<Pattern>)>,
    },
    /// Fields of a record.
    Record {
        /// Key and what it is bound to.
        fields: Vec<(Key, Pattern)>,
        /// What takes the remaining fields.
        rest: Option<Box<Pattern>>,
    },
    /// The value, or a default when it is undefined.
    Default(Box<Pattern>, Box<Expr>),
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `!`, `not`.
    Not,
    /// `-`.
    Negate,
    /// `+`: conversion to a number.
    Number,
    /// `~`.
    BitNot,
    /// `typeof`.
    TypeOf,
    /// `void`.
    Void,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `+` on numbers, strings, lists.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `//`.
    FloorDivide,
    /// `%` on numbers.
    Remainder,
    /// `%` with a format string on the left (Python).
    Format,
    /// `**`.
    Power,
    /// `===`, Python's `==`.
    Equal,
    /// `!==`, Python's `!=`.
    NotEqual,
    /// JavaScript's `==`.
    LooseEqual,
    /// JavaScript's `!=`.
    LooseNotEqual,
    /// `is`.
    Identical,
    /// `is not`.
    NotIdentical,
    /// `<`.
    Less,
    /// `<=`.
    LessEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
    /// JavaScript's `in` (key in object), Python's `in`.
    In,
    /// `not in`.
    NotIn,
    /// `instanceof`.
    InstanceOf,
    /// `&`.
    BitAnd,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `>>>`.
    ShiftRightUnsigned,
}

/// Operators of `target op= value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpdateOperator {
    /// An arithmetic or bitwise operator.
    Binary(BinaryOperator),
    /// `&&=`, `||=`, `??=`.
    Logical(LogicalOperator),
}

/// Short-circuit operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogicalOperator {
    /// `&&`, `and`.
    And,
    /// `||`, `or`.
    Or,
    /// `??`.
    Coalesce,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// What the argument is bound to (defaults are [`Pattern::Default`]).
    pub pattern: Pattern,
    /// How it receives arguments.
    pub kind: ParameterKind,
}

/// How a parameter receives arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// By position or name.
    Ordinary,
    /// By position only.
    PositionalOnly,
    /// By name only.
    NamedOnly,
    /// All remaining positional arguments.
    Rest,
    /// All remaining named arguments.
    NamedRest,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name, written or inferred from where it is put, for messages. It binds
    /// nothing: what calls itself by name finds itself in an enclosing scope.
    pub name: Option<Name>,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The body.
    pub body: Block,
    /// Its result is a promise.
    pub is_async: bool,
    /// Its result is a generator.
    pub is_generator: bool,
    /// `this` is the one of the enclosing function (arrow functions).
    pub inherits_this: bool,
    /// The meaning switches of the module it stands in.
    pub dialect: crate::Dialect,
    /// Where it stands.
    pub span: Span,
}

/// A class.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Its name, written or inferred, for messages; it binds nothing.
    pub name: Option<Name>,
    /// The classes it inherits from, in order.
    pub parents: Vec<Expr>,
    /// Methods and fields in order. Where [`crate::Dialect::assignment_declares`],
    /// the initial value of a static field sees the static members before it by
    /// their names.
    pub members: Vec<Member>,
    /// Where it stands.
    pub span: Span,
}

/// A member of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its key. The constructor is called `constructor` in every language, also
    /// where it is read as a member (`Base.__init__`).
    pub key: Key,
    /// What it is.
    pub kind: MemberKind,
    /// On the class itself instead of its instances. Python's class-level
    /// assignments are static fields, visible through instances too.
    pub is_static: bool,
}

/// What a member of a class is.
#[derive(Clone, Debug, PartialEq)]
pub enum MemberKind {
    /// A method, possibly wrapped by decorators (outermost first).
    Method(FunctionId, Vec<Expr>),
    /// Called when the member is read (`get`, `@property`).
    Getter(FunctionId),
    /// Called when the member is assigned.
    Setter(FunctionId),
    /// A field with its initial value.
    Field(Option<Expr>),
    /// A nested class (Python: `class Meta:`).
    Class(ClassId),
    /// Statements run once, in their place among the members, when the class is
    /// defined (`static { … }`): a function without parameters whose `this` is
    /// the class. Its key has no meaning.
    Initializer(FunctionId),
}
