"use strict";
const AWS = require("aws-sdk");

const db = new AWS.DynamoDB.DocumentClient();
const LOCKS = process.env.LOCKS_TABLE;
const LOCK_ID = "reconcile";

async function acquire(now) {
  try {
    await db
      .put({
        TableName: LOCKS,
        Item: { lockId: LOCK_ID, expiresAt: now + 15 * 60 * 1000 },
        ConditionExpression: "attribute_not_exists(lockId) OR expiresAt < :now",
        ExpressionAttributeValues: { ":now": now },
      })
      .promise();
    return true;
  } catch (err) {
    if (err.code === "ConditionalCheckFailedException") return false;
    throw err;
  }
}

module.exports.handler = async (event) => {
  if (!(await acquire(Date.now()))) {
    console.log("another run holds the lock");
    return { skipped: true };
  }
  const { Items } = await db.scan({ TableName: process.env.INVOICES_TABLE }).promise();
  const open = Items.filter((i) => i.status === "open").reduce((sum, i) => sum + i.amount, 0);
  await db
    .put({ TableName: process.env.TOTALS_TABLE, Item: { day: event.time.slice(0, 10), open } })
    .promise();
  await db.delete({ TableName: LOCKS, Key: { lockId: LOCK_ID } }).promise();
  return { skipped: false };
};
