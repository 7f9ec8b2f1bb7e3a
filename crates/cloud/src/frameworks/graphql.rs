//! GraphQL: each root field has a resolver, and a request asks for one of them.

use super::router;
use crate::assumptions;
use aplomb_symbolic::{Call, Machine, Node, Outcome, Path, Stop, Term};

/// A handler; the settings of the server and those of the handler are data.
const HANDLE: &str = "aplomb:a GraphQL server";
const PLAYGROUND: &str = "aplomb:graphql:playground";

/// What a call into graphql-js or an Apollo server means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let name = path.to_string();
    match name.as_str() {
        HANDLE => return Some(handle(machine, call)),
        PLAYGROUND => return Some(Ok(machine.terms().string("a page"))),
        _ => {}
    }
    let is_apollo =
        path.root.starts_with("apollo-server") || path.root.starts_with("@apollo/server");
    if is_apollo {
        return match path.last() {
            "createHandler" | "startServerAndCreateLambdaHandler" => apollo(machine, call, path),
            "gql" => Some(Ok(machine.terms().undefined())),
            _ => Some(Ok(machine.chain(call))),
        };
    }
    if &*path.root == "graphql-yoga" {
        return match path.last() {
            "GraphQLServerLambda" => {
                let server = call.argument(0)?;
                let nothing = machine.terms().undefined();
                let handler = machine.function(HANDLE, &[server, nothing]);
                let page = machine.function(PLAYGROUND, &[]);
                Some(Ok(
                    machine.new_record([("graphqlHandler", handler), ("playgroundHandler", page)])
                ))
            }
            _ => Some(Ok(machine.chain(call))),
        };
    }
    if !matches!(&*path.root, "graphql" | "graphql-tools" | "@graphql-tools/schema") {
        return None;
    }
    match path.last() {
        // The configuration says all that matters.
        "GraphQLSchema"
        | "GraphQLObjectType"
        | "GraphQLInputObjectType"
        | "GraphQLEnumType"
        | "makeExecutableSchema" => call.argument(0).map(Ok),
        "graphql" | "graphqlSync" | "execute" => Some(graphql(machine, call)),
        "parse" => call.argument(0).map(Ok),
        _ => Some(Ok(machine.chain(call))),
    }
}

/// `graphql({ schema, source, contextValue })`, `graphql(schema, source, root, context)`.
fn graphql(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let nothing = machine.terms().undefined();
    let first = call.argument(0).unwrap_or(nothing);
    let (schema, source, context) = match call.argument(1) {
        Some(source) => (first, source, call.argument(3).unwrap_or(nothing)),
        None => {
            let source = machine.get(first, "source")?;
            (machine.get(first, "schema")?, source, machine.get(first, "contextValue")?)
        }
    };
    let fields = root_fields(machine, call, schema)?;
    machine.promise(|machine| resolve(machine, &fields, source, context, 0))
}

/// `new ApolloServer({ typeDefs, resolvers }).createHandler()`: a handler.
fn apollo(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let (server, settings) = match path.last() {
        "createHandler" => (path.arguments(0)?.first().copied()?, call.argument(0)),
        _ => {
            let server = Path::of(machine.terms(), call.argument(0)?)?;
            (server.arguments(0)?.first().copied()?, call.arguments.last().copied())
        }
    };
    let nothing = machine.terms().undefined();
    let settings = settings.filter(|&settings| machine.fields(settings).is_some());
    Some(Ok(machine.function(HANDLE, &[server, settings.unwrap_or(nothing)])))
}

/// Settings whose functions a server calls around resolvers.
const AROUND: [&str; 7] = [
    "plugins",
    "dataSources",
    "formatResponse",
    "formatError",
    "fieldResolver",
    "schemaDirectives",
    "middlewares",
];

fn handle(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let nothing = machine.terms().undefined();
    let [server, settings, event] = [0, 1, 2].map(|at| call.argument(at).unwrap_or(nothing));
    let body = router::body(machine, event);
    let source = machine.terms().field(body, "query");
    let fields = root_fields(machine, call, server)?;
    let mut around = Vec::new();
    for name in AROUND {
        around.push(machine.get(server, name)?);
    }
    refuse_acting(machine, call, around);
    let context = context(machine, [settings, server], event)?;
    let value = resolve(machine, &fields, source, context, 0)?;
    let status = machine.terms().number(200.0);
    Ok(router::response(machine, status, value))
}

