//! Prisma's schema (`schema.prisma`): which database it is, and the tables of its models.

use crate::form::Product;
use std::fmt::Write as _;

/// What a schema says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrismaSchema {
    /// The database, if it is one of those that are supported.
    pub(super) product: Option<Product>,
    pub(super) models: Vec<Model>,
    /// `relationMode = "prisma"`: the database has no foreign keys, and the client itself
    /// deletes or changes the rows that refer to one.
    keeps_relations: bool,
}

/// A model and its table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Model {
    pub(super) name: String,
    pub(super) table: String,
    pub(super) fields: Vec<Field>,
    /// Keys of several fields, by the names that conditions give them; the first is the primary
    /// one if `has_joint_id`.
    pub(super) keys: Vec<(String, Vec<String>)>,
    has_joint_id: bool,
    references: Vec<Relation>,
}

/// `author Author @relation(fields: [authorId], references: [id])`: a foreign key.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Relation {
    model: String,
    fields: Vec<String>,
    referred: Vec<String>,
    on_delete: String,
}

/// A field with a column of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) column: String,
    kind: String,
    pub(super) is_json: bool,
    is_optional: bool,
    is_id: bool,
    is_unique: bool,
    pub(super) default: Unsaid,
    /// It gets the time of every change.
    pub(super) is_updated: bool,
}

/// What a field gets that is not given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unsaid {
    None,
    /// The database counts.
    Counted,
    Now,
    /// A new identifier.
    New,
    Text(String),
    /// As it is written.
    Number(String),
    Bool(bool),
    /// Something else.
    Other,
}

impl PrismaSchema {
    /// Reads a schema. What it does not say in the usual way is left out.
    pub fn of(text: &str) -> PrismaSchema {
        let mut schema = PrismaSchema::default();
        let mut kinds = Vec::new();
        let mut block: Option<(String, String)> = None;
        let mut written: Vec<(String, Vec<String>)> = Vec::new();
        for line in text.lines() {
            let line = without_comment(line).trim();
            match (&block, line) {
                (_, "") => {}
                (None, _) => {
                    let mut words = line.trim_end_matches('{').split_whitespace();
                    if let (Some(kind), Some(name)) = (words.next(), words.next()) {
                        block = Some((kind.to_string(), name.to_string()));
                        if kind == "model" {
                            kinds.push(name.to_string());
                            written.push((name.to_string(), Vec::new()));
                        }
                    }
                }
                (Some(_), "}") => block = None,
                (Some((kind, _)), _) if kind == "datasource" => {
                    if let Some((name, value)) = line.split_once('=') {
                        schema.set(name.trim(), value.trim().trim_matches('"'));
                    }
                }
                (Some((kind, _)), _) if kind == "model" => {
                    if let Some((_, lines)) = written.last_mut() {
                        lines.push(line.to_string());
                    }
                }
                _ => {}
            }
        }
        schema.models = written.iter().map(|(name, lines)| model(name, lines, &kinds)).collect();
        schema
    }

    /// A setting of the database.
    fn set(&mut self, name: &str, value: &str) {
        match name {
            "provider" => {
                self.product = match value {
                    "postgresql" | "postgres" => Some(Product::Postgres),
                    "mysql" => Some(Product::Mysql),
                    "sqlite" => Some(Product::Sqlite),
                    _ => None,
                };
            }
            // The second name is the older one.
            "relationMode" | "referentialIntegrity" => self.keeps_relations = value == "prisma",
            _ => {}
        }
    }

    /// Whether the client itself looks after rows that refer to one of a model, when an operation
    /// takes it away or changes what they refer to.
    pub(super) fn looks_after(&self, model: &Model, operation: &str) -> bool {
        let all = self.models.iter().flat_map(|other| &other.references);
        let mut relations = all.filter(|it| it.model == model.name);
        let by_id = |it: &Relation| {
            let fields = it.referred.iter().map(|name| model.field(name));
            fields.into_iter().all(|field| field.is_some_and(|field| field.is_id))
        };
        self.keeps_relations
            && match operation {
                "delete" | "deleteMany" => relations.next().is_some(),
                // Who changes a key is told so elsewhere.
                "update" | "updateMany" | "upsert" => relations.any(|it| !by_id(it)),
                _ => false,
            }
    }

    /// The model that a client calls by this name: `ticket` is `Ticket`.
    pub(super) fn model(&self, name: &str) -> Option<&Model> {
        self.models.iter().find(|model| {
            let mut letters = model.name.chars();
            let first = letters.next().map(|first| first.to_lowercase().to_string());
            first.is_some_and(|first| format!("{first}{}", letters.as_str()) == name)
        })
    }

