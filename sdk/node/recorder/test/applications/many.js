// Handlers of which a test invokes many.
"use strict";
const BULK = "x".repeat(Number(process.env.BULK ?? 100));

exports.handler = async ({ n }) => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return { n, at: Date.now(), bulk: BULK };
};

exports.odd = async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return "fine";
};
