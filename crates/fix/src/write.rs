//! Patches as edits of the text. Nothing is printed anew: what stands between the edits stays
//! as it is.

use std::collections::{BTreeMap, BTreeSet};

use aplomb_script::{Argument, Expr, ExprKind, FileId, Language, Span, StatementKind};

use crate::{
    condition,
    edit::Edits,
    handler::Exported,
    imports,
    patch::{How, Patch, Protected, Wrapped},
    source::Source,
};

/// Turns a patch into edits.
pub(crate) struct Writer<'a> {
    source: Source<'a>,
    edits: Edits,
    /// What each file needs of the runtime.
    imports: BTreeMap<FileId, BTreeSet<&'static str>>,
}

/// The edits of a patch; none if something cannot be written.
pub(crate) fn edits(source: Source<'_>, patch: &Patch) -> Option<Edits> {
    let mut writer = Writer { source, edits: Edits::default(), imports: BTreeMap::new() };
    for ((module, name), wrapped) in &patch.handlers {
        let file = source.program.module(*module).file;
        writer.wrap(file, name, wrapped);
    }
    for span in &patch.records {
        let records = writer.name(span.file, "records");
        writer.edits.around(*span, format!("{records}("), ")");
    }
    for (span, protected) in &patch.operations {
        writer.protect(*span, protected)?;
    }
    for (one, other) in &patch.swaps {
        let (first, second) = (source.text(*one).to_owned(), source.text(*other).to_owned());
        writer.edits.replace(one.file, range(*one), second);
        writer.edits.replace(other.file, range(*other), first);
    }
    for (call, attribute) in &patch.conditions {
        condition::write(source, *call, attribute, &mut writer.edits)?;
    }
    for (file, names) in std::mem::take(&mut writer.imports) {
        imports::add(source, file, &names, &mut writer.edits);
    }
    for file in patch.files() {
        imports::drop_unused(source, file, &patch.replaced(file), &mut writer.edits);
    }
    Some(writer.edits)
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

impl<'a> Writer<'a> {
    /// What a file calls a function of the runtime.
    fn name(&mut self, file: FileId, name: &'static str) -> String {
        self.imports.entry(file).or_default().insert(name);
        imports::local(self.source, file, name)
    }

    fn language(&self, file: FileId) -> Language {
        self.source.language(file)
    }

    fn wrap(&mut self, file: FileId, name: &str, wrapped: &Wrapped) {
        let language = self.language(file);
        let mut identity = wrapped.identity.text(language);
        if identity.starts_with("identities.") {
            let local = self.name(file, "identities");
            identity = identity.replacen("identities", &local, 1);
        }
        match language {
            Language::JavaScript => self.wrap_javascript(file, name, wrapped, &identity),
            Language::Python => self.wrap_python(file, wrapped, &identity),
        }
    }

    fn wrap_javascript(&mut self, file: FileId, name: &str, wrapped: &Wrapped, identity: &str) {
        let safe = self.name(file, "retrySafe");
        let options = match (wrapped.time, wrapped.lease) {
            (false, false) => ")",
            (true, false) => ", { time: true })",
            (false, true) => ", { lease: true })",
            (true, true) => ", { time: true, lease: true })",
        };
        match wrapped.exported {
            Exported::Value(span) | Exported::Definition(span) => {
                self.edits.around(span, format!("{safe}({identity}, "), options);
            }
            Exported::Shorthand(span) => {
                let before = format!("{name}: {safe}({identity}, ");
                self.edits.around(span, before, options);
            }
            Exported::Function { span, is_default: true } => {
                self.edits.around(span, format!("{safe}({identity}, "), &format!("{options};"));
            }
            Exported::Function { span, is_default: false } => {
                let local = self.declared_name(span).unwrap_or(name).to_owned();
                let before = format!("const {local} = {safe}({identity}, ");
                self.edits.around(span, before, &format!("{options};"));
            }
        }
    }

    /// The name of the function that is declared at a place.
    fn declared_name(&self, span: Span) -> Option<&'a str> {
        let function = self.source.program.functions.iter().find(|f| f.span == span)?;
        function.name.as_deref()
    }

    fn wrap_python(&mut self, file: FileId, wrapped: &Wrapped, identity: &str) {
        let safe = self.name(file, "retry_safe");
        let time = if wrapped.time { ", time=True" } else { "" };
        let lease = if wrapped.lease { ", lease=True" } else { "" };
        let decorator = format!("{safe}({identity}{time}{lease})");
        match wrapped.exported {
            Exported::Definition(span) => {
                let indent = self.indent(span);
                let at = span.start as usize;
                self.edits.insert(file, at, format!("@{decorator}\n{indent}"));
            }
            Exported::Value(span) | Exported::Shorthand(span) | Exported::Function { span, .. } => {
                self.edits.around(span, format!("{decorator}("), ")");
            }
        }
    }

    /// What stands before a statement in its line.
    fn indent(&self, span: Span) -> String {
        let before = &self.source.file(span.file)[..span.start as usize];
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.chars().take_while(|c| c.is_whitespace()).collect()
    }

    /// The site as it is written: with a key, a list.
    fn site(&self, file: FileId, protected: &Protected) -> String {
        let site = imports::quoted(self.source.file(file), &protected.site);
        match (protected.key.is_empty(), self.language(file)) {
            (true, _) => site,
            (false, Language::JavaScript) => format!("[{site}, {}]", protected.key.join(", ")),
            (false, Language::Python) => format!("({site}, {})", protected.key.join(", ")),
        }
    }

    fn protect(&mut self, span: Span, protected: &Protected) -> Option<()> {
        let file = span.file;
        let site = self.site(file, protected);
        let python = self.language(file) == Language::Python;
        let pick = |javascript, its_python| if python { its_python } else { javascript };
        match &protected.how {
            How::Once => self.step("once", span, &site),
            How::InItem => self.step(pick("onceInItem", "once_in_item"), span, &site),
            How::Keep => self.step("keep", span, &site),
            How::AtMostOnce => self.step(pick("atMostOnce", "at_most_once"), span, &site),
            How::AtLeastOnce => self.step(pick("atLeastOnce", "at_least_once"), span, &site),
            How::KeepAwaited => {
                let keep = self.name(file, "keep");
                self.edits.around(span, format!("(await {keep}({site}, () => "), "))");
                Some(())
            }
            How::Uuid => {
                let derived = self.name(file, pick("derivedUuid", "derived_uuid"));
                self.edits.replace(file, range(span), format!("{derived}({site})"));
                Some(())
            }
            How::Random => {
                let derived = self.name(file, pick("derivedRandom", "derived_random"));
                self.edits.replace(file, range(span), format!("{derived}({site})"));
                Some(())
            }
            How::Clock { before, behind } => {
                let started = self.name(file, pick("startedAt", "started_at"));
                self.edits.replace(file, range(span), format!("{before}{started}(){behind}"));
                Some(())
            }
            How::Parameter { at, before, behind } => {
                let key = self.name(file, pick("idempotencyKey", "idempotency_key"));
                self.edits.insert(file, *at, format!("{before}{key}({site}){behind}"));
                Some(())
            }
            How::Replaced(text) => {
                self.edits.replace(file, range(span), text.clone());
                Some(())
            }
        }
    }

    /// A call that becomes a step of the runtime.
    fn step(&mut self, function: &'static str, span: Span, site: &str) -> Option<()> {
        let call = self.source.call_at(span)?;
        match self.language(span.file) {
            Language::JavaScript => self.step_javascript(function, call, site),
            Language::Python => self.step_python(function, call, site),
        }
    }

    /// `table.update_item(Key=…)` becomes `once(site, table.update_item, Key=…)`.
    fn step_python(&mut self, function: &'static str, call: &Expr, site: &str) -> Option<()> {
        let ExprKind::Call { callee, arguments, .. } = &call.kind else { return None };
        let file = call.span.file;
        let step = self.name(file, function);
        let callee_text = self.source.text(callee.span);
        let open = self.opening(callee.span)?;
        let first = self.in_front(file, open, arguments, &[site, callee_text]);
        let range = call.span.start as usize..open + 1;
        self.edits.replace(file, range, format!("{step}({first}"));
        Some(())
    }

    /// `db.update({…}).promise()`, `db.update({…}, callback)`, `db.send(new Update({…}))`
    /// become `once(site, db, …)`; what is kept of anything else is what a function gives.
    fn step_javascript(&mut self, function: &'static str, call: &Expr, site: &str) -> Option<()> {
        let ExprKind::Call { callee, arguments, .. } = &call.kind else { return None };
        let ExprKind::Member { object, name, .. } = &callee.kind else {
            return self.as_function(function, call, site);
        };
        let file = call.span.file;
        let called_back = arguments.iter().any(|argument| self.is_function(argument));
        // Version 3 sends a command, version 2 what was called before.
        let commands = arguments.first().is_some_and(|first| !self.is_function(first));
        let sends = &**name == "send" && commands;
        if !called_back && !function.starts_with("once") && !sends {
            return self.as_function(function, call, site);
        }
        // Version 2 sends a request by a call of its own.
        if matches!(&**name, "promise" | "send")
            && !sends
            && let ExprKind::Call { callee: inner, .. } = &object.kind
            && let ExprKind::Member { object: client, name: method, .. } = &inner.kind
            && is_lower(method)
        {
            if called_back {
                return None;
            }
            self.edits.replace(file, object.span.end as usize..call.span.end as usize, "");
            return self.method(function, object, client, method, inner, site);
        }
        if sends {
            let client = self.source.text(object.span).to_owned();
            let step = self.name(file, function);
            let open = self.opening(callee.span)?;
            let first = self.in_front(file, open, arguments, &[site, &client]);
            let range = call.span.start as usize..open + 1;
            self.edits.replace(file, range, format!("{step}({first}"));
            return Some(());
        }
        self.method(function, call, object, name, callee, site)
    }

    fn method(
        &mut self,
        function: &'static str,
        call: &Expr,
        client: &Expr,
        method: &str,
        callee: &Expr,
        site: &str,
    ) -> Option<()> {
        let file = call.span.file;
        let ExprKind::Call { arguments, .. } = &call.kind else { return None };
        let open = self.opening(callee.span)?;
        let method = imports::quoted(self.source.file(file), method);
        let client = self.source.text(client.span).to_owned();
        let first = self.in_front(file, open, arguments, &[site, &client, &method]);
        let step = self.name(file, function);
        let range = call.span.start as usize..open + 1;
        self.edits.replace(file, range, format!("{step}({first}"));
        Some(())
    }

    /// `call(…)` becomes `keep(site, () => call(…))`.
    fn as_function(&mut self, function: &'static str, call: &Expr, site: &str) -> Option<()> {
        if function.starts_with("once") || self.source.text(call.span).contains("await ") {
            return None;
        }
        let step = self.name(call.span.file, function);
        self.edits.around(call.span, format!("{step}({site}, () => "), ")");
        Some(())
    }

    /// Arguments in front of others: in their line, or in lines of their own if they are.
    fn in_front(&self, file: FileId, open: usize, others: &[Argument], first: &[&str]) -> String {
        let behind = &self.source.file(file)[open + 1..];
        let next_line = behind.trim_start_matches([' ', '\t', '\r']).strip_prefix('\n');
        match next_line {
            _ if others.is_empty() => first.join(", "),
            None => format!("{}, ", first.join(", ")),
            Some(line) => {
                let indent: String = line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
                first.iter().map(|argument| format!("\n{indent}{argument},")).collect()
            }
        }
    }

    /// The parenthesis that opens the arguments after a callee.
    fn opening(&self, callee: Span) -> Option<usize> {
        let text = self.source.file(callee.file);
        let open = text[callee.end as usize..].find('(')?;
        let between = &text[callee.end as usize..callee.end as usize + open];
        // Type arguments may stand before it.
        let plain = between.trim().is_empty() || between.trim().starts_with('<');
        plain.then_some(callee.end as usize + open)
    }

    fn is_function(&self, argument: &Argument) -> bool {
        match argument {
            Argument::Positional(expr) => match &expr.kind {
                ExprKind::Function(_) => true,
                ExprKind::Variable(name) => self.is_callback(name, expr.span),
                // What older handlers end with.
                ExprKind::Member { object, name, .. } => {
                    matches!(&object.kind, ExprKind::Variable(context) if &**context == "context")
                        && matches!(&**name, "done" | "succeed" | "fail")
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a name stands for a function, as far as the file says.
    fn is_callback(&self, name: &str, used: Span) -> bool {
        let conventional = matches!(name, "callback" | "cb" | "done" | "next");
        let module = self.source.module(used.file);
        let declared = module.is_some_and(|module| {
            self.source.program.module(module).body.iter().any(|statement| {
                matches!(&statement.kind, StatementKind::Function { name: known, .. } if &**known == name)
            })
        });
        conventional || declared
    }
}

fn is_lower(name: &str) -> bool {
    name.starts_with(char::is_lowercase)
}
