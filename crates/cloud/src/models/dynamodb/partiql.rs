//! PartiQL: a statement is the request that says the same. `SELECT` lists its table; `UPDATE`,
//! `DELETE` and `INSERT` of an item that is named by its key are the operations of those
//! names, with the conditions that PartiQL adds.

use super::{Models, delete, put, shown, update};
use crate::models::aws::AwsCall;
use aplomb_symbolic::{Machine, Node, Operator, Outcome, Term, Terms};
use std::sync::Arc;

/// `ExecuteStatement`.
pub(super) fn execute(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let statement = machine.terms().field(call.parameters, "Statement");
    let text = machine.terms().as_str(statement).map(|text| text.to_string());
    let tokens = text.as_deref().and_then(tokens).unwrap_or_default();
    match tokens.first() {
        Some(Token::Word(verb)) if verb.eq_ignore_ascii_case("select") => {
            select(models, machine, call, statement, &tokens)
        }
        _ => write(models, machine, call, &tokens)
            .unwrap_or_else(|| machine.unknown_call(&call.label, call.span)),
    }
}

/// Lists the table that a statement selects from.
fn select(
    models: &Models,
    machine: &mut Machine<'_>,
    call: &AwsCall,
    statement: Term,
    tokens: &[Token],
) -> Outcome {
    let from = tokens.iter().position(|token| token.is_word("from"));
    let table = from.and_then(|at| tokens.get(at + 1)?.name());
    let Some(table) = table else { return machine.unknown_call(&call.label, call.span) };
    let store = machine.terms().string(table);
    models.note_listed(machine, store);
    let given = machine.terms().field(call.parameters, "Parameters");
    let filter = machine.terms().pure("dynamodb.partiql", &[statement, given]);
    let found = machine.scan(&call.label, call.span, store, filter)?;
    let found = machine.freeze(found);
    let rest = machine.rest_of(&[found]);
    let is_part = machine.terms().apply(Operator::Truthy, &[rest]);
    let items = shown(machine, call, found);
    let items = machine.thaw(items);
    let reply = machine.new_record([("Items", items)]);
    for name in ["NextToken", "LastEvaluatedKey"] {
        machine.may_have(reply, name, is_part, rest);
    }
    Ok(reply)
}

/// Performs a statement that writes one item; `None` if it is not supported.
fn write(
    models: &Models,
    machine: &mut Machine<'_>,
    call: &AwsCall,
    tokens: &[Token],
) -> Option<Outcome> {
    let given = machine.terms().field(call.parameters, "Parameters");
    let given = match machine.terms().node(given) {
        Node::List(given) => given.to_vec(),
        Node::Undefined => Vec::new(),
        _ => return None,
    };
    let mut reader =
        Reader { tokens, at: 0, given, taken: 0, names: Vec::new(), values: Vec::new() };
    let request = match () {
        () if reader.take("update") => {
            let table = reader.name()?;
            let expression = reader.changes(machine.terms())?;
            let (key, rest) = reader.key(models, machine, &table)?;
            let there = format!("attribute_exists({})", reader.mark_name(key.first()?.0.as_ref()));
            let condition = rest.into_iter().fold(there, |all, one| format!("{all} AND {one}"));
            Written { table, key, item: None, expression: Some(expression), condition }
        }
        () if reader.take("delete") && reader.take("from") => {
            let table = reader.name()?;
            let (key, rest) = reader.key(models, machine, &table)?;
            // An item that is missing is deleted without a word.
            let mark = reader.mark_name(key.first()?.0.as_ref());
            let condition = match rest.is_empty() {
                true => String::new(),
                false => format!("attribute_not_exists({mark}) OR ({})", rest.join(" AND ")),
            };
            Written { table, key, item: None, expression: None, condition }
        }
        () if reader.take("insert") && reader.take("into") => {
            let table = reader.name()?;
            let item = reader.item(machine.terms())?;
            let store = machine.terms().string(table.as_str());
            let key = models.key_of(machine.terms(), store)?;
            let condition = format!("attribute_not_exists({})", reader.mark_name(key.first()?));
            Written { table, key: Vec::new(), item: Some(item), expression: None, condition }
        }
        () => return None,
    };
    let finished = reader.at == tokens.len() && reader.taken == reader.given.len();
    finished.then_some(())?;
    let parameters = request.parameters(machine.terms(), &reader);
    let mut written = call.clone();
    written.parameters = parameters;
    Some(match request {
        Written { item: Some(_), .. } => put(models, machine, &written, "DuplicateItemException"),
        Written { expression: Some(_), .. } => update(models, machine, &written),
        _ => delete(models, machine, &written),
    })
}

