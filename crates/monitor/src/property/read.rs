//! From text to properties: the format of the paper's Listing 1, in JSON or YAML,
//! with everything that is wrong with it and where.

use super::{
    Property,
    document::{Data, Fields, Name, Node, Place, Problem, Reader, nearest, parse},
    guard::{ALL_PARAMS, Expression},
    machine::{
        EventRule, FAILURE, INITIAL, Letter, LetterId, Machine, RESERVED, SUCCESS, StateId,
        Transition,
    },
};
use crate::{
    example::{Example, read_examples},
    translate::{Rule, read_rules},
};

/// More variables, states or conditions of one event than this are refused.
const MOST_VARIABLES: usize = 16;
const MOST_STATES: usize = 4096;
const MOST_CONDITIONS: usize = 6;

/// Fields of an event that are not states.
const EVENT_FIELDS: [&str; 4] = ["params", "guard", "filter", "description"];

/// What a file about properties has.
#[derive(Clone, Debug, Default)]
pub struct PropertyFile {
    /// The properties.
    pub properties: Vec<Property>,
    /// How raw events become the events of the properties.
    pub rules: Vec<Rule>,
    /// Examples of what the properties say.
    pub examples: Vec<Example>,
    /// Things that are not wrong but may surprise.
    pub warnings: Vec<Problem>,
}

impl PropertyFile {
    /// Reads a file: one property, a list of properties, or a mapping with
    /// `properties`, `translate` and `examples`.
    ///
    /// ```
    /// use aplomb_monitor::PropertyFile;
    ///
    /// let problems = PropertyFile::parse("
    /// name: consent
    /// quantifiedVariables: [user]
    /// states: [consented]
    /// stateMachine:
    ///   CONSENT:
    ///     params: [user]
    ///     INITIAL: {to: consentd}
    /// ").unwrap_err();
    /// assert_eq!(problems[0].place.line, 8);
    /// assert!(problems[0].message.contains("did you mean `consented`?"));
    /// ```
    pub fn parse(text: &str) -> Result<PropertyFile, Vec<Problem>> {
        let document = parse(text).map_err(|problem| vec![problem])?;
        let mut reader = Reader::default();
        let mut file = PropertyFile::default();
        match &document.data {
            Data::List(items) => file.read_properties(items, &mut reader),
            Data::Map(fields) if fields.iter().any(|(name, _)| name.text == "stateMachine") => {
                file.read_properties(std::slice::from_ref(&document), &mut reader);
            }
            _ => {
                let known = ["properties", "translate", "examples"];
                let fields = reader.fields(&document, "the file", &known);
                if let Some(node) = fields.get("translate") {
                    file.rules = read_rules(node, &mut reader);
                }
                if let Some(node) = fields.required("properties", "the file", &mut reader) {
                    let items = reader.list(node, "`properties`");
                    file.read_properties(items, &mut reader);
                }
                if let Some(node) = fields.get("examples")
                    && reader.problems.is_empty()
                {
                    file.examples = read_examples(node, &file.properties, &mut reader);
                }
            }
        }
        if reader.problems.is_empty() {
            Ok(file)
        } else {
            reader.problems.sort_by_key(|problem| problem.place);
            reader.problems.dedup();
            Err(reader.problems)
        }
    }

    fn read_properties(&mut self, items: &[Node], reader: &mut Reader) {
        for item in items {
            let Some(property) = PropertyReader::read(item, reader, &mut self.warnings) else {
                continue;
            };
            if self.properties.iter().any(|other| other.name == property.name) {
                reader.problem(
                    property.place,
                    format!("there is another property with the name `{}`", property.name),
                );
            }
            self.properties.push(property);
        }
    }
}

/// A target that is written down, before states have numbers.
struct Branch<'a> {
    from: &'a Name,
    condition: Option<Expression>,
    to: Target,
    otherwise: Option<Target>,
}

#[derive(Clone)]
struct Target {
    state: String,
    place: Place,
    continues: bool,
}

struct WrittenEvent<'a> {
    name: &'a Name,
    params: Vec<(Option<usize>, String)>,
    guard: Option<Expression>,
    branches: Vec<Branch<'a>>,
}

