//! Tables as `CREATE TABLE` and its relatives describe them: columns, what differs
//! from row to row, what refers to what, views and triggers.

mod text;

use crate::column_type::Kind;
use crate::driver::PrismaSchema;
use crate::form::{Definition, Expression, Product, Query};
use crate::read::{Reader, last_name, spelled, with_stack};
use sqlparser::ast::{
    AlterColumnOperation, AlterTable, AlterTableOperation, ColumnDef, ColumnOption, CreateTable,
    Expr, ForeignKeyConstraint, Ident, IndexColumn, NullsDistinctOption, ObjectName, ObjectType,
    ReferentialAction, RenameTableNameKind, Statement, TableConstraint,
};
use std::collections::{BTreeMap, BTreeSet};
use text::{Unread, definitions, split, trigger, unread};

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    name: Ident,
    /// What a row gets that is inserted without a value.
    pub default: Option<Expression>,
    /// The server draws its values.
    pub generated: bool,
    /// What it always is, of the other columns of its row.
    pub computed: Option<Expression>,
    /// An update of the row changes it (`ON UPDATE CURRENT_TIMESTAMP`).
    pub on_update: bool,
    /// It can be NULL.
    pub nullable: bool,
    /// Its type, in lower case.
    pub kind: String,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Its columns in order.
    pub columns: Vec<Column>,
    /// Sets of columns whose values differ from row to row; the primary key first.
    unique: Vec<Vec<Ident>>,
    /// The names of those sets that have one, with their columns.
    named: Vec<(String, Vec<Ident>)>,
    /// What is said of values that differ and that the sets do not say.
    doubts: Vec<Doubt>,
    /// The schema of the database that it is in, in lower case, if that is not the usual one.
    qualifier: Option<String>,
    /// How its rows refer to rows of other tables.
    pub references: Vec<Reference>,
    /// Conditions that hold of every row, or are not known.
    pub checks: Vec<Expression>,
    /// What makes its rows another thing than rows with constraints, for those who ask what
    /// concurrent statements do.
    pub peculiarity: Option<&'static str>,
    /// What defines it, in lower case.
    definition: String,
}

/// The peculiarity of a table of which the schema says a constraint and drops one: which of
/// both is true is not known.
const DROPS: &str = "has constraints of which the schema drops some";

/// The peculiarity of a table whose constraints are those of another one, or stand elsewhere.
const DERIVED: &str = "is made like another table or from one, or is a part of one";

/// The peculiarity of a table that schema files define, each in its own way.
const TWICE: &str = "is defined in several ways by the schema";

/// The peculiarity of a table in which NULL is a value like others.
const ONE_NULL: &str = "takes one NULL at most in a unique column (NULLS NOT DISTINCT)";

/// Why it is not known which rows conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Doubt {
    /// These columns no longer differ after one statement, and another one says that they do.
    Dropped(Vec<Ident>),
    /// Something that is computed differs, or what some rows have.
    Computed,
    /// There is a table of the same name in another schema of the database.
    Twice,
}

/// A foreign key.
#[derive(Clone, Debug)]
pub struct Reference {
    columns: Vec<Ident>,
    /// The other table.
    pub table: String,
    /// Its columns, if they are named: else those of its primary key.
    referred: Vec<Ident>,
    /// Whether it stands beside its column, where MySQL before version 9 passes it over.
    pub beside_column: bool,
    /// What becomes of a row when the row that it refers to is deleted.
    pub on_delete: OnDelete,
}

/// What becomes of a row when the row that it refers to is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDelete {
    /// Nothing: that row stays.
    #[default]
    Refuses,
    /// It is deleted too.
    Cascades,
    /// It refers to none.
    SetsNull,
    /// It refers to a default.
    SetsDefault,
}

/// All tables of an application.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    tables: BTreeMap<String, Table>,
    /// What has the name of a table but is a query: how it is made.
    views: BTreeMap<String, String>,
    /// Tables whose changes execute a function of the database.
    triggers: BTreeSet<String>,
    /// Tables whose definitions cannot be read.
    unread: BTreeSet<String>,
    /// Types with conditions of their own.
    domains: BTreeSet<String>,
    /// What the application's schema for Prisma says.
    pub prisma: Option<PrismaSchema>,
}