/// What resolvers share while a request is served: what the program makes of the request, or
/// what the server does.
fn context(machine: &mut Machine<'_>, settings: [Term; 2], event: Term) -> Outcome {
    for settings in settings {
        if matches!(machine.view(settings), Node::Undefined) {
            continue;
        }
        let context = machine.get(settings, "context")?;
        if machine.is_function(context) {
            let request = router::request(machine, event, vec![("event", event)]);
            let made = machine.call(context, None, &[request])?;
            return machine.settle(made);
        }
        if !matches!(machine.view(context), Node::Undefined) {
            return Ok(context);
        }
    }
    Ok(router::request(machine, event, Vec::new()))
}

/// Functions that a server calls somewhere beside the root fields may only compute.
fn refuse_acting(machine: &mut Machine<'_>, call: &Call, functions: Vec<Term>) {
    let mut given = call.clone();
    given.arguments = functions;
    machine.escape_acting(&given);
}

/// The root fields with resolvers, as `mutation name`.
fn root_fields(
    machine: &mut Machine<'_>,
    call: &Call,
    schema: Term,
) -> Result<Vec<(String, Term)>, Stop> {
    let mut found = Vec::new();
    for kind in ["query", "mutation"] {
        let root = machine.get(schema, kind)?;
        let mut fields = machine.get(root, "fields")?;
        if machine.is_function(fields) {
            fields = machine.call(fields, None, &[])?;
        }
        for (name, field) in machine.fields(fields).unwrap_or_default() {
            let resolver = machine.get(field, "resolve")?;
            if machine.is_function(resolver) {
                found.push((format!("{kind} {name}"), resolver));
            }
        }
    }
    let resolvers = machine.get(schema, "resolvers")?;
    if !matches!(machine.view(resolvers), Node::Undefined) {
        let parts = machine.items(resolvers).unwrap_or_else(|| vec![resolvers]);
        for part in parts {
            resolvers_of(machine, call, part, &mut found);
        }
    }
    if found.is_empty() {
        machine.problem("the resolvers of a GraphQL schema are not known here", call.span);
    }
    Ok(found)
}

/// Finds the resolvers of root fields. Those of other types may only compute.
fn resolvers_of(
    machine: &mut Machine<'_>,
    call: &Call,
    resolvers: Term,
    found: &mut Vec<(String, Term)>,
) {
    let Some(types) = machine.fields(resolvers) else {
        machine.problem("some resolvers of a GraphQL schema are not known here", call.span);
        return;
    };
    for (kind, fields) in types {
        let is_root = matches!(&*kind, "Query" | "Mutation");
        let Some(named) = machine.fields(fields) else {
            if is_root {
                machine.problem(format!("the resolvers of {kind} are not known here"), call.span);
            }
            refuse_acting(machine, call, vec![fields]);
            continue;
        };
        for (name, resolver) in named {
            match is_root && machine.is_function(resolver) {
                true => found.push((format!("{} {name}", kind.to_lowercase()), resolver)),
                false if is_root => {
                    let message = format!("the resolver of {name} is not known here");
                    machine.problem(message, call.span);
                }
                false => refuse_acting(machine, call, vec![resolver]),
            }
        }
    }
}

/// Runs the resolver of the field that a request asks for.
fn resolve(
    machine: &mut Machine<'_>,
    fields: &[(String, Term)],
    source: Term,
    context: Term,
    at: usize,
) -> Outcome {
    machine.assume(&assumptions::GRAPHQL_ROOT);
    let source = machine.freeze(source);
    let Some((name, resolver)) = fields.get(at) else {
        let message = machine.terms().string("the field is not defined");
        return Ok(machine.new_record([("errors", message)]));
    };
    let terms = machine.terms();
    let asked = terms.field(source, "operation");
    let wanted = terms.string(name.as_str());
    let condition = terms.equal(asked, wanted);
    machine.branch(
        condition,
        |machine| {
            let arguments = machine.terms().field(source, "arguments");
            let nothing = machine.terms().undefined();
            let value = machine.call(*resolver, None, &[nothing, arguments, context])?;
            let value = machine.settle(value)?;
            let field = name.split(' ').nth(1).unwrap_or(name);
            let data = machine.new_record([(field, value)]);
            Ok(machine.new_record([("data", data)]))
        },
        |machine| resolve(machine, fields, source, context, at + 1),
    )
}
