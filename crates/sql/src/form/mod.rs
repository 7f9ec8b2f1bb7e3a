//! The form in which statements reach those who give them a meaning.
//!
//! It is small on purpose: what SQL can say in many ways it says in one. What it
//! has no word for is not left away but kept as *not supported*, with its text.

mod show;

use aplomb_symbolic::Term;

/// The database behind a driver, which decides what a text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// PostgreSQL, and what speaks its language.
    Postgres,
    /// MySQL and MariaDB.
    Mysql,
    /// SQLite.
    Sqlite,
}

/// The name of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableName {
    /// As the product spells it, without its schema.
    Named(String),
    /// A value that the program puts into the text, by its place in
    /// [`Text::bound`](crate::Text::bound).
    Bound(usize),
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `SELECT`
    Select(Query),
    /// `INSERT`, `REPLACE`
    Insert(Insert),
    /// `UPDATE`
    Update(Update),
    /// `DELETE`
    Delete(Delete),
    /// `TRUNCATE`; `DROP TABLE`, because a table is made again before it is used.
    Truncate(TableName),
    /// What begins, ends or marks a transaction.
    Transaction(Transaction),
    /// `CREATE TABLE` and the like, for [`Schema::define`](crate::Schema::define).
    Define(Definition),
    /// `SET ...`
    Set {
        /// The statement.
        text: String,
        /// What it sets.
        setting: Setting,
    },
    /// Tells the server how to work, and changes no rows.
    Administration,
    /// What the form has no word for, and why.
    NotSupported(String),
}

/// What `SET` sets.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// How the open transaction runs, or the one that begins next.
    Transaction {
        /// The level: `repeatable-read`.
        level: Option<String>,
        /// Whether it may change nothing from here on.
        read_only: bool,
    },
    /// How the transactions run that begin from here on.
    Session {
        /// The level.
        level: String,
    },
    /// What no transaction notices.
    Unnoticed,
    /// Something else, or something that is not known before the program runs.
    Other,
}

/// Begins, ends or marks a transaction.
#[derive(Clone, Debug, PartialEq)]
pub enum Transaction {
    /// `BEGIN`
    Begin {
        /// The level that it asks for: `repeatable-read`.
        level: Option<String>,
        /// Whether it may change nothing.
        read_only: bool,
    },
    /// `COMMIT`
    Commit,
    /// `ROLLBACK`
    Rollback,
    /// `SAVEPOINT name`
    Savepoint(String),
    /// `ROLLBACK TO name`
    RollbackTo(String),
    /// `RELEASE name`
    Release(String),
    /// A block of the program begins that is a transaction, or inside of one a savepoint.
    Enter,
    /// Such a block ends.
    Exit {
        /// When no exception leaves it.
        calm: Term,
    },
}

/// A definition of a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition(pub(crate) Box<sqlparser::ast::Statement>);

/// A table of a statement, with the name that columns are qualified by.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The table.
    pub table: TableName,
    /// `FROM table alias`, in lower case.
    pub alias: Option<String>,
    /// The schema or the database that it is in, in lower case, if that is not the usual one.
    pub qualifier: Option<String>,
}

/// A query.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// What it selects; where that is more than rows of joined tables that satisfy a
    /// condition, why it is not taken apart.
    pub body: Result<Select, String>,
    /// All tables that it reads, those of subqueries too; why they are not known.
    pub tables: Result<Vec<TableName>, String>,
    /// How its rows are sorted.
    pub order: Vec<Order>,
    /// The greatest number of rows.
    pub limit: Option<Expression>,
    /// How many rows are left out first.
    pub offset: Option<Expression>,
    /// How the rows are locked.
    pub lock: Option<Lock>,
    /// The text, without comments and with one way of writing each thing.
    pub text: String,
}

/// Rows of tables that satisfy a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    /// What it gives of them.
    pub items: Vec<Item>,
    /// The tables, all combinations of whose rows it looks at.
    pub from: Vec<Source>,
    /// What `WHERE` and `ON` say.
    pub condition: Option<Expression>,
}

/// `ORDER BY`
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// What is compared.
    pub by: Expression,
    /// The greatest first.
    pub descending: bool,
}

