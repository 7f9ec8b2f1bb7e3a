//! `import` and `from … import`.

use super::Lowering;
use aplomb_script::{Block, ImportBinding, Imported, Module, Name, Statement, StatementKind};
use ruff_python_ast as py;

impl Lowering<'_, '_> {
    /// `import a.b` binds `a`, and a variable `a.b` for the rest of the file.
    pub(super) fn import(&mut self, statement: &py::StmtImport, out: &mut Block) {
        for alias in &statement.names {
            let source = alias.name.as_str();
            match (&alias.asname, source.split_once('.')) {
                (Some(local), _) => {
                    let local = self.name(&local.id);
                    self.import_module(alias, source, local, out);
                }
                (None, None) => {
                    let local = self.name(source);
                    self.import_module(alias, source, local, out);
                }
                (None, Some((package, _))) => {
                    let local = self.name(package);
                    self.import_module(alias, package, local, out);
                    let local = self.name(source);
                    self.import_module(alias, source, local, out);
                    self.dotted.insert(source.to_string());
                }
            }
        }
    }

    fn import_module(&mut self, alias: &py::Alias, source: &str, local: Name, out: &mut Block) {
        let span = self.of(alias);
        self.builder.import(source, span);
        let bindings = vec![ImportBinding { imported: Imported::Module, local }];
        let source = self.name(source);
        out.push(Statement::new(StatementKind::Import { source, bindings }, span));
    }

    /// `from ..a import b as c`; what is imported may be a module of its own.
    pub(super) fn import_from(&mut self, statement: &py::StmtImportFrom) -> Option<StatementKind> {
        let module = statement.module.as_ref().map_or("", |module| module.as_str());
        if module == "__future__" {
            return None;
        }
        let source = format!("{}{module}", ".".repeat(statement.level as usize));
        let span = self.of(statement);
        self.builder.import(&source, span);
        let mut bindings = Vec::new();
        for alias in &statement.names {
            let name = alias.name.as_str();
            if name == "*" {
                let local = self.name("*");
                bindings.push(ImportBinding { imported: Imported::Everything, local });
                continue;
            }
            let at = self.of(alias);
            self.builder.import(&Module::submodule_source(&source, name), at);
            let local = self.name(alias.asname.as_ref().map_or(name, |local| local.as_str()));
            bindings.push(ImportBinding { imported: Imported::Named(self.name(name)), local });
        }
        Some(StatementKind::Import { source: self.name(&source), bindings })
    }
}
