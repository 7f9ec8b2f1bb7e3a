//! Names, columns and what is computed of them.

use super::names::{identifier, with_alias, words};
use super::{Reader, Text};
use aplomb_symbolic::Term;

impl Reader<'_, '_, '_> {
    /// A text that is known here.
    pub(super) fn constant(&mut self, given: Option<Term>) -> Result<String, String> {
        let unknown = || "a name in a query of knex is not known here".to_string();
        let given = given.ok_or_else(unknown)?;
        let text = self.machine.terms().as_str(given).cloned().ok_or_else(unknown)?;
        Ok(text.to_string())
    }

    pub(super) fn identifier(&mut self, given: Term) -> Result<Text, String> {
        let name = self.constant(Some(given))?;
        Ok(words(&identifier(&name, self.product())?))
    }

    pub(super) fn table(&mut self, given: &[Term]) -> Result<Text, String> {
        match given {
            [] => Ok(Text::new()),
            [table] => match self.inline(*table)? {
                Some(text) => Ok(text),
                None => self.identifier(*table),
            },
            _ => Err("a query of knex of several tables is not supported".into()),
        }
    }

    /// Names, each by itself or in a list.
    pub(super) fn names(&mut self, given: &[Term]) -> Result<Vec<String>, String> {
        let mut names = Vec::new();
        for &given in given {
            match self.machine.items(given) {
                Some(items) => names.extend(self.names(&items)?),
                None => names.push(self.constant(Some(given))?),
            }
        }
        Ok(names)
    }

    pub(super) fn select(&mut self, given: &[Term]) -> Result<(), String> {
        self.query.aggregates = false;
        let columns = self.columns(given)?;
        self.query.columns.extend(columns);
        Ok(())
    }

    pub(super) fn columns(&mut self, given: &[Term]) -> Result<Vec<Text>, String> {
        let mut columns = Vec::new();
        for &given in given {
            if let Some(items) = self.machine.items(given) {
                columns.extend(self.columns(&items)?);
            } else if let Some(text) = self.inline(given)? {
                columns.push(text);
            } else if let Some(fields) = self.machine.fields(given) {
                for (alias, column) in fields {
                    let mut text = self.identifier(column)?;
                    let alias = identifier(&alias, self.product())?;
                    text.extend(words(&format!(" AS {alias}")));
                    columns.push(text);
                }
            } else {
                columns.push(self.identifier(given)?);
            }
        }
        Ok(columns)
    }

    /// `count("* as n")`, `sum("price as total")`, `count({ n: "*" })`.
    pub(super) fn aggregate(&mut self, name: &str, given: &[Term]) -> Result<(), String> {
        let function = match name {
            "countDistinct" => "COUNT(DISTINCT ",
            "count" => "COUNT(",
            "min" => "MIN(",
            "max" => "MAX(",
            "sum" => "SUM(",
            _ => "AVG(",
        };
        let product = self.product();
        let mut found: Vec<(String, Option<String>)> = Vec::new();
        match given.first() {
            None => found.push(("*".into(), None)),
            Some(&first) => match self.machine.fields(first) {
                Some(fields) => {
                    for (alias, column) in fields {
                        found.push((self.constant(Some(column))?, Some(alias.to_string())));
                    }
                }
                None => {
                    let text = self.constant(Some(first))?;
                    let (column, mut alias) = with_alias(&text);
                    if let Some(&settings) = given.get(1) {
                        let fields = self.machine.fields(settings);
                        let known = fields.as_deref().and_then(|it| it.first());
                        let (_, name) = known
                            .filter(|(name, _)| &**name == "as")
                            .ok_or("several columns of one aggregate in knex are not supported")?;
                        alias = Some(self.constant(Some(*name))?);
                    }
                    found.push((column, alias));
                }
            },
        }
        self.query.aggregates |= self.query.columns.is_empty();
        for (column, alias) in found {
            let mut text = format!("{function}{})", identifier(&column, product)?);
            if let Some(alias) = alias {
                text.push_str(&format!(" AS {}", identifier(&alias, product)?));
            }
            self.query.columns.push(words(&text));
        }
        Ok(())
    }
}