/// `FOR UPDATE`, `FOR SHARE`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    /// Nobody else can lock the rows.
    pub exclusive: bool,
    /// It does not wait, or is about some of the tables: `NOWAIT`, `SKIP LOCKED`, `OF`.
    pub special: bool,
}

/// An item of a projection.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `*`
    All,
    /// `table.*`, the table in lower case.
    AllOf(String),
    /// A value, and the name that the program sees.
    Value {
        /// The value.
        value: Expression,
        /// Its name.
        name: String,
    },
}

/// `INSERT`
#[derive(Clone, Debug, PartialEq)]
pub struct Insert {
    /// The table.
    pub source: Source,
    /// The columns that are given; empty where the statement does not name them.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Rows,
    /// What becomes of a row that is there already.
    pub on_duplicate: OnDuplicate,
    /// Which duplicates that is about.
    pub target: Target,
    /// `RETURNING`
    pub returning: Option<Vec<Item>>,
    /// `REPLACE INTO`
    pub replaces: bool,
}

/// The rows that an insert adds.
#[derive(Clone, Debug, PartialEq)]
pub enum Rows {
    /// `VALUES (...), (...)`; `DEFAULT VALUES` is one row without values.
    Values(Vec<Vec<Expression>>),
    /// `INSERT ... SELECT`
    Query(Box<Query>),
}

/// What an insert does with a row that is there already.
#[derive(Clone, Debug, PartialEq)]
pub enum OnDuplicate {
    /// The statement fails.
    Fails,
    /// Nothing.
    Keeps,
    /// It is replaced.
    Replaces,
    /// It is changed.
    Updates {
        /// How.
        assignments: Vec<Assignment>,
        /// `DO UPDATE ... WHERE`
        only_if: Option<Expression>,
    },
}

/// Which duplicates `ON CONFLICT` is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// All.
    Any,
    /// Those with the same values in these columns.
    Columns(Vec<String>),
    /// Those that violate the constraint with this name.
    Constraint(String),
}

/// `column = value`
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The column.
    pub column: String,
    /// Its new value.
    pub value: Expression,
}

/// `UPDATE`
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// The table.
    pub source: Source,
    /// What it assigns, from left to right.
    pub assignments: Vec<Assignment>,
    /// `WHERE`
    pub condition: Option<Expression>,
    /// `RETURNING`
    pub returning: Option<Vec<Item>>,
}

/// `DELETE`
#[derive(Clone, Debug, PartialEq)]
pub struct Delete {
    /// The table.
    pub source: Source,
    /// `WHERE`
    pub condition: Option<Expression>,
    /// `RETURNING`
    pub returning: Option<Vec<Item>>,
}

/// An expression or a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A column.
    Column(Column),
    /// A column of the row that an insert wanted to add: `excluded.n`, `VALUES(n)`.
    Proposed(String),
    /// A constant.
    Constant(Constant),
    /// A value of the program, by its place in [`Text::bound`](crate::Text::bound).
    Bound(usize),
    /// A placeholder to which the program binds nothing.
    Unbound(String),
    /// `-a`
    Negative(Box<Expression>),
    /// `a + b` and the like.
    Arithmetic(Arithmetic, Box<Expression>, Box<Expression>),
    /// `a = b` and the like.
    Compare(Comparison, Box<Expression>, Box<Expression>),
    /// `NOT a`
    Not(Box<Expression>),
    /// `a AND b AND ...`
    And(Vec<Expression>),
    /// `a OR b OR ...`
    Or(Vec<Expression>),
    /// `a IS NULL`
    IsNull(Box<Expression>),
    /// `a IS TRUE`, `a IS FALSE`
    Is(bool, Box<Expression>),
    /// `a IN (b, c)`
    In(Box<Expression>, Vec<Expression>),
    /// `a = ANY(list)`
    Among(Box<Expression>, Box<Expression>),
    /// `a IN (SELECT ...)`
    InQuery(Box<Expression>, Box<Query>),
    /// `EXISTS (SELECT ...)`
    Exists(Box<Query>),
    /// `(SELECT ...)` as a value.
    Query(Box<Query>),
    /// `a BETWEEN low AND high`
    Between {
        /// What is compared.
        value: Box<Expression>,
        /// The least.
        low: Box<Expression>,
        /// The greatest.
        high: Box<Expression>,
    },
    /// `CASE`
    Case {
        /// What is compared with the conditions, if anything.
        operand: Option<Box<Expression>>,
        /// Conditions and results.
        cases: Vec<(Expression, Expression)>,
        /// `ELSE`
        otherwise: Option<Box<Expression>>,
    },
    /// A function of its arguments, by its name in lower case.
    Call(String, Vec<Expression>),
    /// One value made of many rows.
    Aggregate(Aggregate),
    /// `ARRAY[a, b]`
    List(Vec<Expression>),
    /// `a::type`, the type in lower case.
    Cast(Box<Expression>, String),
    /// `DEFAULT` in place of a value.
    Default,
    /// What the form has no word for, as text.
    NotSupported(String),
}

