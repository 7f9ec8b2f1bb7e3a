//! How each operation that the advisor names is protected, in the words of the runtime.

use aplomb_retry::{Advised, ProtectionKind};
use aplomb_script::{Argument, Expr, ExprKind, Language, Literal, Pattern, Span};

use crate::{
    Effects,
    patch::{How, Patch, Protected},
    source::{Source, field, values},
};

/// Calls whose reply is an object that cannot be kept by value.
const NOT_KEEPABLE: [&str; 14] = [
    "fetch",
    "axios",
    "got",
    "request",
    "superagent",
    "needle",
    "ky",
    "http",
    "https",
    "requests",
    "urllib",
    "httpx",
    "aiohttp",
    "undici",
];

/// What parts of an item are called that tell it apart from all others.
const IDENTIFIERS: [&str; 7] = ["id", "Id", "_id", "ID", "messageId", "MessageId", "eventID"];

/// Chooses for one function.
pub(crate) struct Chooser<'a> {
    pub(crate) source: Source<'a>,
    /// The name of the handler, which sites begin with.
    pub(crate) prefix: &'a str,
    pub(crate) effects: Option<Effects>,
    /// Which of several keys to take, where one is needed.
    pub(crate) variant: usize,
    /// Whether the records of an event are requests of their own.
    pub(crate) per_record: bool,
}