impl Schema {
    /// The names of columns that hold whole numbers, in PostgreSQL's spelling and MySQL's.
    pub fn whole_columns(&self) -> impl Iterator<Item = String> + '_ {
        let columns = self.tables.values().flat_map(|table| &table.columns);
        let whole = columns.filter(|column| column.is_whole());
        whole.flat_map(|it| [Product::Postgres, Product::Mysql].map(|product| it.name(product)))
    }

    /// What the texts of schema files say. Of what cannot be read, it is known which tables and
    /// views it is about.
    pub fn of(texts: &[String]) -> Self {
        let mut schema = Schema::default();
        for text in texts {
            for statement in split(text) {
                schema.triggers.extend(trigger(&statement));
                with_stack(&statement, || {
                    let definitions = definitions(&statement);
                    definitions.iter().for_each(|it| schema.take(it));
                    if definitions.is_empty() {
                        schema.leave(&statement);
                    }
                });
            }
        }
        schema
    }

    /// Takes note of what a statement that cannot be read is about.
    fn leave(&mut self, statement: &str) {
        for what in unread(statement) {
            match what {
                Unread::Table(name) => drop(self.unread.insert(name)),
                Unread::View(name) => drop(self.views.insert(name, statement.into())),
            }
        }
    }

    /// What schema files say, and the application's schema for Prisma of the tables that they do
    /// not define.
    pub fn with_prisma(texts: &[String], prisma: Option<&str>) -> Self {
        let Some(prisma) = prisma.map(PrismaSchema::of) else { return Schema::of(texts) };
        let tables = prisma.tables(texts);
        Schema { prisma: Some(prisma), ..Schema::of(&[texts, &[tables]].concat()) }
    }

    /// Takes note of a definition.
    pub fn define(&mut self, definition: &Definition) {
        self.take(&definition.0);
    }

    fn take(&mut self, statement: &Statement) {
        match statement {
            Statement::CreateTable(create) => self.create(create),
            Statement::AlterTable(alter) => self.alter(alter),
            Statement::RenameTable(renamed) => {
                renamed.iter().for_each(|it| self.rename(&it.old_name, &it.new_name));
            }
            Statement::CreateIndex(index) if index.unique => {
                let Some(table) = self.named(&index.table_name) else {
                    self.unread.extend(lower_name(&index.table_name));
                    return;
                };
                let columns = plain_columns(&index.columns).filter(|_| index.predicate.is_none());
                let name = index.name.as_ref().and_then(last_name);
                table.differ(columns, name, false);
                if index.nulls_distinct == Some(false) {
                    table.peculiarity = Some(ONE_NULL);
                }
            }
            Statement::Drop { object_type: ObjectType::Index, names, .. } => {
                for name in names.iter().filter_map(last_name) {
                    for (of, table) in &mut self.tables {
                        table.drop_named(of, &name.value);
                    }
                }
            }
            Statement::CreateView(view) => {
                let name = lower_name(&view.name);
                self.views.extend(name.map(|name| (name, statement.to_string())));
            }
            Statement::CreateDomain(domain) if !domain.constraints.is_empty() => {
                self.domains.extend(lower_name(&domain.name));
            }
            _ => {}
        }
    }

    fn alter(&mut self, alter: &AlterTable) {
        let Some(of) = lower_name(&alter.name) else { return };
        for operation in &alter.operations {
            if let AlterTableOperation::RenameTable { table_name } = operation {
                let (RenameTableNameKind::As(new) | RenameTableNameKind::To(new)) = table_name;
                return self.rename(&alter.name, new);
            }
            let Some(table) = self.tables.get_mut(&of) else {
                self.unread.insert(of);
                return;
            };
            table.change(&of, operation);
        }
    }

    /// A table has another name from here on.
    fn rename(&mut self, old: &ObjectName, new: &ObjectName) {
        let (Some(old), Some(new)) = (lower_name(old), lower_name(new)) else { return };
        for reference in self.tables.values_mut().flat_map(|table| &mut table.references) {
            if reference.table.eq_ignore_ascii_case(&old) {
                reference.table.clone_from(&new);
            }
        }
        let Some(table) = self.tables.remove(&old) else {
            self.unread.insert(new);
            return;
        };
        if let Some(other) = self.tables.insert(new.clone(), table) {
            drop(other);
            self.unread.insert(new);
        }
    }

    fn named(&mut self, name: &ObjectName) -> Option<&mut Table> {
        self.tables.get_mut(&last_name(name)?.value.to_lowercase())
    }

    fn create(&mut self, create: &CreateTable) {
        let Some(name) = lower_name(&create.name) else { return };
        let mut table = Table {
            definition: CreateTable { if_not_exists: false, ..create.clone() }
                .to_string()
                .to_lowercase(),
            ..Table::default()
        };
        create.columns.iter().for_each(|column| table.column(column));
        create.constraints.iter().for_each(|constraint| table.constrain(constraint));
        table.qualifier = qualifier(&create.name);
        if create.to_string().to_lowercase().contains("myisam") {
            table.peculiarity = Some("takes no part in transactions (MyISAM)");
        }
        if create.inherits.is_some() {
            table.peculiarity = Some("has rows that another table shows too (INHERITS)");
        }
        let derived = create.like.is_some() || create.clone.is_some() || create.query.is_some();
        if derived || create.partition_of.is_some() {
            table.peculiarity = Some(DERIVED);
        }
        let (named, definition) = (table.qualifier.clone(), table.definition.clone());
        let known = self.tables.entry(name).or_insert(table);
        if known.qualifier != named {
            known.doubts.push(Doubt::Twice);
        } else if known.definition != definition {
            known.peculiarity = Some(TWICE);
        }
    }

    /// Why it is not known which rows of a table conflict, or which table is meant.
    pub fn doubt(&self, name: &str) -> Option<String> {
        let table = self.table(name)?;
        let words = match table.doubts.first()? {
            Doubt::Dropped(columns) => {
                let columns: Vec<&str> = columns.iter().map(|name| name.value.as_str()).collect();
                let columns = columns.join(" and ");
                format!(
                    "the schema says that {columns} of {name} differ from row to row, and drops \
                     that: leave in the schema what the database has"
                )
            }
            Doubt::Computed => format!(
                "a unique index of {name} is about something that is computed, or about some of \
                 its rows: which rows conflict is not known"
            ),
            Doubt::Twice => {
                format!("there are tables {name} in several schemas, which are not told apart")
            }
        };
        Some(words)
    }

    /// Whether the name of a table stands for several.
    pub fn is_twice(&self, name: &str) -> bool {
        self.table(name).is_some_and(|table| table.doubts.contains(&Doubt::Twice))
    }

    /// Whether a schema file defines or changes a table in a way that cannot be read.
    pub fn is_unread(&self, table: &str) -> bool {
        self.unread.contains(&table.to_lowercase())
    }

    /// The table with this name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.get(&name.to_lowercase())
    }

    /// The query that a view stands for.
    pub fn view(&self, name: &str, product: Product) -> Option<Query> {
        let view = self.views.get(&name.to_lowercase())?;
        with_stack(view, || match definitions(view).into_iter().next() {
            Some(Statement::CreateView(view)) => Some(Reader::new(product).query(&view.query)),
            _ => Some(Query::unread(view)),
        })
    }

    /// The statement that makes a view, if it can be read and names no schema of its own.
    pub fn view_definition(&self, name: &str) -> Option<String> {
        let view = self.views.get(&name.to_lowercase())?;
        with_stack(view, || match definitions(view).as_slice() {
            [Statement::CreateView(made)] if made.name.0.len() == 1 => Some(view.clone()),
            _ => None,
        })
    }

    /// Whether a type has conditions of its own (CREATE DOMAIN).
    pub fn restricts(&self, kind: &str) -> bool {
        let name = kind.rsplit('.').next().unwrap_or(kind);
        self.domains.contains(name.trim_matches('"'))
    }

    /// Whether a change of a table executes a function of the database.
    pub fn has_trigger(&self, table: &str) -> bool {
        self.triggers.contains(&table.to_lowercase())
    }

    /// Whether a delete from a table changes rows of other tables.
    pub fn cascades(&self, table: &str) -> bool {
        let mut references = self.tables.values().flat_map(|table| &table.references);
        references.any(|reference| {
            reference.table.eq_ignore_ascii_case(table) && reference.on_delete != OnDelete::Refuses
        })
    }
}