impl Expression {
    /// Whether it is true, false or unknown, whatever its parts are.
    pub fn is_condition(&self) -> bool {
        use Expression as E;
        matches!(
            self,
            E::Compare(..)
                | E::Not(_)
                | E::And(_)
                | E::Or(_)
                | E::IsNull(_)
                | E::Is(..)
                | E::In(..)
                | E::Among(..)
                | E::InQuery(..)
                | E::Exists(_)
                | E::Between { .. }
                | E::Constant(Constant::Bool(_))
        )
    }
}

/// A column as a statement names it.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The table or its alias, in lower case.
    pub table: Option<String>,
    /// The column as the product spells it.
    pub name: String,
    /// It stands in double quotes, so where there are no rows it may be a text.
    pub quoted: bool,
}

/// A constant of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `NULL`
    Null,
    /// `TRUE`, `FALSE`
    Bool(bool),
    /// A whole number.
    Number(f64),
    /// A number with a point: nothing that is divided by it is divided as whole numbers are.
    Decimal(f64),
    /// A text.
    Text(String),
}

/// Operators of two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, whole or not as the columns are.
    Divide,
    /// `DIV`: a quotient without its fraction.
    DivideWhole,
    /// `%`
    Remainder,
    /// `||`
    Concat,
    /// A function of both, by the name of its operator: `->`, `->>`.
    Other(String),
}