struct PropertyReader<'a> {
    reader: &'a mut Reader,
    variables: Vec<String>,
    states: Vec<String>,
    /// Where a state is first mentioned, for complaints.
    places: Vec<Place>,
    /// The file says which states there are.
    declared: bool,
}

impl PropertyReader<'_> {
    fn read(node: &Node, reader: &mut Reader, warnings: &mut Vec<Problem>) -> Option<Property> {
        const KNOWN: [&str; 6] =
            ["name", "description", "quantifiedVariables", "projections", "states", "stateMachine"];
        let before = reader.problems.len();
        let fields = reader.fields(node, "a property", &KNOWN);
        let name = fields.required("name", "the property", reader)?;
        let name = reader.text(name, "the name of a property")?.to_owned();
        let description = fields.get("description");
        let description =
            description.and_then(|node| reader.text(node, "the description").map(str::to_owned));
        if let Some(projections) = fields.get("projections") {
            let message = "`projections` is not needed: projections are derived from the events";
            warnings.push(Problem { place: projections.place, message: message.into() });
        }
        let variables = read_variables(&fields, reader);
        let mut this = PropertyReader {
            reader,
            variables,
            states: RESERVED.map(str::to_owned).to_vec(),
            places: vec![node.place; RESERVED.len()],
            declared: false,
        };
        this.read_states(&fields);
        let events = this.read_events(&fields);
        let machine = this.compile(&events);
        if this.reader.problems.len() == before {
            this.complain_about_unreachable(&machine);
        }
        let variables = this.variables;
        let property = Property { name, description, place: node.place, variables, machine };
        if !property.machine.reachable()[usize::from(FAILURE)] {
            let message =
                format!("`{}` can never be violated: FAILURE is not reachable", property.name);
            warnings.push(Problem { place: node.place, message });
        }
        (reader.problems.len() == before).then_some(property)
    }

    fn read_states(&mut self, fields: &Fields<'_>) {
        let Some(node) = fields.get("states") else { return };
        self.declared = true;
        for item in self.reader.list(node, "`states`") {
            let Some(state) = self.reader.text(item, "a state") else { continue };
            if RESERVED.contains(&state) {
                continue;
            }
            if self.states.iter().any(|other| other == state) || state == "ANY" || state == "SAME" {
                self.reader.problem(item.place, format!("the state `{state}` is already there"));
            } else {
                self.states.push(state.to_owned());
                self.places.push(item.place);
            }
        }
    }

    fn read_events<'a>(&mut self, fields: &Fields<'a>) -> Vec<WrittenEvent<'a>> {
        let Some(machine) = fields.required("stateMachine", "the property", self.reader) else {
            return Vec::new();
        };
        let events = self.reader.fields(machine, "`stateMachine`", &[]);
        events.fields.iter().map(|(name, node)| self.read_event(name, node)).collect()
    }

    fn read_event<'a>(&mut self, name: &'a Name, node: &'a Node) -> WrittenEvent<'a> {
        let fields = self.reader.fields(node, "an event", &[]);
        let params = fields.get("params").map_or_else(Vec::new, |node| self.read_params(node));
        let mut visible: Vec<&str> = params.iter().map(|(_, name)| name.as_str()).collect();
        visible.push(ALL_PARAMS);
        let guard = fields.get("guard").or_else(|| fields.get("filter"));
        let guard = guard.and_then(|node| self.read_condition(node, &visible));
        let mut branches = Vec::new();
        for (from, node) in &fields.fields {
            if EVENT_FIELDS.contains(&from.text.as_str()) {
                continue;
            }
            // What a state says is never a list.
            if let Data::List(_) = &node.data {
                let near = nearest(&from.text, EVENT_FIELDS.into_iter());
                let message = format!("an event has no `{}`{near}", from.text);
                self.reader.problem(from.place, message);
            } else if let Some(branch) = self.read_branch(from, node, &visible) {
                branches.push(branch);
            }
        }
        if branches.is_empty() {
            self.reader.problem(name.place, format!("the event `{}` does nothing", name.text));
        }
        if branches.iter().filter(|branch| branch.condition.is_some()).count() > MOST_CONDITIONS {
            let message = format!("more than {MOST_CONDITIONS} conditions for one event");
            self.reader.problem(name.place, message);
            branches.clear();
        }
        WrittenEvent { name, params, guard, branches }
    }

    /// Parameters by name, or `{variable: parameter}` where the names differ.
    fn read_params(&mut self, node: &Node) -> Vec<(Option<usize>, String)> {
        let variable = |this: &Self, name: &str| this.variables.iter().position(|v| v == name);
        let mut params: Vec<(Option<usize>, String)> = Vec::new();
        match &node.data {
            Data::Map(fields) => {
                for (name, node) in fields {
                    let found = variable(self, &name.text);
                    if found.is_none() {
                        let near = nearest(&name.text, self.variables.iter().map(String::as_str));
                        let message = format!("`{}` is not a quantified variable{near}", name.text);
                        self.reader.problem(name.place, message);
                    }
                    if let Some(param) = self.reader.text(node, "a parameter") {
                        params.push((found, param.to_owned()));
                    }
                }
            }
            _ => {
                for item in self.reader.list(node, "`params`") {
                    if let Some(param) = self.reader.text(item, "a parameter") {
                        params.push((variable(self, param), param.to_owned()));
                    }
                }
            }
        }
        params
    }

    fn read_condition(&mut self, node: &Node, visible: &[&str]) -> Option<Expression> {
        let source = self.reader.text(node, "a guard")?;
        match Expression::parse_condition(source, visible) {
            Ok(guard) => Some(guard),
            Err(reason) => {
                self.reader.problem(node.place, format!("the guard `{source}`: {reason}"));
                None
            }
        }
    }

    /// What an event does in a state: a state's name, `{to, guard, otherwise,
    /// continue}`, or the original's `{GUARDED_TRANSITION: ...}`.
    fn read_branch<'a>(
        &mut self,
        from: &'a Name,
        node: &'a Node,
        visible: &[&str],
    ) -> Option<Branch<'a>> {
        if let Data::Scalar(_) = &node.data {
            let to = self.read_target(node, false)?;
            return Some(Branch { from, condition: None, to, otherwise: None });
        }
        if let Data::Map(fields) = &node.data
            && let [(name, inner)] = fields.as_slice()
            && name.text == "GUARDED_TRANSITION"
        {
            return self.read_guarded(from, inner, visible);
        }
        let known = ["to", "guard", "otherwise", "continue"];
        let fields = self.reader.fields(node, "a transition", &known);
        let to = fields.required("to", "the transition", self.reader)?;
        let continues = fields.get("continue");
        let continues =
            continues.and_then(|node| self.reader.boolean(node, "`continue`")).unwrap_or(false);
        let to = self.read_target(to, continues)?;
        if continues && to.state != RESERVED[usize::from(SUCCESS)] {
            let message = "`continue` is for transitions to SUCCESS: it keeps watching after one";
            self.reader.problem(to.place, message);
        }
        let guard = fields.get("guard");
        let condition = match guard {
            Some(node) => Some(self.read_condition(node, visible)?),
            None => None,
        };
        let otherwise = fields.get("otherwise");
        if let (Some(node), None) = (otherwise, guard) {
            self.reader.problem(node.place, "`otherwise` without a `guard`");
        }
        let otherwise = otherwise.and_then(|node| self.read_target(node, false));
        Some(Branch { from, condition, to, otherwise })
    }

    fn read_guarded<'a>(
        &mut self,
        from: &'a Name,
        node: &'a Node,
        visible: &[&str],
    ) -> Option<Branch<'a>> {
        let known = ["guard", "guardParams", "onGuardHolds", "onGuardViolated"];
        let fields = self.reader.fields(node, "a guarded transition", &known);
        let guard = fields.required("guard", "the transition", self.reader)?;
        let condition = self.read_condition(guard, visible)?;
        let mut target = |name: &str| {
            let inner = fields.get(name)?;
            let inner = self.reader.fields(inner, "a transition", &["to"]);
            let to = inner.required("to", "the transition", self.reader)?;
            self.read_target(to, false)
        };
        let stay = Target { state: "SAME".into(), place: node.place, continues: false };
        let to = target("onGuardHolds").unwrap_or(stay);
        let otherwise = target("onGuardViolated");
        Some(Branch { from, condition: Some(condition), to, otherwise })
    }

    fn read_target(&mut self, node: &Node, continues: bool) -> Option<Target> {
        let state = self.reader.text(node, "a state")?.to_owned();
        Some(Target { state, place: node.place, continues })
    }

    /// The number of a state. Where the file does not say which states there are, a
    /// new name is a new state.
    fn state(&mut self, name: &str, place: Place) -> StateId {
        if let Some(found) = self.states.iter().position(|state| state == name) {
            return found as StateId;
        }
        if self.declared || self.states.len() >= MOST_STATES {
            let near = nearest(name, self.states.iter().map(String::as_str));
            self.reader.problem(place, format!("there is no state `{name}`{near}"));
            return INITIAL;
        }
        self.states.push(name.to_owned());
        self.places.push(place);
        (self.states.len() - 1) as StateId
    }

    fn compile(&mut self, written: &[WrittenEvent<'_>]) -> Machine {
        // Give every state its number before tables are made.
        for event in written {
            for branch in &event.branches {
                if branch.from.text != "ANY" {
                    self.state(&branch.from.text, branch.from.place);
                }
                for target in [Some(&branch.to), branch.otherwise.as_ref()].into_iter().flatten() {
                    if target.state != "SAME" {
                        self.state(&target.state, target.place);
                    }
                }
            }
        }
        let mut machine = Machine {
            states: self.states.clone(),
            events: Vec::new(),
            letters: Vec::new(),
            transitions: Vec::new(),
            projections: vec![(0..self.variables.len()).collect()],
        };
        for event in written {
            self.compile_event(event, &mut machine);
        }
        machine
    }

    fn compile_event(&mut self, written: &WrittenEvent<'_>, machine: &mut Machine) {
        let mut binds: Vec<(usize, String)> = written
            .params
            .iter()
            .filter_map(|(variable, name)| variable.map(|variable| (variable, name.clone())))
            .collect();
        binds.sort_unstable();
        binds.dedup_by_key(|(variable, _)| *variable);
        let variables: Vec<usize> = binds.iter().map(|(variable, _)| *variable).collect();
        let known = machine.projections.iter().position(|projection| *projection == variables);
        let projection = known.unwrap_or_else(|| {
            machine.projections.push(variables);
            machine.projections.len() - 1
        });
        let transitions = self.transitions(written);
        self.complain_about_terminal(written, projection, &transitions);
        let conditions: Vec<Expression> =
            written.branches.iter().filter_map(|branch| branch.condition.clone()).collect();
        let event = machine.events.len();
        let first_letter = machine.letters.len();
        for truth in 0..1usize << conditions.len() {
            let next = self.table(&transitions, truth);
            let terminal = (0..next.len() as StateId).any(|from| {
                let to = next[usize::from(from)];
                to != from && (to == FAILURE || to == SUCCESS)
            });
            let same = machine.letters.iter().position(|letter| letter.next == next);
            let effect = same.unwrap_or(machine.letters.len()) as LetterId;
            machine.letters.push(Letter { event, next, effect, terminal });
        }
        if machine.letters.len() > usize::from(LetterId::MAX) {
            self.reader.problem(written.name.place, "too many events and conditions");
        }
        machine.transitions.extend(transitions.into_iter().map(|(transition, _)| transition));
        machine.events.push(EventRule {
            name: written.name.text.clone(),
            binds,
            projection,
            guard: written.guard.clone(),
            conditions,
            first_letter: first_letter as LetterId,
        });
    }

    /// The transitions of an event, each with the number of its condition and the truth
    /// under which it is taken. Those of `ANY` come first: what a state says for itself
    /// counts.
    fn transitions(
        &mut self,
        written: &WrittenEvent<'_>,
    ) -> Vec<(Transition, Option<(usize, bool)>)> {
        let mut transitions = Vec::new();
        let mut condition_number = 0;
        for branch in &written.branches {
            let sources: Vec<StateId> = if branch.from.text == "ANY" {
                (0..self.states.len() as StateId)
                    .filter(|state| ![FAILURE, SUCCESS].contains(state))
                    .filter(|state| {
                        let name = &self.states[usize::from(*state)];
                        !written.branches.iter().any(|other| other.from.text == *name)
                    })
                    .collect()
            } else {
                vec![self.state(&branch.from.text, branch.from.place)]
            };
            if sources.iter().any(|source| [FAILURE, SUCCESS].contains(source)) {
                let message = format!("`{}` is final: nothing leaves it", branch.from.text);
                self.reader.problem(branch.from.place, message);
            }
            let number = branch.condition.as_ref().map(|_| condition_number);
            condition_number += usize::from(number.is_some());
            for from in sources {
                let targets = [(Some(&branch.to), true), (branch.otherwise.as_ref(), false)];
                for (target, truth) in targets {
                    let Some(target) = target else { continue };
                    let transition = self.transition(written, branch, from, target, truth);
                    transitions.push((transition, number.map(|number| (number, truth))));
                }
            }
        }
        transitions
    }

    fn transition(
        &mut self,
        written: &WrittenEvent<'_>,
        branch: &Branch<'_>,
        from: StateId,
        target: &Target,
        truth: bool,
    ) -> Transition {
        let to =
            if target.state == "SAME" { from } else { self.state(&target.state, target.place) };
        let condition = branch.condition.as_ref().map(|condition| match truth {
            true => condition.source().to_owned(),
            false => format!("!({})", condition.source()),
        });
        Transition {
            from,
            event: written.name.text.clone(),
            condition,
            to,
            continues: target.continues,
            place: target.place,
        }
    }

    /// The next state for every state, where `truth` has a bit for each condition.
    fn table(
        &self,
        transitions: &[(Transition, Option<(usize, bool)>)],
        truth: usize,
    ) -> Box<[StateId]> {
        let mut next: Box<[StateId]> = (0..self.states.len() as StateId).collect();
        for (transition, condition) in transitions {
            let taken =
                condition.is_none_or(|(number, wanted)| (truth >> number & 1 == 1) == wanted);
            if taken && !transition.continues && ![FAILURE, SUCCESS].contains(&transition.from) {
                next[usize::from(transition.from)] = transition.to;
            }
        }
        next
    }

    /// The paper's requirement: what ends an instance says which one it is.
    fn complain_about_terminal(
        &mut self,
        written: &WrittenEvent<'_>,
        projection: usize,
        transitions: &[(Transition, Option<(usize, bool)>)],
    ) {
        let terminal = transitions.iter().any(|(t, _)| [FAILURE, SUCCESS].contains(&t.to));
        if !terminal || projection == 0 {
            return;
        }
        let bound =
            |variable: &usize| written.params.iter().any(|(v, _)| v.as_ref() == Some(variable));
        let missing: Vec<String> = (0..self.variables.len())
            .filter(|variable| !bound(variable))
            .map(|variable| format!("`{}`", self.variables[variable]))
            .collect();
        let message = format!(
            "`{}` can end an instance but does not bind {}: add it to `params`",
            written.name.text,
            missing.join(" and ")
        );
        self.reader.problem(written.name.place, message);
    }

    fn complain_about_unreachable(&mut self, machine: &Machine) {
        let reachable = machine.reachable();
        for ((state, place), reachable) in machine.states.iter().zip(&self.places).zip(reachable) {
            if !reachable && !RESERVED.contains(&state.as_str()) {
                self.reader.problem(*place, format!("no event leads to the state `{state}`"));
            }
        }
    }
}

fn read_variables(fields: &Fields<'_>, reader: &mut Reader) -> Vec<String> {
    let mut variables: Vec<String> = Vec::new();
    let Some(node) = fields.required("quantifiedVariables", "the property", reader) else {
        return variables;
    };
    for item in reader.list(node, "`quantifiedVariables`") {
        let Some(name) = reader.text(item, "a variable") else { continue };
        if variables.iter().any(|other| other == name) {
            reader.problem(item.place, format!("the variable `{name}` is given twice"));
        } else if variables.len() == MOST_VARIABLES {
            reader.problem(item.place, format!("more than {MOST_VARIABLES} variables"));
        } else {
            variables.push(name.to_owned());
        }
    }
    variables
}
