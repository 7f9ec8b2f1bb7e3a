"use strict";
// What can be observed of a run: what was answered, what the tables have in them, what happened
// outside. Two runs are the same if they differ only in the names of fresh values.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d:?\d\d)?/g;
const MILLISECONDS = /(?<![\d.])\d{13}(?:\.\d+)?(?!\d)/g;
const SECONDS = /(?<![\d.])1[6-9]\d{8}(?:\.\d+)?(?!\d)/g;
// A signature is a function of what is signed and of the time.
const SIGNATURE = /(?<=[?&](?:X-Amz-)?Signature=)[^&"\\]+/g;
const FRESH = new RegExp([SIGNATURE, UUID, MOMENT, MILLISECONDS, SECONDS].map((each) => each.source).join("|"), "g");

/** A text that is the same for all runs that show the same. */
function shown({ answers, tables, effects }) {
  const names = new Map();
  const name = (value) => names.get(value) ?? names.set(value, `fresh-${names.size}`).get(value);
  // Each worker has a gateway of its own.
  const named = (text) => text.replaceAll(/127\.0\.0\.1:\d+/g, "outside").replace(FRESH, name);
  const lines = answers.map((answer) => named(`answer ${JSON.stringify(ordered(answer))}`));
  // Items that only differ in fresh values come in the order in which those were seen.
  const items = Object.entries(tables).flatMap(([table, items]) => items.map((item) => `${table} ${JSON.stringify(ordered(item))}`));
  const rank = (text) => (text.match(FRESH) ?? []).map((value) => names.get(value) ?? "z").join();
  const blank = (text) => text.replace(FRESH, "");
  items.sort((one, other) => compare(blank(one), blank(other)) || compare(rank(one), rank(other)));
  lines.push(...items.map(named));
  lines.push(...effects.map((effect) => named(`outside ${effect}`)));
  return lines.join("\n");
}

const compare = (one, other) => (one < other ? -1 : Number(one > other));

/** The same value with the fields of all its records in order. */
function ordered(value) {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, ordered(value[key])]));
}

module.exports = { shown };
