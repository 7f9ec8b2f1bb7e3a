// What stores give back is not always of the type that they were given: numbers that come as texts,
// truth values that are numbers, days that are objects.

import pg from "pg";
import mysql from "mysql2/promise";
import { SNS } from "@aws-sdk/client-sns";
const pool = new pg.Pool();
const my = mysql.createPool({ uri: process.env.MYSQL_URL });
const sns = new SNS();
const notify = (text) => sns.publish({ TopicArn: process.env.TOPIC, Message: text });

// unsafe: NUMERIC comes as a text
export const pgNumeric = async (event) => {
  await pool.query("INSERT INTO bills (id, total, big, small) VALUES ($1, 5, 5, 5) ON CONFLICT (id) DO NOTHING", [event.id]);
  const { rows } = await pool.query("SELECT total FROM bills WHERE id = $1", [event.id]);
  if (rows[0].total !== 5) await notify("differs");
};
// unsafe: bigint comes as a text
export const pgBigint = async (event) => {
  await pool.query("INSERT INTO bills (id, total, big, small) VALUES ($1, 5, 5, 5) ON CONFLICT (id) DO UPDATE SET total = 5, big = 5, small = 5", [event.id]);
  const { rows } = await pool.query("SELECT big FROM bills WHERE id = $1", [event.id]);
  if (rows[0].big !== 5) await notify("differs");
};
// safe: an integer comes as a number
export const pgInteger = async (event) => {
  await pool.query("INSERT INTO bills (id, total, big, small) VALUES ($1, 5, 5, 5) ON CONFLICT (id) DO UPDATE SET total = 5, big = 5, small = 5", [event.id]);
  const { rows } = await pool.query("SELECT small FROM bills WHERE id = $1", [event.id]);
  if (rows[0].small !== 5) await notify("differs");
};
// unsafe: an integer that is given as a text comes as a number
export const pgTextToInteger = async (event) => {
  await pool.query("INSERT INTO bills (id, total, big, small) VALUES ($1, 5, 5, '5') ON CONFLICT (id) DO UPDATE SET total = 5, big = 5, small = '5'", [event.id]);
  const { rows } = await pool.query("SELECT small FROM bills WHERE id = $1", [event.id]);
  if (rows[0].small !== "5") await notify("differs");
};
// unsafe: RETURNING shows texts too
export const pgReturning = async (event) => {
  const { rows } = await pool.query("INSERT INTO bills (id, total, big, small) VALUES ($1, 5, 5, 5) ON CONFLICT (id) DO UPDATE SET total = 5, big = 5, small = 5 RETURNING total", [event.id]);
  if (rows[0].total !== 5) await notify("differs");
};
// unsafe: a sum of integers is a bigint, a text
export const pgSum = async (event) => {
  await pool.query("DELETE FROM bills");
  await pool.query("INSERT INTO bills (id, total, big, small) VALUES ('a', 5, 5, 5)");
  const { rows } = await pool.query("SELECT SUM(small) AS s FROM bills");
  if (rows[0].s !== 5) await notify("differs");
};
// unsafe: a count is a text
export const pgCount = async (event) => {
  await pool.query("DELETE FROM bills");
  await pool.query("INSERT INTO bills (id, total, big, small) VALUES ('a', 5, 5, 5)");
  const { rows } = await pool.query("SELECT COUNT(*) AS n FROM bills");
  if (rows[0].n !== 1) await notify("differs");
};
// unsafe: tinyint(1) comes as 1
export const myBoolean = async (event) => {
  await my.execute("INSERT INTO flags (id, done, price) VALUES (?, true, 5) ON DUPLICATE KEY UPDATE done = true, price = 5", [event.id]);
  const [rows] = await my.execute("SELECT done FROM flags WHERE id = ?", [event.id]);
  if (rows[0].done !== true) await notify("differs");
};
// unsafe: a bound true is 1
export const myBooleanBound = async (event) => {
  await my.execute("INSERT INTO flags (id, done, price) VALUES (?, ?, 5) ON DUPLICATE KEY UPDATE done = VALUES(done)", [event.id, true]);
  const [rows] = await my.execute("SELECT done FROM flags WHERE id = ?", [event.id]);
  if (rows[0].done !== true) await notify("differs");
};
// unsafe: DECIMAL comes as a text
export const myDecimal = async (event) => {
  await my.execute("INSERT INTO flags (id, done, price) VALUES (?, true, 5) ON DUPLICATE KEY UPDATE done = true, price = 5", [event.id]);
  const [rows] = await my.execute("SELECT price FROM flags WHERE id = ?", [event.id]);
  if (rows[0].price !== 5) await notify("differs");
};
// unsafe: SUM is a DECIMAL, a text
export const mySum = async (event) => {
  await my.execute("DELETE FROM flags");
  await my.execute("INSERT INTO flags (id, done, price) VALUES ('a', true, 5)");
  const [rows] = await my.execute("SELECT SUM(n) AS s FROM flags");
  if (rows[0].s !== 0) await notify("differs");
};
// unsafe: the text 'yes' is true
export const pgBooleanText = async (event) => {
  await pool.query("INSERT INTO marks (id, done) VALUES ($1, 'yes') ON CONFLICT (id) DO UPDATE SET done = 'yes'", [event.id]);
  const { rows } = await pool.query("SELECT done FROM marks WHERE id = $1", [event.id]);
  if (rows[0].done !== "yes") await notify("differs");
};
// safe: a boolean stays one
export const pgBoolean = async (event) => {
  await pool.query("INSERT INTO marks (id, done) VALUES ($1, true) ON CONFLICT (id) DO UPDATE SET done = true", [event.id]);
  const { rows } = await pool.query("SELECT done FROM marks WHERE id = $1", [event.id]);
  if (rows[0].done !== true) await notify("differs");
};
// safe: a text stays one
export const pgText = async (event) => {
  await pool.query("INSERT INTO marks (id, note) VALUES ($1, 'x') ON CONFLICT (id) DO UPDATE SET note = 'x'", [event.id]);
  const { rows } = await pool.query("SELECT note FROM marks WHERE id = $1", [event.id]);
  if (rows[0].note !== "x") await notify("differs");
};
// unsafe: a number in a text column is a text
export const pgNumberInText = async (event) => {
  await pool.query("INSERT INTO marks (id, note) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET note = EXCLUDED.note", [event.id, 5]);
  const { rows } = await pool.query("SELECT note FROM marks WHERE id = $1", [event.id]);
  if (rows[0].note !== 5) await notify("differs");
};
// unsafe: a text in a date column is a Date
export const pgDate = async (event) => {
  await pool.query("INSERT INTO marks (id, day) VALUES ($1, '2024-01-01') ON CONFLICT (id) DO UPDATE SET day = '2024-01-01'", [event.id]);
  const { rows } = await pool.query("SELECT day FROM marks WHERE id = $1", [event.id]);
  if (rows[0].day !== "2024-01-01") await notify("differs");
};
// unsafe: jsonb comes as an object
export const pgJson = async (event) => {
  await pool.query("INSERT INTO marks (id, data) VALUES ($1, '{\"a\":1}') ON CONFLICT (id) DO UPDATE SET data = '{\"a\":1}'", [event.id]);
  const { rows } = await pool.query("SELECT data FROM marks WHERE id = $1", [event.id]);
  if (rows[0].data !== '{"a":1}') await notify("differs");
};
// unsafe: a char(4) has blanks
export const pgChar = async (event) => {
  await pool.query("INSERT INTO marks (id, code) VALUES ($1, 'ab') ON CONFLICT (id) DO UPDATE SET code = 'ab'", [event.id]);
  const { rows } = await pool.query("SELECT code FROM marks WHERE id = $1", [event.id]);
  if (rows[0].code !== "ab") await notify("differs");
};
// unsafe: an integer column rounds
export const pgRounds = async (event) => {
  await pool.query("INSERT INTO bills (id, small) VALUES ($1, 1.6) ON CONFLICT (id) DO UPDATE SET small = 1.6", [event.id]);
  const { rows } = await pool.query("SELECT small FROM bills WHERE id = $1", [event.id]);
  if (rows[0].small !== 1.6) await notify("differs");
};
// unsafe: a text and 1 make a longer text, each time
export const pgConcatenates = async (event) => {
  const { rows } = await pool.query("SELECT big FROM bills WHERE id = $1", [event.id]);
  if (!rows[0]) return;
  await pool.query("UPDATE bills SET big = $2 WHERE id = $1", [event.id, rows[0].big + 1]);
};
// safe: what it writes is what it reads, as a number
export const pgSameAgain = async (event) => {
  const { rows } = await pool.query("SELECT big FROM bills WHERE id = $1", [event.id]);
  if (!rows[0]) return;
  await pool.query("UPDATE bills SET big = $2 WHERE id = $1", [event.id, Number(rows[0].big)]);
};
// unsafe: a day is an object
export const myDate = async (event) => {
  await my.execute("INSERT INTO flags (id, day) VALUES (?, '2024-01-01') ON DUPLICATE KEY UPDATE day = '2024-01-01'", [event.id]);
  const [rows] = await my.execute("SELECT day FROM flags WHERE id = ?", [event.id]);
  if (rows[0].day !== "2024-01-01") await notify("differs");
};
// safe: a text of unknown type is compared with what it is
export const pgNoSchemaText = async (event) => {
  await pool.query("INSERT INTO strange (id, state) VALUES ($1, 'paid') ON CONFLICT (id) DO UPDATE SET state = 'paid'", [event.id]);
  const { rows } = await pool.query("SELECT state FROM strange WHERE id = $1", [event.id]);
  if (rows[0].state !== "paid") await notify("differs");
};
// safe: it only looks
export const pgTransfer = async (event) => {
  const { rows } = await pool.query("SELECT total FROM bills WHERE id = $1", [event.id]);
  return rows[0] ? rows[0].total : null;
};
// unsafe: two digits after the point
export const pgScale = async (event) => {
  await pool.query("INSERT INTO prices (id, price) VALUES ($1, 5) ON CONFLICT (id) DO UPDATE SET price = 5", [event.id]);
  const { rows } = await pool.query("SELECT * FROM prices WHERE id = $1", [event.id]);
  if (rows[0].price !== "5") await notify("differs");
};
// safe: two digits after the point
export const pgScaleText = async (event) => {
  await pool.query("INSERT INTO prices (id, price) VALUES ($1, 5) ON CONFLICT (id) DO UPDATE SET price = 5", [event.id]);
  const { rows } = await pool.query("SELECT * FROM prices WHERE id = $1", [event.id]);
  if (rows[0].price !== "5.00") await notify("differs");
};
// safe: the number of the text
export const pgConverted = async (event) => {
  await pool.query("INSERT INTO bills (id, total) VALUES ($1, 5) ON CONFLICT (id) DO UPDATE SET total = 5", [event.id]);
  const { rows } = await pool.query("SELECT total FROM bills WHERE id = $1", [event.id]);
  if (Number(rows[0].total) !== 5) await notify("differs");
};
// safe: a text and a number are compared as numbers
// today unknown
export const pgLoosely = async (event) => {
  await pool.query("INSERT INTO bills (id, total) VALUES ($1, 5) ON CONFLICT (id) DO UPDATE SET total = 5", [event.id]);
  const { rows } = await pool.query("SELECT total FROM bills WHERE id = $1", [event.id]);
  if (rows[0].total != 5 || rows[0].total > 5) await notify("differs");
};
// unsafe: takes from the balance again
export const pgWithdraw = async (event) => {
  const { rows } = await pool.query("SELECT total FROM bills WHERE id = $1", [event.id]);
  if (!rows[0] || Number(rows[0].total) < event.amount) return "too little";
  await pool.query("UPDATE bills SET total = $2 WHERE id = $1", [event.id, Number(rows[0].total) - event.amount]);
};
// safe: '5' and 5 are one value of a column of numbers
export const pgOneNumber = async (event) => {
  await pool.query("INSERT INTO bills (id, small) VALUES ($1, '5') ON CONFLICT (id) DO UPDATE SET small = '5'", [event.id]);
  const { rows } = await pool.query("SELECT id FROM bills WHERE id = $1 AND small = 5", [event.id]);
  if (rows.length === 0) await notify("missing");
};
// unsafe: a computed value is of the type of its parts
export const pgComputed = async (event) => {
  await pool.query("INSERT INTO bills (id, total) VALUES ($1, 5) ON CONFLICT (id) DO UPDATE SET total = 5", [event.id]);
  const { rows } = await pool.query("SELECT COALESCE(total, 0) + 1 AS more FROM bills WHERE id = $1", [event.id]);
  if (rows[0].more !== 6) await notify("differs");
};
// safe: a cast makes it a number
export const pgCast = async (event) => {
  await pool.query("INSERT INTO bills (id, total) VALUES ($1, 5) ON CONFLICT (id) DO UPDATE SET total = 5", [event.id]);
  const { rows } = await pool.query("SELECT total::integer AS whole FROM bills WHERE id = $1", [event.id]);
  if (rows[0].whole !== 5) await notify("differs");
};