/// Operators that compare two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<>`
    Different,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<=>`: equal, and NULL equals NULL.
    Same,
}

/// One value made of many rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// The function in lower case: `count`, `sum`, ...
    pub function: String,
    /// What it is applied to; nothing for `count(*)`.
    pub argument: Option<Box<Expression>>,
    /// It does not look at all rows alike: `DISTINCT`, `FILTER`, `OVER`, more arguments.
    pub special: bool,
}

impl Query {
    /// The query of a view that nobody can read.
    pub(crate) fn unread(text: &str) -> Query {
        let message = "a view that cannot be read";
        Query {
            body: Err(message.into()),
            tables: Err(message.into()),
            order: Vec::new(),
            limit: None,
            offset: None,
            lock: None,
            text: text.into(),
        }
    }

    /// The rows that it takes apart, if it does nothing but that.
    pub fn select(&self) -> Option<&Select> {
        self.body.as_ref().ok()
    }

    /// Whether a query stands inside it.
    pub fn has_subqueries(&self) -> bool {
        let order = self.order.iter().map(|order| &order.by);
        let bounds = self.limit.iter().chain(&self.offset);
        self.select().is_none_or(|select| {
            let items = select.items.iter().filter_map(Item::value);
            let mut all = items.chain(&select.condition).chain(order).chain(bounds);
            all.any(|expression| expression.any(&Expression::is_query))
        })
    }
}

impl Item {
    /// Its value, if it is one.
    pub fn value(&self) -> Option<&Expression> {
        match self {
            Item::Value { value, .. } => Some(value),
            Item::All | Item::AllOf(_) => None,
        }
    }

    /// Whether it is a value made of many rows.
    pub fn is_aggregate(&self) -> bool {
        let is_aggregate = |part: &Expression| matches!(part, Expression::Aggregate(_));
        self.value().is_some_and(|value| value.any(&is_aggregate))
    }
}

impl Expression {
    /// The column that it is, if it is one.
    pub fn column(&self) -> Option<&Column> {
        match self {
            Expression::Column(column) => Some(column),
            _ => None,
        }
    }

    /// Whether it is `NULL`.
    pub fn is_null(&self) -> bool {
        matches!(self, Expression::Constant(Constant::Null))
    }

    /// The conditions that must all hold, in order.
    pub fn conjuncts(&self) -> &[Expression] {
        match self {
            Expression::And(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// Both conditions together.
    pub fn and(self, other: Expression) -> Expression {
        let mut parts = Vec::new();
        for side in [self, other] {
            match side {
                Expression::And(inner) => parts.extend(inner),
                other => parts.push(other),
            }
        }
        Expression::And(parts)
    }

    fn is_query(&self) -> bool {
        matches!(self, Expression::InQuery(..) | Expression::Exists(_) | Expression::Query(_))
    }

    /// Whether it or a part of it, outside of subqueries, is as asked.
    pub fn any(&self, wanted: &dyn Fn(&Expression) -> bool) -> bool {
        let mut open = vec![self];
        while let Some(expression) = open.pop() {
            if wanted(expression) {
                return true;
            }
            open.extend(expression.parts());
        }
        false
    }

    /// The expressions of which it is made; the queries inside are not among them.
    pub fn parts(&self) -> Vec<&Expression> {
        use Expression as E;
        match self {
            E::Column(_)
            | E::Proposed(_)
            | E::Constant(_)
            | E::Bound(_)
            | E::Unbound(_)
            | E::Exists(_)
            | E::Query(_)
            | E::Default
            | E::NotSupported(_) => Vec::new(),
            E::Negative(inner)
            | E::Not(inner)
            | E::IsNull(inner)
            | E::Is(_, inner)
            | E::InQuery(inner, _)
            | E::Cast(inner, _) => vec![inner],
            E::Arithmetic(_, left, right) | E::Compare(_, left, right) | E::Among(left, right) => {
                vec![left, right]
            }
            E::And(parts) | E::Or(parts) | E::Call(_, parts) | E::List(parts) => {
                parts.iter().collect()
            }
            E::In(value, items) => std::iter::once(&**value).chain(items).collect(),
            E::Between { value, low, high } => vec![value, low, high],
            E::Case { operand, cases, otherwise } => {
                let cases = cases.iter().flat_map(|(condition, result)| [condition, result]);
                operand.as_deref().into_iter().chain(cases).chain(otherwise.as_deref()).collect()
            }
            E::Aggregate(aggregate) => aggregate.argument.as_deref().into_iter().collect(),
        }
    }

    /// Puts other columns in place of its columns; `None` if there is none for one.
    pub(crate) fn each_column(&mut self, other: &dyn Fn(&Column) -> Option<Column>) -> Option<()> {
        let mut open = vec![self];
        while let Some(expression) = open.pop() {
            if let Expression::Column(column) = expression {
                *column = other(column)?;
            } else {
                open.extend(expression.parts_mut());
            }
        }
        Some(())
    }

    fn parts_mut(&mut self) -> Vec<&mut Expression> {
        use Expression as E;
        match self {
            E::Column(_)
            | E::Proposed(_)
            | E::Constant(_)
            | E::Bound(_)
            | E::Unbound(_)
            | E::Exists(_)
            | E::Query(_)
            | E::Default
            | E::NotSupported(_) => Vec::new(),
            E::Negative(inner)
            | E::Not(inner)
            | E::IsNull(inner)
            | E::Is(_, inner)
            | E::InQuery(inner, _)
            | E::Cast(inner, _) => vec![inner],
            E::Arithmetic(_, left, right) | E::Compare(_, left, right) | E::Among(left, right) => {
                vec![left, right]
            }
            E::And(parts) | E::Or(parts) | E::Call(_, parts) | E::List(parts) => {
                parts.iter_mut().collect()
            }
            E::In(value, items) => std::iter::once(&mut **value).chain(items).collect(),
            E::Between { value, low, high } => vec![value, low, high],
            E::Case { operand, cases, otherwise } => {
                let cases = cases.iter_mut().flat_map(|(condition, result)| [condition, result]);
                let operand = operand.as_deref_mut().into_iter();
                operand.chain(cases).chain(otherwise.as_deref_mut()).collect()
            }
            E::Aggregate(aggregate) => aggregate.argument.as_deref_mut().into_iter().collect(),
        }
    }

    /// The query inside, if it is one.
    pub fn query(&self) -> Option<&Query> {
        match self {
            Expression::InQuery(_, query)
            | Expression::Exists(query)
            | Expression::Query(query) => Some(query),
            _ => None,
        }
    }
}
