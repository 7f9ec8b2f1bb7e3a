//! GraphQL: each root field has a resolver, and a request asks for one of them.

use crate::assumptions;
use aplomb_symbolic::{Call, Machine, Outcome, Path, Stop, Term};

const HANDLE: &str = "aplomb:graphql:handle";
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
                let handler = machine.function(HANDLE, &[server]);
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

/// `graphql({ schema, source })`, `graphql(schema, source)`.
fn graphql(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let nothing = machine.terms().undefined();
    let first = call.argument(0).unwrap_or(nothing);
    let (schema, source) = match call.argument(1) {
        Some(source) => (first, source),
        None => {
            let source = machine.get(first, "source")?;
            (machine.get(first, "schema")?, source)
        }
    };
    let fields = root_fields(machine, schema)?;
    machine.promise(|machine| resolve(machine, &fields, source, 0))
}

/// `new ApolloServer({ typeDefs, resolvers }).createHandler()`: a handler.
fn apollo(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let server = match path.last() {
        "createHandler" => path.arguments(0)?.first().copied()?,
        _ => Path::of(machine.terms(), call.argument(0)?)?.arguments(0)?.first().copied()?,
    };
    Some(Ok(machine.function(HANDLE, &[server])))
}

fn handle(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let nothing = machine.terms().undefined();
    let server = call.argument(0).unwrap_or(nothing);
    let event = call.argument(1).unwrap_or(nothing);
    let body = super::router::body(machine, event);
    let source = machine.terms().field(body, "query");
    let fields = root_fields(machine, server)?;
    let value = resolve(machine, &fields, source, 0)?;
    let status = machine.terms().number(200.0);
    Ok(super::router::response(machine, status, value))
}

/// The root fields with resolvers, as `mutation name`.
fn root_fields(machine: &mut Machine<'_>, schema: Term) -> Result<Vec<(String, Term)>, Stop> {
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
    for kind in ["Query", "Mutation"] {
        let root = machine.get(resolvers, kind)?;
        for (name, resolver) in machine.fields(root).unwrap_or_default() {
            if machine.is_function(resolver) {
                found.push((format!("{} {name}", kind.to_lowercase()), resolver));
            }
        }
    }
    Ok(found)
}

/// Runs the resolver of the field that a request asks for.
fn resolve(
    machine: &mut Machine<'_>,
    fields: &[(String, Term)],
    source: Term,
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
            let context = machine.new_record::<&str>([]);
            let value = machine.call(*resolver, None, &[nothing, arguments, context])?;
            let value = machine.settle(value)?;
            let field = name.split(' ').nth(1).unwrap_or(name);
            let data = machine.new_record([(field, value)]);
            Ok(machine.new_record([("data", data)]))
        },
        |machine| resolve(machine, fields, source, at + 1),
    )
}