    /// The definitions of the tables, but of those that `known` defines.
    pub fn tables(&self, known: &[String]) -> String {
        let mut text = String::new();
        for model in &self.models {
            let defines = |schema: &String| {
                let schema = schema.to_lowercase();
                let table = model.table.to_lowercase();
                schema.match_indices("create table").any(|(at, _)| {
                    let rest = schema[at..].split('(').next().unwrap_or_default();
                    rest.rsplit([' ', '.'])
                        .find(|word| !word.is_empty())
                        .is_some_and(|word| word.trim().trim_matches(['"', '`', '[', ']']) == table)
                })
            };
            if !known.iter().any(defines) {
                model.define(self, &mut text);
            }
        }
        text
    }
}

impl Model {
    pub(super) fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    fn columns(&self, fields: &[String]) -> String {
        let columns = fields.iter().filter_map(|name| self.field(name));
        let columns: Vec<String> = columns.map(|field| format!("\"{}\"", field.column)).collect();
        columns.join(", ")
    }

    fn define(&self, schema: &PrismaSchema, text: &mut String) {
        let mut parts = Vec::new();
        for field in &self.fields {
            let kind = match field.kind.as_str() {
                "Int" | "BigInt" if field.default == Unsaid::Counted => "SERIAL",
                "Int" => "INTEGER",
                "BigInt" => "BIGINT",
                "Float" => "DOUBLE PRECISION",
                "Decimal" => "DECIMAL",
                "Boolean" => "BOOLEAN",
                "DateTime" => "TIMESTAMP",
                "Json" => "JSONB",
                _ => "TEXT",
            };
            let mut part = format!("\"{}\" {kind}", field.column);
            if field.is_id {
                part.push_str(" PRIMARY KEY");
            } else if field.is_unique {
                part.push_str(" UNIQUE");
            }
            if !field.is_optional && !field.is_id {
                part.push_str(" NOT NULL");
            }
            parts.push(part);
        }
        for (index, (_, fields)) in self.keys.iter().enumerate() {
            let kind = match index == 0 && self.has_joint_id {
                true => "PRIMARY KEY",
                false => "UNIQUE",
            };
            parts.push(format!("{kind} ({})", self.columns(fields)));
        }
        let references = self.references.iter().filter(|_| !schema.keeps_relations);
        for Relation { model, fields, referred, on_delete } in references {
            let Some(other) = schema.models.iter().find(|it| it.name == *model) else { continue };
            parts.push(format!(
                "FOREIGN KEY ({}) REFERENCES \"{}\" ({}) ON DELETE {on_delete}",
                self.columns(fields),
                other.table,
                other.columns(referred)
            ));
        }
        let _ = writeln!(text, "CREATE TABLE \"{}\" ({});", self.table, parts.join(", "));
    }
}

/// A line without what is said to people.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let bytes = line.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'/' if !quoted && bytes.get(at + 1) == Some(&b'/') => return &line[..at],
            _ => {}
        }
    }
    line
}

fn model(name: &str, lines: &[String], models: &[String]) -> Model {
    let mut model = Model { name: name.into(), table: name.into(), ..Model::default() };
    for line in lines {
        match line.strip_prefix("@@") {
            Some(said) => about(&mut model, said),
            None => {
                model.fields.extend(field(line, models));
                model.references.extend(relation(line));
            }
        }
    }
    model
}

/// `@@id([a, b])`, `@@unique([a, b], name: "ab")`, `@@map("table")`.
fn about(model: &mut Model, said: &str) {
    let (kind, given) = said.split_once('(').unwrap_or((said, ""));
    if kind == "map" {
        model.table = quoted(given).unwrap_or_else(|| model.name.clone());
    }
    if !matches!(kind, "id" | "unique") {
        return;
    }
    let listed = given.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    let Some((fields, rest)) = listed else { return };
    let fields: Vec<String> = fields
        .split(',')
        .map(|field| field.split('(').next().unwrap_or(field).trim().to_string())
        .collect();
    let named = rest.split_once("name:").and_then(|(_, rest)| quoted(rest));
    let key = (named.unwrap_or_else(|| fields.join("_")), fields);
    match kind {
        "id" => {
            model.has_joint_id = true;
            model.keys.insert(0, key);
        }
        _ => model.keys.push(key),
    }
}

/// The foreign key that a field says. What happens to rows that refer to a deleted one is, if
/// nothing is said, what Prisma's reference says: they may not be there, or they refer to none.
fn relation(line: &str) -> Option<Relation> {
    let (_, said) = line.split_once("@relation(")?;
    let listed = |name: &str| -> Option<Vec<String>> {
        let (_, rest) = said.split_once(name)?;
        let (_, rest) = rest.split_once('[')?;
        let (fields, _) = rest.split_once(']')?;
        Some(fields.split(',').map(|field| field.trim().to_string()).collect())
    };
    let kind = line.split_whitespace().nth(1)?;
    let on_delete = match said.split_once("onDelete:") {
        Some((_, rest)) => match rest.trim_start().split([',', ')']).next()?.trim() {
            "Cascade" => "CASCADE",
            "SetNull" => "SET NULL",
            "SetDefault" => "SET DEFAULT",
            _ => "NO ACTION",
        },
        None if kind.ends_with('?') => "SET NULL",
        None => "RESTRICT",
    };
    Some(Relation {
        model: kind.trim_end_matches('?').into(),
        fields: listed("fields:")?,
        referred: listed("references:")?,
        on_delete: on_delete.into(),
    })
}

