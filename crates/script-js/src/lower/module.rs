//! `import` and `export`.

use super::Lowering;
use aplomb_script::{
    Block, Expr, ExprKind, ImportBinding, Imported, Name, Pattern, Statement, StatementKind,
};
use oxc_ast::ast as js;
use oxc_span::GetSpan;

impl Lowering<'_, '_> {
    pub(super) fn module_declaration(
        &mut self,
        declaration: &js::ModuleDeclaration<'_>,
        out: &mut Block,
    ) {
        use js::ModuleDeclaration as Js;
        let span = self.at(declaration.span());
        let kind = match declaration {
            Js::ImportDeclaration(import) => self.import(import),
            Js::ExportAllDeclaration(export) => self.export_all(export, out),
            Js::ExportDefaultDeclaration(export) => self.export_default(export, out),
            Js::ExportDeclaration(export) => {
                let first = out.len();
                self.declaration(&export.declaration, out);
                exported(&out[first..])
            }
            Js::ExportNamedDeclaration(export) => {
                let names = self.renamings(&export.specifiers, export.export_kind);
                for (local, _) in names.iter().flatten() {
                    self.referenced.insert(local.clone());
                }
                names.map(|names| StatementKind::Export { names })
            }
            Js::ExportFromDeclaration(export) => {
                let source = self.name(&export.source.value);
                self.renamings(&export.specifiers, export.export_kind)
                    .map(|names| StatementKind::ExportFrom { source, names: Some(names) })
            }
            Js::TSExportAssignment(export) => {
                let value = self.expr(&export.expression);
                let target = self.module_exports(span);
                out.push(Statement::expression(Expr::assign(target, value, span)));
                None
            }
            Js::TSNamespaceExportDeclaration(_) => None,
        };
        out.extend(kind.map(|kind| Statement::new(kind, span)));
    }

    fn module_exports(&mut self, span: aplomb_script::Span) -> Pattern {
        let module = self.variable("module", span);
        Pattern::Member(Box::new(module), self.name("exports"), span)
    }

    fn import(&mut self, import: &js::ImportDeclaration<'_>) -> Option<StatementKind> {
        if import.import_kind == js::ImportOrExportKind::Type {
            return None;
        }
        let source = self.name(&import.source.value);
        let Some(specifiers) = &import.specifiers else {
            return Some(StatementKind::Import { source, bindings: Vec::new() });
        };
        let mut bindings = Vec::new();
        for specifier in specifiers {
            let imported = match specifier {
                js::ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => Imported::Default,
                js::ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => Imported::Module,
                js::ImportDeclarationSpecifier::ImportSpecifier(specifier) => {
                    if specifier.import_kind == js::ImportOrExportKind::Type {
                        continue;
                    }
                    match specifier.imported.name().as_str() {
                        "default" => Imported::Default,
                        name => Imported::Named(self.name(name)),
                    }
                }
            };
            let local = self.binding(&specifier.local().name);
            bindings.push(ImportBinding { imported, local });
        }
        let only_types = bindings.is_empty() && !specifiers.is_empty();
        (!only_types).then_some(StatementKind::Import { source, bindings })
    }

    fn export_all(
        &mut self,
        export: &js::ExportAllDeclaration<'_>,
        out: &mut Block,
    ) -> Option<StatementKind> {
        if export.export_kind == js::ImportOrExportKind::Type {
            return None;
        }
        let source = self.name(&export.source.value);
        let Some(exported) = &export.exported else {
            return Some(StatementKind::ExportFrom { source, names: None });
        };
        // `export * as n` binds nothing here; the star keeps the local name apart.
        let exported = self.name(&exported.name());
        let local = self.reference(&format!("*{exported}"));
        let bindings = vec![ImportBinding { imported: Imported::Module, local: local.clone() }];
        let span = self.at(export.span);
        out.push(Statement::new(StatementKind::Import { source, bindings }, span));
        Some(StatementKind::Export { names: vec![(local, exported)] })
    }

    fn export_default(
        &mut self,
        export: &js::ExportDefaultDeclaration<'_>,
        out: &mut Block,
    ) -> Option<StatementKind> {
        use js::ExportDefaultDeclarationKind as Js;
        let default = self.name("default");
        let span = self.at(export.declaration.span());
        let value = match &export.declaration {
            Js::FunctionDeclaration(function) => {
                if let Some(name) = self.function_declaration(function, out) {
                    return Some(StatementKind::Export { names: vec![(name, default)] });
                }
                function.body.as_ref()?;
                Expr::new(ExprKind::Function(self.function(function, Some(default))), span)
            }
            Js::ClassDeclaration(class) => {
                if let Some(name) = self.class_declaration(class, out) {
                    return Some(StatementKind::Export { names: vec![(name, default)] });
                }
                self.class_expression(class, Some(&default), span)
            }
            Js::TSInterfaceDeclaration(_) => return None,
            declaration => self.named_expr(declaration.to_expression(), Some(&default)),
        };
        Some(StatementKind::ExportDefault(value))
    }

    /// The pairs of an export list, without those that are types only; `None`
    /// when nothing but types is left.
    fn renamings(
        &mut self,
        specifiers: &[js::ExportSpecifier<'_>],
        kind: js::ImportOrExportKind,
    ) -> Option<Vec<(Name, Name)>> {
        if kind == js::ImportOrExportKind::Type {
            return None;
        }
        let names: Vec<_> = specifiers
            .iter()
            .filter(|specifier| specifier.export_kind == js::ImportOrExportKind::Value)
            .map(|specifier| {
                (self.name(&specifier.local.name()), self.name(&specifier.exported.name()))
            })
            .collect();
        (!names.is_empty() || specifiers.is_empty()).then_some(names)
    }

    /// TypeScript drops imports that are used as types only, and exports of
    /// types.
    pub(super) fn drop_type_only(&mut self, body: &mut Block) {
        body.retain_mut(|statement| match &mut statement.kind {
            StatementKind::Import { bindings, .. } if !bindings.is_empty() => {
                bindings.retain(|binding| self.referenced.contains(&binding.local));
                !bindings.is_empty()
            }
            StatementKind::Export { names } => {
                names.retain(|(local, _)| {
                    !self.types.contains(local) || self.values.contains(local)
                });
                true
            }
            _ => true,
        });
    }

    /// Notes what the module imports, after types have been dropped.
    pub(super) fn note_imports(&mut self, body: &Block) {
        for statement in body {
            if let StatementKind::Import { source, .. } | StatementKind::ExportFrom { source, .. } =
                &statement.kind
            {
                self.builder.import(source, statement.span);
            }
        }
    }
}

/// The export of everything that these statements declare.
fn exported(statements: &[Statement]) -> Option<StatementKind> {
    let mut names: Vec<(Name, Name)> = Vec::new();
    for statement in statements {
        match &statement.kind {
            StatementKind::Declare { pattern, .. } => {
                names.extend(pattern.names().into_iter().map(|n| (n.clone(), n.clone())));
            }
            StatementKind::Function { name, .. } | StatementKind::Class { name, .. } => {
                names.push((name.clone(), name.clone()));
            }
            _ => {}
        }
    }
    (!names.is_empty()).then_some(StatementKind::Export { names })
}