impl Reference {
    /// The columns that hold the key of the other row.
    pub fn columns(&self, product: Product) -> Vec<String> {
        self.columns.iter().map(|name| spelled(name, product)).collect()
    }

    /// The columns of the other table, if they are named.
    pub fn referred(&self, product: Product) -> Vec<String> {
        self.referred.iter().map(|name| spelled(name, product)).collect()
    }
}

impl Column {
    /// Takes note of what a definition says of its values.
    fn option(&mut self, option: &ColumnOption) {
        // Names of columns are compared whatever their case, so it is the same for all products.
        let reader = Reader::new(Product::Postgres);
        match option {
            ColumnOption::Default(value) => self.default = Some(reader.expression(value)),
            ColumnOption::Generated { generation_expr: Some(value), .. } => {
                self.computed = Some(reader.expression(value));
            }
            ColumnOption::Generated { .. } | ColumnOption::Identity(_) => self.generated = true,
            ColumnOption::DialectSpecific(words) => {
                let words: String = words.iter().map(ToString::to_string).collect();
                self.generated |= words.to_lowercase().contains("increment");
            }
            ColumnOption::OnUpdate(_) => self.on_update = true,
            ColumnOption::NotNull => self.nullable = false,
            _ => {}
        }
    }

    /// How the database spells its name.
    pub fn name(&self, product: Product) -> String {
        spelled(&self.name, product)
    }

