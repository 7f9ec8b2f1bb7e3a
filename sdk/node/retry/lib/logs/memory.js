"use strict";
// For tests of handlers: rows in memory, and writes that go to the client as they
// are, which may be a mock.

const { REFUSED } = require("../attempt");

/** A log that lasts as long as the process. */
function memoryLog() {
  const rows = new Map();
  const outcomes = new Map();
  const keyOf = ({ request, step }) => JSON.stringify([request, step]);
  return {
    async first(row, text) {
      if (!rows.has(keyOf(row))) rows.set(keyOf(row), text);
      return rows.get(keyOf(row));
    },
    async find(row) {
      return rows.get(keyOf(row));
    },
    async remove(row) {
      rows.delete(keyOf(row));
    },
    async acquire(row, { owner, now, until }) {
      const head = rows.get(keyOf(row)) ?? { first: now };
      if (head.owner && head.until > now) return undefined;
      rows.set(keyOf(row), { ...head, owner, until });
      return head.first;
    },
    async release(row, owner) {
      const head = rows.get(keyOf(row));
      if (head?.owner === owner) head.owner = undefined;
    },
    /** Performs a write unless it has been performed. */
    async once(row, perform) {
      const key = keyOf(row);
      if (!outcomes.has(key)) outcomes.set(key, await outcomeOf(perform));
      const { reply, error } = outcomes.get(key);
      if (error) throw error;
      return reply;
    },
    clear() {
      rows.clear();
      outcomes.clear();
    },
  };
}

async function outcomeOf(perform) {
  try {
    return { reply: await perform() };
  } catch (error) {
    if (![error?.name, error?.code].includes("ConditionalCheckFailedException")) throw error;
    return { error: Object.assign(error, { [REFUSED]: true }) };
  }
}

module.exports = { memoryLog };
