//! Appendix D: how the time grows with the branches and operations of a function
//! and with the functions of an application. Each size is measured once for
//! functions that are safe, and once with an update at the end that is not.

use crate::{check, verdict};
use std::fmt::Write;
use std::path::Path;

/// The last operation of the functions.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    Keep,
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

/// Prints a series; larger sizes are not tried after one that was given up.
fn series(sizes: &[usize], functions: impl Fn(usize, Last) -> Vec<String>) {
    println!("{:>6} {:>12} {:<17} {:>12}", "size", "safe", "", "unsafe");
    let mut open = vec![Last::Keep, Last::Increment];
    for &size in sizes {
        print!("{size:>6}");
        for last in [Last::Keep, Last::Increment] {
            if !open.contains(&last) {
                print!(" {:>12} {:<17}", "-", "");
                continue;
            }
            let folder = write(&functions(size, last));
            let Some((rows, elapsed)) = check(folder.path(), &[]) else {
                print!(" {:>12} {:<17}", "given up", "");
                open.retain(|&it| it != last);
                continue;
            };
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

/// What all functions begin with: `keep` writes an item once.
const BEGINNING: &str = r#"
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
const db = DynamoDBDocument.from(new DynamoDB());
const keep = async (TableName, Item) => {
  try {
    await db.put({ TableName, Item, ConditionExpression: "attribute_not_exists(id)" });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
};
"#;

/// A function that reads settings, adds up by branches, and keeps results under
/// keys of its own.
fn function(name: &str, branches: usize, operations: usize, last: Last) -> String {
    let mut text = format!("{BEGINNING}export const {name} = async (event) => {{ let total = 0;\n");
    let reads = operations / 2;
    for index in 0..reads {
        let get = format!("get({{ TableName: 'rates', Key: {{ id: {index} }} }})");
        writeln!(text, "  const r{index} = await db.{get};").unwrap();
    }
    for index in 0..branches {
        let (given, limit) = (format!("event.a{index}"), format!("r{}.Item.limit", index % reads));
        writeln!(text, "  if ({given} > {limit}) {{ total += {given}; }}").unwrap();
    }
    for index in reads..operations - 1 {
        let item = format!("{{ id: `${{event.id}}/{index}`, total }}");
        writeln!(text, "  await keep('{name}-results', {item});").unwrap();
    }
    let last = match last {
        Last::Keep => format!("keep('{name}-sums', {{ id: event.id, total }})"),
        Last::Increment => format!(
            "db.update({{ TableName: '{name}-sums', Key: {{ id: event.id }}, \
             UpdateExpression: 'ADD hits :one', ExpressionAttributeValues: {{ ':one': 1 }} }})"
        ),
    };
    writeln!(text, "  await {last};\n}};").unwrap();
    text
}