/// A statement that writes, in the words of a request.
struct Written {
    table: String,
    key: Fields,
    item: Option<Fields>,
    expression: Option<String>,
    condition: String,
}

/// Attributes with their values.
type Fields = Vec<(Arc<str>, Term)>;

impl Written {
    fn parameters(&self, terms: &mut Terms, reader: &Reader<'_>) -> Term {
        let mut fields: Fields = vec![("TableName".into(), terms.string(self.table.as_str()))];
        match &self.item {
            Some(item) => fields.push(("Item".into(), terms.record(item.iter().cloned()))),
            None => fields.push(("Key".into(), terms.record(self.key.iter().cloned()))),
        }
        if let Some(expression) = &self.expression {
            fields.push(("UpdateExpression".into(), terms.string(expression.as_str())));
        }
        if !self.condition.is_empty() {
            fields.push(("ConditionExpression".into(), terms.string(self.condition.as_str())));
        }
        let names = reader.names.iter().enumerate();
        let names: Fields = names
            .map(|(index, name)| (format!("#n{index}").into(), terms.string(name.as_str())))
            .collect();
        let values = reader.values.iter().enumerate();
        let values: Fields =
            values.map(|(index, &value)| (format!(":v{index}").into(), value)).collect();
        for (name, part) in
            [("ExpressionAttributeNames", names), ("ExpressionAttributeValues", values)]
        {
            if !part.is_empty() {
                fields.push((name.into(), terms.record(part)));
            }
        }
        terms.record(fields)
    }
}

/// A word of a statement.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Quoted(String),
    Text(String),
    Number(f64),
    Mark(String),
}

impl Token {
    fn is_word(&self, word: &str) -> bool {
        matches!(self, Token::Word(own) if own.eq_ignore_ascii_case(word))
    }

    fn is(&self, mark: &str) -> bool {
        matches!(self, Token::Mark(own) if own == mark)
    }

    fn name(&self) -> Option<String> {
        match self {
            Token::Word(name) | Token::Quoted(name) => Some(name.clone()),
            _ => None,
        }
    }
}

/// The words of a statement; `None` if it has something else.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut found = Vec::new();
    let mut rest = text.trim_end().trim_end_matches(';').trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            '\'' | '"' => {
                let end = rest[1..].find(first)?;
                // A quote inside is written twice.
                if rest[end + 2..].starts_with(first) {
                    return None;
                }
                let inner = rest[1..=end].to_string();
                found.push(if first == '"' { Token::Quoted(inner) } else { Token::Text(inner) });
                end + 2
            }
            c if c.is_ascii_digit() => {
                let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
                let end = end.unwrap_or(rest.len());
                found.push(Token::Number(rest[..end].parse().ok()?));
                end
            }
            c if word(c) => {
                let end = rest.find(|c: char| !word(c)).unwrap_or(rest.len());
                found.push(Token::Word(rest[..end].to_string()));
                end
            }
            _ => {
                let two = ["<=", ">=", "<>"].into_iter().find(|two| rest.starts_with(two));
                let mark = two.unwrap_or(&rest[..first.len_utf8()]);
                found.push(Token::Mark(mark.to_string()));
                mark.len()
            }
        };
        rest = rest[length..].trim_start();
    }
    Some(found)
}