impl Chooser<'_> {
    /// Adds the protection of an operation to a patch; else says why there is none.
    pub(crate) fn add(&self, patch: &mut Patch, advised: &Advised<'_>) -> Result<(), String> {
        let span = advised.operation.span;
        let label = advised.operation.label;
        if patch.operations.contains_key(&span) {
            return Ok(());
        }
        let call = self
            .source
            .call_at(span)
            .ok_or_else(|| format!("{label} is no call in the source that could be protected"))?;
        let kind = ProtectionKind::from(advised.protection);
        let how = match kind {
            ProtectionKind::LogSource => self.fresh(call, label)?,
            ProtectionKind::LogRead => self.read(call, label)?,
            ProtectionKind::Once => How::Once,
            ProtectionKind::IdempotencyKey => self.effect(call, advised)?,
        };
        let key = match how.is_clock() {
            true => Vec::new(),
            false => self.key(call, advised)?,
        };
        let site = self.site(patch, span, &how, label);
        patch.operations.insert(span, Protected { how, site, key });
        Ok(())
    }

    /// A name that nothing else in the file has.
    fn site(&self, patch: &Patch, span: Span, how: &How, label: &str) -> String {
        let operation = match how {
            How::Uuid => "id",
            How::Random => "random",
            _ => label.rsplit(['.', ' ']).next().unwrap_or(label),
        };
        let operation = operation.strip_suffix("Command").unwrap_or(operation);
        let mut letters = operation.chars();
        let first = letters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
        let name = format!("{}.{first}{}", self.prefix, letters.as_str());
        let text = self.source.file(span.file);
        let taken = |site: &str| {
            patch.has_site(site)
                || text.contains(&format!("\"{site}\""))
                || text.contains(&format!("'{site}'"))
        };
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|site| !taken(site)).unwrap_or(name)
    }

    /// A fresh value.
    fn fresh(&self, call: &Expr, label: &str) -> Result<How, String> {
        let python = self.source.language(call.span.file) == Language::Python;
        let text = self.source.text(call.span);
        let lower = label.to_lowercase();
        let callee = text.split('(').next().unwrap_or_default();
        let last = label.rsplit('.').next().unwrap_or(label);
        if lower.contains("uuid") || matches!(last, "v1" | "v4") {
            return Ok(How::Uuid);
        }
        if matches!(label, "Math.random" | "random.random") {
            return Ok(How::Random);
        }
        let clock = |before: &str, behind: &str| How::Clock {
            before: before.into(),
            behind: behind.into(),
        };
        let bare = text.ends_with("()") || !text.contains('(');
        if python {
            if matches!(label, "time.time") {
                return Ok(clock("", ""));
            }
            if let Some(class) = callee.strip_suffix(".utcnow") {
                return Ok(clock(&format!("{class}.utcfromtimestamp("), ")"));
            }
            if let Some(class) = callee.strip_suffix(".now").or(callee.strip_suffix(".today")) {
                let zone = text[callee.len() + 1..text.len() - 1].trim();
                let zone = zone.strip_prefix("tz=").unwrap_or(zone);
                let behind = if zone.is_empty() { ")".into() } else { format!(", {zone})") };
                return Ok(clock(&format!("{class}.fromtimestamp("), &behind));
            }
        } else {
            match (label, bare) {
                ("Date.now", _) => return Ok(clock("", "")),
                ("new Date", true) => return Ok(clock("new Date(", ")")),
                _ if bare && matches!(callee, "moment" | "dayjs" | "moment.utc" | "dayjs.utc") => {
                    return Ok(clock(&format!("{callee}("), ")"));
                }
                _ => {}
            }
        }
        if let Some(why) = not_keepable(label, text) {
            return Err(why);
        }
        match (python, self.source.is_async(call.span)) {
            (true, _) => Ok(How::Keep),
            (false, true) => Ok(How::KeepAwaited),
            (false, false) => Err(format!(
                "{label} gives its value at once, and there is no await in a function that is not \
                 async: make it async, or derive the value"
            )),
        }
    }

    fn read(&self, call: &Expr, label: &str) -> Result<How, String> {
        match not_keepable(label, self.source.text(call.span)) {
            Some(why) => Err(why),
            None => Ok(How::Keep),
        }
    }

    /// An effect: by a parameter of the service, or as the user has chosen.
    fn effect(&self, call: &Expr, advised: &Advised<'_>) -> Result<How, String> {
        if let Some(parameter) = self.parameter(call, advised) {
            return Ok(parameter);
        }
        let label = advised.operation.label;
        match self.effects {
            Some(_) if not_keepable(label, self.source.text(call.span)).is_some() => Err(format!(
                "{label} has no idempotency key, and its reply cannot be kept: wrap a function \
                 that returns plain data in atMostOnce or atLeastOnce"
            )),
            Some(Effects::AtMostOnce) => Ok(How::AtMostOnce),
            Some(Effects::AtLeastOnce) => Ok(How::AtLeastOnce),
            None => Err(format!(
                "{label} has no idempotency key, so no log can make it happen exactly once: \
                 choose --effects at-most-once (left out if the attempt is lost while it is under \
                 way) or --effects at-least-once (repeated then)"
            )),
        }
    }

    /// The parameter by which a service recognises a repetition.
    fn parameter(&self, call: &Expr, advised: &Advised<'_>) -> Option<How> {
        let python = self.source.language(call.span.file) == Language::Python;
        let ExprKind::Call { arguments, .. } = &call.kind else { return None };
        let text = self.source.text(call.span);
        let service = advised.service.unwrap_or_default().to_lowercase();
        let end = call.span.end as usize - 1;
        if service.contains("stripe") || text.starts_with("stripe.") {
            let one = matches!(arguments.as_slice(), [Argument::Positional(_)]);
            return match python {
                true => Some(How::Parameter {
                    at: end,
                    before: ", idempotency_key=".into(),
                    behind: String::new(),
                }),
                false if one => Some(How::Parameter {
                    at: end,
                    before: ", { idempotencyKey: ".into(),
                    behind: " }".into(),
                }),
                false => None,
            };
        }
        // Only FIFO queues and topics have groups.
        let grouped = text.contains("MessageGroupId") && !text.contains("MessageDeduplicationId");
        if !grouped {
            return None;
        }
        if python {
            let before = ", MessageDeduplicationId=".into();
            return Some(How::Parameter { at: end, before, behind: String::new() });
        }
        let record = request(call)?;
        let at = record.span.start as usize + 1;
        let before = " MessageDeduplicationId: ".into();
        Some(How::Parameter { at, before, behind: ",".into() })
    }

    /// What tells the executions of an operation apart, if there are several in an attempt.
    fn key(&self, call: &Expr, advised: &Advised<'_>) -> Result<Vec<String>, String> {
        let span = call.span;
        let loops = self.source.loops_around(span);
        let own = loops.iter().filter(|each| !(self.per_record && each.is_over_records()));
        let own: Vec<_> = own.collect();
        let hidden = advised.in_loop && loops.is_empty() && !self.per_record;
        if own.is_empty() && !hidden && advised.times < 2 {
            return Ok(Vec::new());
        }
        let mut found: Vec<Vec<String>> = Vec::new();
        found.extend(self.key_of_request(call));
        let items: Vec<String> = own.iter().flat_map(|each| self.names(each.item, span)).collect();
        if !items.is_empty() {
            found.push(items.clone());
        }
        let parameters = self.parameters(span);
        if !parameters.is_empty() {
            found.push(parameters.clone());
        }
        found.dedup();
        let chosen = found.get(self.variant.min(found.len().saturating_sub(1))).cloned();
        chosen.ok_or_else(|| {
            let label = advised.operation.label;
            format!("{label} happens several times in an attempt, and nothing tells them apart")
        })
    }

    /// The values of the key that a request names.
    fn key_of_request(&self, call: &Expr) -> Option<Vec<String>> {
        let ExprKind::Call { arguments, .. } = &call.kind else { return None };
        let named = arguments.iter().find_map(|argument| match argument {
            Argument::Named(name, value) if &**name == "Key" => Some(value),
            _ => None,
        });
        let key = match named {
            Some(key) => key,
            None => field(request(call)?, "Key")?,
        };
        let texts: Vec<String> = values(key)
            .into_iter()
            .filter(|value| !matches!(value.kind, ExprKind::Literal(Literal::String(_))))
            .map(|value| self.source.text(simple(value).span).to_owned())
            .collect();
        let plain = texts.iter().all(|text| !text.contains(['\n', '{']));
        (plain && !texts.is_empty()).then_some(texts)
    }

    /// What tells the items of a loop apart, as the call sees them: their identifier, else the
    /// parts that it uses, since a key is a text or a number.
    fn names(&self, item: Option<&Pattern>, call: Span) -> Vec<String> {
        let Some(pattern) = item else { return Vec::new() };
        let names = pattern.names().into_iter().map(|name| name.to_string());
        names.flat_map(|name| self.parts(&name, call)).collect()
    }

    fn parts(&self, name: &str, call: Span) -> Vec<String> {
        let around = self.source.functions_around(call);
        let around = around.first().map_or(call, |id| self.source.program.function(*id).span);
        let identifier = |(_, member): &(Span, &str)| IDENTIFIERS.contains(member);
        let of = |within| self.source.parts_of(name, within);
        let found = match of(around).into_iter().find(identifier) {
            Some(identifier) => vec![identifier],
            None if of(call).is_empty() => of(around),
            None => of(call),
        };
        let mut parts: Vec<String> = Vec::new();
        for (part, _) in found {
            let text = self.source.text(part).to_owned();
            if !parts.contains(&text) {
                parts.push(text);
            }
        }
        if parts.is_empty() { vec![name.to_owned()] } else { parts }
    }

    /// The parameters of the function around, if it is a helper.
    fn parameters(&self, span: Span) -> Vec<String> {
        let around = self.source.functions_around(span);
        let Some(id) = around.first() else { return Vec::new() };
        let function = self.source.program.function(*id);
        let names = function.parameters.iter().flat_map(|parameter| parameter.pattern.names());
        let names = names.map(|name| name.to_string()).filter(|name| name != "self");
        names.flat_map(|name| self.parts(&name, span)).collect()
    }
}