    /// Whether it holds no numbers below zero.
    pub fn is_unsigned(&self) -> bool {
        self.kind.contains("unsigned")
    }

    /// Whether its texts are the same whatever their case.
    pub fn folds_case(&self) -> bool {
        self.kind.contains("citext")
    }

    /// Whether its numbers need not fit into a double.
    pub fn is_long(&self, product: Product) -> bool {
        let bigint = ["bigint", "int8", "bigserial", "serial8"];
        let decimal = ["numeric", "decimal", "dec"];
        let is = |kinds: &[&str]| kinds.iter().any(|kind| self.kind.starts_with(kind));
        is(&decimal) || (product == Product::Postgres && is(&bigint))
    }

    /// Its type, as far as it says what becomes of values.
    pub fn type_in(&self, product: Product) -> Option<Kind> {
        Kind::named(&self.kind, product)
    }

    /// Whether it holds whole numbers that every driver gives as numbers.
    pub fn is_whole(&self) -> bool {
        let kinds = ["int", "integer", "int2", "int4", "smallint", "mediumint", "serial"];
        self.kind.split(['(', ' ']).next().is_some_and(|kind| kinds.contains(&kind))
    }

    /// Whether its numbers may have a fraction, or are divided as if they had.
    pub fn has_fraction(&self) -> bool {
        let kinds = ["numeric", "decimal", "dec", "fixed", "real", "float", "double", "money"];
        kinds.iter().any(|kind| self.kind.starts_with(kind))
    }

    /// Whether PostgreSQL fills its texts up with blanks.
    pub fn is_padded(&self) -> bool {
        ["char(", "character(", "bpchar("].iter().any(|kind| self.kind.starts_with(kind))
            && !self.kind.ends_with("(1)")
    }
}

impl Table {
    /// The columns with their names, in order.
    pub fn names(&self, product: Product) -> Vec<String> {
        self.columns.iter().map(|column| column.name(product)).collect()
    }

