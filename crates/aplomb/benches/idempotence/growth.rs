//! Appendix D: how the time grows with the branches and operations of a function
//! and with the functions of an application. Each size is measured once for
//! functions that are safe, and once with an update at the end that is not.

use crate::{check, verdict};
use std::fmt::Write;
use std::path::Path;

/// The last operation of the functions.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    Put,
    Increment,
}

/// Prints three series.
pub fn print() {
    println!("Appendix D: whole command in ms, with a safe function and with an unsafe one");
    println!("\nbranches, with ten operations (published: 1,441 s at 16 branches)");
    series(&[1, 2, 4, 8, 16, 32, 64], |size, last| vec![function("f0", size, 10, last)]);
    println!("\noperations, on one path");
    series(&[10, 50, 100, 200, 500, 1000], |size, last| vec![function("f0", 0, size, last)]);
    println!("\nfunctions, each with 200 operations on one path");
    series(&[1, 5, 10, 25, 50, 100], |size, last| {
        (0..size).map(|index| function(&format!("f{index}"), 0, 200, last)).collect()
    });
}

fn series(sizes: &[usize], functions: impl Fn(usize, Last) -> Vec<String>) {
    println!("{:>6} {:>24} {:>32}", "size", "safe", "unsafe");
    for &size in sizes {
        print!("{size:>6}");
        for last in [Last::Put, Last::Increment] {
            let folder = write(&functions(size, last));
            let (rows, elapsed) = check(folder.path(), &[]);
            let mut verdicts: Vec<&str> = rows.iter().map(verdict).collect();
            verdicts.sort_unstable();
            verdicts.dedup();
            print!(" {:>12.1} {:<17}", elapsed.as_secs_f64() * 1e3, verdicts.join(", "));
        }
        println!();
    }
}

/// An application of the given functions, in a folder of its own.
fn write(functions: &[String]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the application");
    let mut description = String::from("service: growth\nprovider: { name: aws }\nfunctions:\n");
    for (index, function) in functions.iter().enumerate() {
        std::fs::write(folder.path().join(format!("f{index}.js")), function).unwrap();
        writeln!(description, "  f{index}: {{ handler: f{index}.f{index} }}").unwrap();
    }
    std::fs::write(Path::new(folder.path()).join("serverless.yml"), description).unwrap();
    folder
}

/// A function that reads settings, adds up by branches, and stores results under
/// keys of its own.
fn function(name: &str, branches: usize, operations: usize, last: Last) -> String {
    let mut text = String::from(
        "import { DynamoDB } from \"@aws-sdk/client-dynamodb\";\n\
         import { DynamoDBDocument } from \"@aws-sdk/lib-dynamodb\";\n\
         const db = DynamoDBDocument.from(new DynamoDB());\n",
    );
    writeln!(text, "export const {name} = async (event) => {{\n  let total = 0;").unwrap();
    for index in 0..operations / 2 {
        writeln!(
            text,
            "  const r{index} = await db.get({{ TableName: 'rates', Key: {{ id: {index} }} }});"
        )
        .unwrap();
    }
    for index in 0..branches {
        writeln!(
            text,
            "  if (event.a{index} > r{}.Item.limit) {{ total += event.a{index}; }}",
            index % (operations / 2)
        )
        .unwrap();
    }
    for index in operations / 2..operations - 1 {
        writeln!(
            text,
            "  await db.put({{ TableName: '{name}-results', \
             Item: {{ id: `${{event.id}}/{index}`, total }} }});"
        )
        .unwrap();
    }
    let update = match last {
        Last::Put => {
            format!("put({{ TableName: '{name}-sums', Item: {{ id: event.id, total }} }})")
        }
        Last::Increment => format!(
            "update({{ TableName: '{name}-sums', Key: {{ id: event.id }}, \
             UpdateExpression: 'ADD hits :one', ExpressionAttributeValues: {{ ':one': 1 }} }})"
        ),
    };
    writeln!(text, "  await db.{update};\n}};").unwrap();
    text
}
