"use strict";
// Rows of the log as items: { request, step, value, ttl }, in the form of a client.

const tableName = () => process.env.APLOMB_RETRY_TABLE || "aplomb_retry";

const text = (document, value) => (document ? value : { S: value });
const number = (document, value) => (document ? value : { N: String(value) });

const keyOf = ({ request, step }, document) => ({ request: text(document, request), step: text(document, step) });

/** The item of a row. */
function itemOf(row, value, document) {
  return { ...keyOf(row, document), value: text(document, value), ttl: number(document, row.ttl) };
}

const valueOf = (item, document) => (document ? item?.value : item?.value?.S);

module.exports = { itemOf, keyOf, number, tableName, text, valueOf };