    /// The column with this name.
    pub fn named(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name.value.eq_ignore_ascii_case(name))
    }

    /// Sets of columns whose values differ from row to row; the primary key first.
    pub fn unique(&self, product: Product) -> Vec<Vec<String>> {
        let spell = |set: &Vec<Ident>| set.iter().map(|name| spelled(name, product)).collect();
        self.unique.iter().map(spell).collect()
    }

    /// Notes that the values of some columns differ from row to row; without columns, that
    /// something else does.
    fn differ(&mut self, columns: Option<Vec<Ident>>, name: Option<&Ident>, primary: bool) {
        let Some(columns) = columns else {
            self.doubts.push(Doubt::Computed);
            return;
        };
        self.doubts.retain(|doubt| *doubt != Doubt::Dropped(columns.clone()));
        let name = name.map(|name| (name.value.to_lowercase(), columns.clone()));
        self.named.extend(name);
        match primary {
            true => self.unique.insert(0, columns),
            false => self.unique.push(columns),
        }
    }

    /// Notes that a constraint or an index is dropped. Schema files also say how to undo what
    /// they say, so that which of both is true is not known. Gives whether it is one that makes
    /// rows differ.
    fn drop_named(&mut self, of: &str, name: &str) -> bool {
        let name = name.to_lowercase();
        let given = self.named.iter().find(|(known, _)| *known == name);
        let mut found = given.map(|(_, columns)| columns.clone());
        if found.is_none() && name == format!("{of}_pkey") {
            found = self.unique.first().cloned();
        }
        // The name that the database gives: PostgreSQL by the columns, MySQL the first one's.
        found = found.or_else(|| {
            let has_name = |columns: &&Vec<Ident>| {
                let words: Vec<String> =
                    columns.iter().map(|column| column.value.to_lowercase()).collect();
                name == format!("{of}_{}_key", words.join("_")) || words.first() == Some(&name)
            };
            self.unique.iter().find(has_name).cloned()
        });
        let is_known = found.is_some();
        self.doubts.extend(found.map(Doubt::Dropped));
        is_known
    }

    /// Takes note of what ALTER TABLE says of it; `of` is its name.
    fn change(&mut self, of: &str, operation: &AlterTableOperation) {
        match operation {
            AlterTableOperation::AddConstraint { constraint, .. } => self.constrain(constraint),
            AlterTableOperation::EnableRowLevelSecurity
            | AlterTableOperation::ForceRowLevelSecurity => {
                self.peculiarity = Some("shows each user other rows");
            }
            AlterTableOperation::DisableTrigger { .. } => self.peculiarity = Some(DROPS),
            AlterTableOperation::AddColumn { column_def, .. } => self.column(column_def),
            AlterTableOperation::AlterColumn { column_name, op } => self.alter(column_name, op),
            AlterTableOperation::RenameColumn { old_column_name, new_column_name } => {
                self.rename_column(old_column_name, new_column_name);
            }
            AlterTableOperation::ModifyColumn { col_name, options, .. } => {
                self.options(col_name, options);
            }
            AlterTableOperation::ChangeColumn { old_name, new_name, options, .. } => {
                self.options(old_name, options);
                self.rename_column(old_name, new_name);
            }
            AlterTableOperation::DropColumn { column_names, .. }
                if column_names.iter().any(|name| self.constrains(name)) =>
            {
                self.peculiarity = Some(DROPS);
            }
            AlterTableOperation::DropConstraint { name, .. }
                if !self.drop_named(of, &name.value) =>
            {
                self.peculiarity = Some(DROPS);
            }
            AlterTableOperation::DropForeignKey { .. } => self.peculiarity = Some(DROPS),
            AlterTableOperation::DropIndex { name } => drop(self.drop_named(of, &name.value)),
            AlterTableOperation::DropPrimaryKey { .. } => {
                self.drop_named(of, &format!("{of}_pkey"));
            }
            _ => {}
        }
    }

    fn options(&mut self, name: &Ident, options: &[ColumnOption]) {
        if let Some(column) = self.named_mut(name) {
            options.iter().for_each(|option| column.option(option));
        }
    }

    /// Whether some constraint is about a column, or may be.
    fn constrains(&self, name: &Ident) -> bool {
        let keys = self.references.iter().map(|reference| &reference.columns);
        let mut named = self.unique.iter().chain(keys).flatten();
        !self.checks.is_empty() || named.any(|it| it.value.eq_ignore_ascii_case(&name.value))
    }

    /// A column has another name from here on. What conditions say is not followed.
    fn rename_column(&mut self, old: &Ident, new: &Ident) {
        if old.value.eq_ignore_ascii_case(&new.value) {
            return;
        }
        if !self.checks.is_empty() {
            self.peculiarity = Some("has conditions on columns that the schema renames");
        }
        let columns = self.columns.iter_mut().map(|column| &mut column.name);
        let unique = self.unique.iter_mut().chain(self.named.iter_mut().map(|it| &mut it.1));
        let keys = self.references.iter_mut().map(|reference| &mut reference.columns);
        for name in columns.chain(unique.chain(keys).flatten()) {
            if name.value.eq_ignore_ascii_case(&old.value) {
                name.clone_from(new);
            }
        }
    }

    fn refer(&mut self, constraint: &ForeignKeyConstraint, columns: &[Ident], beside_column: bool) {
        let table = last_name(&constraint.foreign_table).map(|table| table.value.clone());
        let on_delete = match constraint.on_delete {
            Some(ReferentialAction::Cascade) => OnDelete::Cascades,
            Some(ReferentialAction::SetNull) => OnDelete::SetsNull,
            Some(ReferentialAction::SetDefault) => OnDelete::SetsDefault,
            _ => OnDelete::Refuses,
        };
        let (columns, referred) = (columns.to_vec(), constraint.referred_columns.clone());
        let reference = |table| Reference { columns, table, referred, beside_column, on_delete };
        self.references.extend(table.map(reference));
    }

    fn check(&mut self, condition: &Expr) {
        self.checks.push(Reader::new(Product::Postgres).expression(condition));
    }

    fn named_mut(&mut self, name: &Ident) -> Option<&mut Column> {
        let is_it = |column: &&mut Column| column.name.value.eq_ignore_ascii_case(&name.value);
        self.columns.iter_mut().find(is_it)
    }

    /// Takes note of what is said of a column afterwards.
    fn alter(&mut self, name: &Ident, operation: &AlterColumnOperation) {
        let Some(column) = self.named_mut(name) else { return };
        match operation {
            AlterColumnOperation::SetDefault { value } => {
                column.option(&ColumnOption::Default(value.clone()));
            }
            AlterColumnOperation::AddGenerated { .. } => column.generated = true,
            _ => {}
        }
    }

    fn column(&mut self, definition: &ColumnDef) {
        let kind = definition.data_type.to_string().to_lowercase();
        let mut column = Column {
            name: definition.name.clone(),
            default: None,
            generated: kind.contains("serial"),
            computed: None,
            on_update: false,
            nullable: true,
            kind,
        };
        for option in &definition.options {
            column.option(&option.option);
            self.note_delay(&option.option.to_string());
            match &option.option {
                ColumnOption::PrimaryKey(_) => {
                    self.differ(Some(vec![definition.name.clone()]), option.name.as_ref(), true);
                }
                ColumnOption::Unique(unique) => {
                    self.note_nulls(unique.nulls_distinct);
                    self.differ(Some(vec![definition.name.clone()]), option.name.as_ref(), false);
                }
                ColumnOption::ForeignKey(reference) => {
                    self.refer(reference, std::slice::from_ref(&definition.name), true);
                }
                ColumnOption::Check(check) => self.check(&check.expr),
                _ => {}
            }
        }
        self.columns.push(column);
    }

    fn constrain(&mut self, constraint: &TableConstraint) {
        self.note_delay(&constraint.to_string());
        match constraint {
            TableConstraint::PrimaryKey(key) => {
                self.differ(plain_columns(&key.columns), key.name.as_ref(), true);
            }
            TableConstraint::Unique(unique) => {
                self.note_nulls(unique.nulls_distinct);
                let name = unique.name.as_ref().or(unique.index_name.as_ref());
                self.differ(plain_columns(&unique.columns), name, false);
            }
            TableConstraint::ForeignKey(reference) => {
                self.refer(reference, &reference.columns, false);
            }
            TableConstraint::Check(check) if check.enforced == Some(false) => {}
            TableConstraint::Check(check) => self.check(&check.expr),
            TableConstraint::Exclude(_) => {
                self.peculiarity = Some("keeps rows apart by a constraint of its own (EXCLUDE)");
            }
            _ => {}
        }
    }

    fn note_nulls(&mut self, distinct: NullsDistinctOption) {
        if distinct == NullsDistinctOption::NotDistinct {
            self.peculiarity = Some(ONE_NULL);
        }
    }

    /// Notes that a constraint is checked at the end of transactions, if its text says so.
    fn note_delay(&mut self, constraint: &str) {
        let text = constraint.to_lowercase();
        if text.contains("deferrable") && !text.contains("not deferrable") {
            self.peculiarity = Some("has a constraint that may be checked at the commit");
        }
    }
}