/// Reads a statement; names and values become placeholders of expressions.
struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    /// The values of the question marks, and how many are used.
    given: Vec<Term>,
    taken: usize,
    names: Vec<String>,
    values: Vec<Term>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.is_word(word) || token.is(word));
        self.at += usize::from(found);
        found
    }

    fn name(&mut self) -> Option<String> {
        let name = self.peek()?.name()?;
        self.at += 1;
        // A member of a map, or an index of the table.
        (!self.peek().is_some_and(|next| next.is(".") || next.is("["))).then_some(name)
    }

    fn mark_name(&mut self, name: &str) -> String {
        let known = self.names.iter().position(|known| known == name);
        let index = known.unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.names.len() - 1
        });
        format!("#n{index}")
    }

    fn mark_value(&mut self, value: Term) -> String {
        self.values.push(value);
        format!(":v{}", self.values.len() - 1)
    }

    /// A question mark or a literal.
    fn value(&mut self, terms: &mut Terms) -> Option<Term> {
        let value = match self.peek()? {
            Token::Mark(mark) if mark == "?" => {
                let value = *self.given.get(self.taken)?;
                self.taken += 1;
                value
            }
            Token::Text(text) => terms.string(text.as_str()),
            Token::Number(number) => terms.number(*number),
            token if token.is_word("true") => terms.bool(true),
            token if token.is_word("false") => terms.bool(false),
            _ => return None,
        };
        self.at += 1;
        Some(value)
    }

    /// A name or a value.
    fn operand(&mut self, terms: &mut Terms) -> Option<String> {
        match self.value(terms) {
            Some(value) => Some(self.mark_value(value)),
            None => {
                let name = self.name()?;
                Some(self.mark_name(&name))
            }
        }
    }

    /// `SET a = b + ? SET c = ? REMOVE d` as an update expression.
    fn changes(&mut self, terms: &mut Terms) -> Option<String> {
        let (mut sets, mut removes) = (Vec::new(), Vec::new());
        loop {
            if self.take("set") {
                loop {
                    let name = self.name()?;
                    let name = self.mark_name(&name);
                    self.take("=").then_some(())?;
                    let mut value = self.operand(terms)?;
                    while let Some(sign) = ["+", "-"].into_iter().find(|sign| self.take(sign)) {
                        value = format!("{value} {sign} {}", self.operand(terms)?);
                    }
                    sets.push(format!("{name} = {value}"));
                    if !self.take(",") {
                        break;
                    }
                }
            } else if self.take("remove") {
                let name = self.name()?;
                removes.push(self.mark_name(&name));
            } else {
                break;
            }
        }
        let parts = [("SET", sets), ("REMOVE", removes)];
        let parts = parts.into_iter().filter(|(_, list)| !list.is_empty());
        let parts: Vec<String> =
            parts.map(|(verb, list)| format!("{verb} {}", list.join(", "))).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// `WHERE`: the key of the item, and the conditions that remain.
    fn key(
        &mut self,
        models: &Models,
        machine: &mut Machine<'_>,
        table: &str,
    ) -> Option<(Fields, Vec<String>)> {
        self.take("where").then_some(())?;
        let store = machine.terms().string(table);
        let known = models.key_of(machine.terms(), store);
        let (mut key, mut rest) = (Fields::new(), Vec::new());
        loop {
            let name = self.name()?;
            let signs = ["=", "<=", ">=", "<>", "<", ">"];
            let sign = signs.into_iter().find(|sign| self.take(sign))?;
            let value = self.value(machine.terms())?;
            let of_key = known.as_ref().is_none_or(|known| known.contains(&name));
            match of_key && sign == "=" {
                true => key.push((name.as_str().into(), value)),
                false => {
                    let (name, value) = (self.mark_name(&name), self.mark_value(value));
                    rest.push(format!("{name} {sign} {value}"));
                }
            }
            if !self.take("and") {
                break;
            }
        }
        // Without a description, the one attribute that is named is the key.
        let wanted = known.map_or(1, |known| known.len());
        (key.len() == wanted).then_some((key, rest))
    }

    /// `VALUE {'id': ?, 'name': 'x'}`.
    fn item(&mut self, terms: &mut Terms) -> Option<Fields> {
        (self.take("value") && self.take("{")).then_some(())?;
        let mut item = Fields::new();
        loop {
            let Token::Text(name) = self.peek()?.clone() else { return None };
            self.at += 1;
            self.take(":").then_some(())?;
            item.push((name.as_str().into(), self.value(terms)?));
            if !self.take(",") {
                break;
            }
        }
        self.take("}").then_some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_statement() {
        let shown = |text| {
            tokens(text).map(|all| all.iter().map(|one| format!("{one:?}")).collect::<Vec<_>>())
        };
        let words = shown("UPDATE \"a-b\" SET n = n + 1 WHERE id = ?;").expect("words");
        assert_eq!(words[..2], ["Word(\"UPDATE\")", "Quoted(\"a-b\")"]);
        assert_eq!(words.last().map(String::as_str), Some("Mark(\"?\")"));
        assert_eq!(shown("DELETE FROM t WHERE a <= 'x y'").expect("words").len(), 7);
        assert_eq!(shown("'it''s'"), None);
        assert_eq!(shown("'open"), None);
    }

    #[test]
    fn changes_become_an_update_expression() {
        let tokens = tokens("SET a = ?, b = b + 1 SET c = 'x' REMOVE d").expect("words");
        let mut terms = Terms::default();
        let given = vec![terms.string("first")];
        let mut reader = Reader {
            tokens: &tokens,
            at: 0,
            given,
            taken: 0,
            names: Vec::new(),
            values: Vec::new(),
        };
        let expression = reader.changes(&mut terms).expect("an expression");
        assert_eq!(expression, "SET #n0 = :v0, #n1 = #n1 + :v1, #n2 = :v2 REMOVE #n3");
        assert_eq!(reader.names, ["a", "b", "c", "d"]);
        assert_eq!((reader.at, reader.taken), (tokens.len(), 1));
    }
}
