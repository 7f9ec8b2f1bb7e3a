//! Jepsen's histories, as EDN and as log lines.
//!
//! Jepsen records an event per operation end: `:invoke`, then `:ok` (it took
//! effect), `:fail` (it did not) or `:info` (nobody knows). The value of an
//! update is echoed on completion; that of a read is what was read.

use rustc_hash::FxHashMap;

use super::{
    Completion, History, HistoryBuilder, HistoryError, HistoryProblem, Stamp,
    edn::{Edn, EdnError, Reader},
};
use crate::{Call, Value};

/// What a Jepsen history leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JepsenConventions {
    /// Values are `[key value]` pairs even where nothing marks them as such
    /// (Jepsen's `independent` workloads).
    pub keyed: bool,
    /// A failed compare-and-set is taken as the observation that the value was
    /// another one. Otherwise it only says that nothing was written.
    pub failed_cas_observed: bool,
}

pub(super) fn read_edn(
    text: &str,
    conventions: JepsenConventions,
) -> Result<History, HistoryError> {
    let mut reader = Reader::new(text);
    let mut events = Events::new(conventions);
    let inside = reader.enter_sequence().map_err(syntax)?;
    loop {
        if inside && reader.leave_sequence().map_err(syntax)? {
            break;
        }
        let line = reader.line().map_err(syntax)?;
        let Some(form) = reader.next_form().map_err(syntax)? else {
            if inside {
                return Err(HistoryProblem::Syntax("the text ends before `]`".into()).on(line));
            }
            break;
        };
        let get = |name| form.get(name);
        if !matches!(form.untagged(), Edn::Map(_)) {
            let problem = format!("an operation is a map, not `{form}`");
            return Err(HistoryProblem::Syntax(problem).on(line));
        }
        events.event(
            line,
            Fields {
                process: get("process"),
                kind: get("type"),
                function: get("f"),
                key: get("key"),
                value: get("value"),
            },
        )?;
    }
    events.builder.finish()
}

pub(super) fn read_log(
    text: &str,
    conventions: JepsenConventions,
) -> Result<History, HistoryError> {
    let mut events = Events::new(conventions);
    let mut found = false;
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        // `INFO  jepsen.util - 3 :invoke :read nil` or `... jepsen.util: 3 :invoke ...`
        let Some((_, rest)) = line.split_once("jepsen.util") else { continue };
        let rest = rest.trim_start().trim_start_matches(['-', ':']);
        let mut reader = Reader::new(rest);
        let mut forms = Vec::new();
        while let Some(form) =
            reader.next_form().map_err(|error| HistoryProblem::Syntax(error.message).on(number))?
        {
            forms.push(form);
        }
        if forms.len() < 4 {
            continue;
        }
        found = true;
        events.event(
            number,
            Fields {
                process: forms.first(),
                kind: forms.get(1),
                function: forms.get(2),
                key: None,
                value: forms.get(3),
            },
        )?;
    }
    if !found {
        let problem = "no line of the form `jepsen.util - PROCESS :invoke :f VALUE`; \
                       is this a history? (formats: json, edn, log)";
        return Err(HistoryProblem::Syntax(problem.into()).on(1));
    }
    events.builder.finish()
}

fn syntax(error: EdnError) -> HistoryError {
    let message = format!("{} (column {})", error.message, error.column);
    HistoryProblem::Syntax(message).on(error.line)
}

struct Fields<'form> {
    process: Option<&'form Edn>,
    kind: Option<&'form Edn>,
    function: Option<&'form Edn>,
    key: Option<&'form Edn>,
    value: Option<&'form Edn>,
}

struct Events {
    conventions: JepsenConventions,
    builder: HistoryBuilder,
    /// The invocation that each process has open.
    open: FxHashMap<i64, Invocation>,
}

#[derive(Clone)]
struct Invocation {
    function: String,
    /// Whether the invocation carried a value, which completion echoes.
    has_value: bool,
}

impl Events {
    fn new(conventions: JepsenConventions) -> Events {
        Events { conventions, builder: HistoryBuilder::default(), open: FxHashMap::default() }
    }

    fn event(&mut self, line: u32, fields: Fields<'_>) -> Result<(), HistoryError> {
        let error = |problem: String| HistoryProblem::Syntax(problem).on(line);
        let process = match fields.process {
            Some(Edn::Integer(process)) => *process,
            // The nemesis and other non-clients do not operate on the object.
            Some(Edn::Keyword(_) | Edn::Symbol(_)) => return Ok(()),
            _ => return Err(error("the operation has no `:process`".into())),
        };
        let Some(Edn::Keyword(kind)) = fields.kind else {
            return Err(error("the operation has no `:type`".into()));
        };
        let Some(Edn::Keyword(function)) = fields.function else {
            return Err(error("the operation has no `:f`".into()));
        };
        let (key, value) = self.split_key(fields.key, fields.value.unwrap_or(&Edn::Nil));
        let thread = process.to_string();
        let stamp = Stamp { line, time: None };
        if kind == "invoke" {
            let invocation =
                Invocation { function: function.clone(), has_value: *value != Edn::Nil };
            self.open.insert(process, invocation);
            let arguments = key.iter().map(|key| key.to_value()).chain(arguments(function, value));
            self.builder.call(&thread, Call::new(function, arguments), stamp);
            return Ok(());
        }
        let Some(invocation) = self.open.remove(&process) else {
            return Err(HistoryProblem::ReturnWithoutCall { thread }.on(line));
        };
        if invocation.function != *function {
            let begun = invocation.function;
            return Err(error(format!(
                "process {process} ends `:{function}`, but began `:{begun}`"
            )));
        }
        let is_cas = function == "cas";
        let completion = match kind.as_str() {
            "ok" if is_cas => Completion::Returned(Some(Value::Boolean(true))),
            "ok" if invocation.has_value => Completion::Returned(None),
            "ok" => Completion::Returned(Some(value.to_value())),
            "fail" if is_cas && self.conventions.failed_cas_observed => {
                Completion::Returned(Some(Value::Boolean(false)))
            }
            "fail" => Completion::Failed,
            "info" => Completion::Lost,
            other => return Err(error(format!("`:{other}` is no type: invoke, ok, fail or info"))),
        };
        self.builder.complete(&thread, completion, stamp);
        Ok(())
    }

    /// Separates the key from the value where operations name one.
    fn split_key<'form>(
        &self,
        key: Option<&'form Edn>,
        value: &'form Edn,
    ) -> (Option<&'form Edn>, &'form Edn) {
        if key.is_some() {
            return (key, value);
        }
        let tagged = matches!(value, Edn::Tagged(tag, _) if tag.ends_with("tuple"));
        match value.untagged() {
            Edn::Sequence(pair) if (tagged || self.conventions.keyed) && pair.len() == 2 => {
                (Some(&pair[0]), &pair[1])
            }
            _ => (None, value),
        }
    }
}

/// The arguments of an invocation: none for `nil`, two for a compare-and-set.
fn arguments(function: &str, value: &Edn) -> Vec<Value> {
    match value {
        Edn::Nil => Vec::new(),
        Edn::Sequence(pair) if function == "cas" => pair.iter().map(Edn::to_value).collect(),
        value => vec![value.to_value()],
    }
}