/// The last part of a name, in lower case.
fn lower_name(name: &ObjectName) -> Option<String> {
    last_name(name).map(|name| name.value.to_lowercase())
}

/// The schema of the database that a name is qualified by, if it is not the usual one.
pub(crate) fn qualifier(name: &ObjectName) -> Option<String> {
    let before = name.0.len().checked_sub(2)?;
    let schema = name.0[before].as_ident()?.value.to_lowercase();
    (!["public", "main", "dbo"].contains(&schema.as_str())).then_some(schema)
}

/// The columns of an index, if it is one of columns and not of expressions.
fn plain_columns(columns: &[IndexColumn]) -> Option<Vec<Ident>> {
    columns
        .iter()
        .map(|column| match &column.column.expr {
            Expr::Identifier(name) => Some(name.clone()),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_schemas_say() {
        let schema = Schema::of(&["-- it's a comment; with a semicolon\n\
            CREATE TABLE IF NOT EXISTS Users (id serial PRIMARY KEY, email text UNIQUE);\n\
            create table seats (show_id int, seat int, primary key (show_id, seat));\n\
            CREATE TABLE `logs` (`n` int NOT NULL AUTO_INCREMENT, `t` text, PRIMARY KEY (`n`)) \
            ENGINE=InnoDB;\n\
            CREATE TABLE heap (a int);\n\
            ALTER TABLE heap ADD CONSTRAINT k UNIQUE (a);"
            .into()]);
        let unique = |table: &str| {
            let table = schema.table(table).expect("a table");
            let sets = table.unique(Product::Postgres);
            sets.iter().map(|set| set.join(",")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(unique("users"), "id email");
        assert_eq!(unique("SEATS"), "show_id,seat");
        assert_eq!(unique("logs"), "n");
        assert_eq!(unique("heap"), "a");
        let generated = |table: &str, column: &str| {
            schema.table(table).and_then(|table| table.named(column)).is_some_and(|c| c.generated)
        };
        assert!(generated("users", "id") && generated("logs", "n") && !generated("heap", "a"));
    }

    #[test]
    fn what_servers_add() {
        let schema = Schema::of(&["CREATE TABLE t (id int, n int, at timestamp, \
            twice int GENERATED ALWAYS AS (n * 2) STORED, k int GENERATED BY DEFAULT AS IDENTITY);\n\
            ALTER TABLE ONLY t ALTER COLUMN id SET DEFAULT nextval('t_id_seq'::regclass);\n\
            ALTER TABLE t ALTER COLUMN n ADD GENERATED ALWAYS AS IDENTITY;"
            .into(), "CREATE TABLE u (at timestamp NULL, n int); ALTER TABLE u MODIFY at timestamp \
            DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP".into()]);
        let column = |table: &str, name: &str| {
            let table = schema.table(table).expect("a table");
            table.named(name).expect("a column").clone()
        };
        assert!(column("t", "id").default.is_some() && column("t", "at").default.is_none());
        assert!(column("t", "n").generated && column("t", "k").generated);
        assert!(column("t", "twice").computed.is_some() && !column("t", "twice").generated);
        assert!(column("u", "at").on_update && column("u", "at").default.is_some());
    }

    #[test]
    fn what_schemas_leave_open() {
        let doubts = |text: &str| Schema::of(&[text.into()]).doubt("t").is_some();
        for text in [
            "CREATE TABLE t (a int, CONSTRAINT u UNIQUE (a)); ALTER TABLE t DROP CONSTRAINT u",
            "CREATE TABLE t (a int UNIQUE); ALTER TABLE t DROP CONSTRAINT t_a_key",
            "CREATE TABLE t (a int PRIMARY KEY); ALTER TABLE t DROP CONSTRAINT t_pkey",
            "CREATE TABLE t (a int); CREATE UNIQUE INDEX u ON t (a); DROP INDEX u",
            "CREATE TABLE t (a int); CREATE UNIQUE INDEX u ON t (a); DROP INDEX u ON t",
            "CREATE TABLE t (a text); CREATE UNIQUE INDEX u ON t (lower(a))",
            "CREATE TABLE t (a int, b int); CREATE UNIQUE INDEX u ON t (a) WHERE b = 1",
            "CREATE TABLE t (a int PRIMARY KEY); CREATE TABLE audit.t (a int)",
        ] {
            assert!(doubts(text), "{text}");
        }
        for text in [
            "CREATE TABLE t (a int, CONSTRAINT u UNIQUE (a)); ALTER TABLE t DROP CONSTRAINT f",
            "CREATE TABLE t (a int); CREATE UNIQUE INDEX u ON t (a); DROP INDEX u; \
             CREATE UNIQUE INDEX v ON t (a)",
            "CREATE TABLE t (a int); CREATE INDEX u ON t (lower(a)); DROP INDEX u",
            "CREATE TABLE public.t (a int PRIMARY KEY); CREATE TABLE IF NOT EXISTS t (a int)",
        ] {
            assert!(!doubts(text), "{text}");
        }
    }

    #[test]
    fn what_is_peculiar() {
        let peculiar = |text: &str| {
            let schema = Schema::of(&[text.into()]);
            let known = schema.table("t").is_some_and(|table| table.peculiarity.is_some());
            known || schema.is_unread("t")
        };
        for text in [
            "CREATE TABLE t (a int UNIQUE DEFERRABLE INITIALLY DEFERRED)",
            "CREATE TABLE t (a int, UNIQUE (a) DEFERRABLE)",
            "CREATE TABLE t (a int); ALTER TABLE t ENABLE ROW LEVEL SECURITY",
            "CREATE TABLE t (a int) ENGINE=MyISAM",
            "CREATE TABLE t (b int) INHERITS (u)",
            "CREATE TABLE t (a int CONSTRAINT c CHECK (a > 0)); ALTER TABLE t DROP CONSTRAINT c",
            "CREATE TABLE t (a int, EXCLUDE USING btree (a WITH =))",
            "CREATE TABLE IF NOT EXISTS shop.t (a int, WHAT IS THIS)",
            "CREATE TABLE t (a int); ALTER TABLE ONLY t WHAT IS THIS",
            "CREATE TABLE t (a int, UNIQUE NULLS NOT DISTINCT (a))",
            "CREATE TABLE t (a int); CREATE UNIQUE INDEX u ON t (a) NULLS NOT DISTINCT",
            "CREATE TABLE t (LIKE u INCLUDING ALL)",
            "CREATE TABLE t PARTITION OF u FOR VALUES IN (1)",
            "CREATE TABLE t (a int UNIQUE); DROP TABLE t; CREATE TABLE t (a int)",
            "CREATE TABLE t (a int UNIQUE); ALTER TABLE t DROP COLUMN a",
            "CREATE TABLE t (a int CHECK (a > 0)); ALTER TABLE t RENAME COLUMN a TO b",
            "ALTER TABLE t ADD UNIQUE (a); CREATE TABLE t (a int)",
            "CREATE UNIQUE INDEX u ON t (a); CREATE TABLE t (a int)",
            "CREATE TABLE t (a int); CREATE UNIQUE INDEX u ON ONLY public.t WHAT IS THIS",
            "CREATE TABLE t (a int); DO $$ BEGIN IF 1 = 1 THEN ALTER TABLE t ADD UNIQUE (a); \
             END IF; END $$",
            "CREATE TABLE t (a int); DO $$ BEGIN EXECUTE 'ALTER TABLE t ADD UNIQUE (a)'; END $$",
        ] {
            assert!(peculiar(text), "{text}");
        }
        for text in [
            "CREATE TABLE t (a int UNIQUE NOT DEFERRABLE) ENGINE=InnoDB",
            "CREATE TABLE t (a int CHECK (a > 0)); CREATE FUNCTION t WHAT IS THIS",
            "DROP TABLE IF EXISTS t; CREATE TABLE t (a int); CREATE TABLE IF NOT EXISTS t (a INT)",
            "CREATE TABLE t (a int UNIQUE, b int); ALTER TABLE t DROP COLUMN b",
            "CREATE TABLE t (a int); INSERT INTO t VALUES ('alter table t')",
            "CREATE TABLE t (a int); ALTER TABLE ONLY public.t REPLICA IDENTITY FULL",
            "CREATE TABLE t (a int); ALTER TABLE t ALTER COLUMN a SET STATISTICS 1000",
        ] {
            assert!(!peculiar(text), "{text}");
        }
    }

    #[test]
    fn what_has_another_name() {
        let schema = Schema::of(&["CREATE TABLE people (id int PRIMARY KEY, mail text UNIQUE); \
            CREATE TABLE notes (who int REFERENCES people (id) ON DELETE CASCADE); \
            ALTER TABLE people RENAME TO users; ALTER TABLE users RENAME COLUMN mail TO email; \
            RENAME TABLE notes TO remarks; CREATE DOMAIN positive AS int CHECK (VALUE > 0);"
            .into()]);
        let users = schema.table("users").expect("a table");
        assert_eq!(users.unique(Product::Postgres), [["id"], ["email"]]);
        assert!(schema.table("people").is_none() && schema.cascades("users"));
        assert!(schema.table("remarks").is_some() && schema.table("notes").is_none());
        assert!(schema.restricts("positive") && !schema.restricts("integer"));
    }

    #[test]
    fn what_stands_in_blocks_and_in_comments_of_mysql() {
        let schema = Schema::of(&["CREATE TABLE t (a int); DO $$ BEGIN ALTER TABLE t ADD \
            CONSTRAINT u UNIQUE (a); EXCEPTION WHEN duplicate_object THEN null; END $$;\n\
            /*!50001 CREATE ALGORITHM=UNDEFINED */\n/*!50013 DEFINER=`root`@`localhost` SQL \
            SECURITY DEFINER */\n/*!50001 VIEW `open` AS select 1 AS `a` */;\n\
            DELIMITER ;;\n/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER \
            x BEFORE INSERT ON t FOR EACH ROW BEGIN END */;;\n\
            CREATE TABLE u (a int PRIMARY KEY) /*!50100 PARTITION BY WHAT IS THIS */;\n\
            CREATE OR REPLACE VIEW shop.`odd` AS WHAT IS THIS; CREATE MATERIALIZED VIEW IF NOT \
            EXISTS old AS WHAT IS THIS;"
            .into()]);
        assert_eq!(schema.table("t").expect("a table").unique(Product::Postgres), [["a"]]);
        assert!(schema.has_trigger("t") && !schema.is_unread("u"));
        for name in ["open", "odd", "old"] {
            let view = schema.view(name, Product::Mysql);
            assert!(view.is_some(), "{name}");
        }
        let unread =
            |name: &str| schema.view(name, Product::Mysql).is_some_and(|it| it.body.is_err());
        assert!(unread("odd") && unread("old"));
    }

    #[test]
    fn what_changes_more_than_rows() {
        let schema = Schema::of(&["CREATE VIEW open AS SELECT * FROM orders; \
            CREATE TABLE orders (id int PRIMARY KEY); \
            CREATE TABLE items (o int REFERENCES orders (id) ON DELETE CASCADE); \
            CREATE TRIGGER t AFTER UPDATE ON public.items FOR EACH ROW EXECUTE FUNCTION f();"
            .into()]);
        assert!(schema.view("open", Product::Postgres).is_some());
        assert!(schema.has_trigger("items") && !schema.has_trigger("orders"));
        let rule = "CREATE OR REPLACE RULE r AS ON UPDATE TO orders DO ALSO NOTIFY o";
        assert!(Schema::of(&[rule.into()]).has_trigger("orders"));
        assert!(schema.cascades("orders") && !schema.cascades("items"));
    }
}