/// The record of parameters that a request is made of: of the call, or of its command.
pub(crate) fn request(call: &Expr) -> Option<&Expr> {
    let ExprKind::Call { callee, arguments, .. } = &call.kind else { return None };
    let first = arguments.iter().find_map(|argument| match argument {
        Argument::Positional(expr) => Some(expr),
        _ => None,
    });
    match first.map(|first| &first.kind) {
        Some(ExprKind::Record(_)) => first,
        Some(ExprKind::New { arguments, .. }) => match arguments.first()? {
            Argument::Positional(expr) if matches!(expr.kind, ExprKind::Record(_)) => Some(expr),
            _ => None,
        },
        // `db.update({…}).promise()`.
        None => match &callee.kind {
            ExprKind::Member { object, .. } => request(object),
            _ => None,
        },
        Some(_) => None,
    }
}

/// `{ S: value }` stands for its value.
fn simple(value: &Expr) -> &Expr {
    match values(value).as_slice() {
        [only] => only,
        _ => value,
    }
}

fn not_keepable(label: &str, text: &str) -> Option<String> {
    let root = text.split(['.', '(']).next().unwrap_or_default();
    let name = label.split(['.', ' ', '(']).next().unwrap_or_default();
    let is_web = NOT_KEEPABLE.iter().any(|known| *known == root || *known == name);
    let is_stream =
        text.contains("getObject") || text.contains("GetObject") || text.contains("get_object");
    (is_web || is_stream).then(|| {
        format!(
            "what {label} gives cannot be kept by value: keep what you need of it, as plain data, \
             with keep(site, function)"
        )
    })
}