/// The first text in quotes.
fn quoted(text: &str) -> Option<String> {
    let (_, rest) = text.split_once('"')?;
    Some(rest.split_once('"')?.0.to_string())
}

/// `email String @unique @map("mail")`; none if it has no column.
fn field(line: &str, models: &[String]) -> Option<Field> {
    let mut words = line.split_whitespace();
    let (name, kind) = (words.next()?, words.next()?);
    let plain = kind.trim_end_matches(['?', ']', '[']);
    if models.iter().any(|model| model == plain) {
        return None;
    }
    let argument = |attribute: &str| {
        let at = line.find(&format!("{attribute}("))? + attribute.len() + 1;
        let (mut depth, mut end) = (1, at);
        for (offset, character) in line[at..].char_indices() {
            match character {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                end = at + offset;
                break;
            }
        }
        Some(line[at..end].trim())
    };
    let has = |attribute: &str| line.split_whitespace().any(|word| word == attribute);
    Some(Field {
        name: name.into(),
        column: argument("@map").and_then(quoted).unwrap_or_else(|| name.into()),
        kind: plain.into(),
        is_json: plain == "Json" || kind.ends_with(']'),
        is_optional: kind.ends_with('?'),
        is_id: has("@id") || line.contains(" @id("),
        is_unique: has("@unique") || line.contains(" @unique("),
        default: argument("@default").map_or(Unsaid::None, default),
        is_updated: has("@updatedAt"),
    })
}

fn default(said: &str) -> Unsaid {
    let function = said.split('(').next().unwrap_or(said);
    match function {
        "autoincrement" => Unsaid::Counted,
        "now" => Unsaid::Now,
        "uuid" | "cuid" | "nanoid" | "ulid" => Unsaid::New,
        "true" => Unsaid::Bool(true),
        "false" => Unsaid::Bool(false),
        _ if said.starts_with('"') => quoted(said).map_or(Unsaid::Other, Unsaid::Text),
        _ if said.contains('(') || said.starts_with('[') => Unsaid::Other,
        _ if said.parse::<f64>().is_ok() => Unsaid::Number(said.into()),
        // A value of an enumeration.
        _ => Unsaid::Text(said.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
datasource db {
  provider = "postgresql" // the one
  url      = env("DATABASE_URL")
}

/// A ticket.
model Ticket {
  id       Int     @id @default(autoincrement())
  subject  String
  link     String  @default("http://example.com")
  status   Status  @default(OPEN)
  author   Author? @relation(fields: [authorId], references: [id])
  authorId String? @map("author_id")
  changed  DateTime @updatedAt

  @@unique([subject, authorId], name: "once")
  @@map("tickets")
}

model Author {
  id      String   @id @default(uuid())
  email   String   @unique
  tickets Ticket[]
}
"#;

    #[test]
    fn a_schema_says_tables() {
        let schema = PrismaSchema::of(TEXT);
        assert_eq!(schema.product, Some(Product::Postgres));
        let ticket = schema.model("ticket").unwrap();
        let names: Vec<&str> = ticket.fields.iter().map(|field| &*field.name).collect();
        assert_eq!(names, ["id", "subject", "link", "status", "authorId", "changed"]);
        assert_eq!(
            ticket.field("link").unwrap().default,
            Unsaid::Text("http://example.com".into())
        );
        assert_eq!(ticket.field("status").unwrap().default, Unsaid::Text("OPEN".into()));
        assert!(ticket.field("changed").unwrap().is_updated);
        let expected = "CREATE TABLE \"tickets\" (\"id\" SERIAL PRIMARY KEY, \"subject\" TEXT NOT NULL, \
                        \"link\" TEXT NOT NULL, \"status\" TEXT NOT NULL, \"author_id\" TEXT, \
                        \"changed\" TIMESTAMP NOT NULL, UNIQUE (\"subject\", \"author_id\"), \
                        FOREIGN KEY (\"author_id\") REFERENCES \"Author\" (\"id\") ON DELETE SET NULL);\n\
                        CREATE TABLE \"Author\" (\"id\" TEXT PRIMARY KEY, \"email\" TEXT UNIQUE NOT NULL);\n";
        assert_eq!(schema.tables(&[]), expected);
        let known = ["CREATE TABLE \"tickets\" (\n id int);".to_string()];
        assert!(!schema.tables(&known).contains("tickets"));
    }
}
