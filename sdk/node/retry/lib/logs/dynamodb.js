"use strict";

const { defaultClient, nameOf, send } = require("../dynamodb/client");
const { keyOf, number, tableName, text, valueOf } = require("../dynamodb/rows");

/** Rows in a table of DynamoDB with the key (request, step) and a time to live, `ttl`. */
function dynamodbLog(client, { table = tableName() } = {}) {
  let used = client;
  const call = (operation, row, input) => {
    used ??= defaultClient();
    return send({ client: used, document: false }, operation, { TableName: table, Key: keyOf(row, false), ...input });
  };
  return {
    table,
    async first(row, value) {
      const { Attributes } = await call("UpdateItem", row, {
        UpdateExpression: "SET #value = if_not_exists(#value, :value), #ttl = if_not_exists(#ttl, :ttl)",
        ExpressionAttributeNames: { "#value": "value", "#ttl": "ttl" },
        ExpressionAttributeValues: { ":value": text(false, value), ":ttl": number(false, row.ttl) },
        ReturnValues: "ALL_NEW",
      });
      return valueOf(Attributes, false);
    },
    async find(row) {
      const { Item } = await call("GetItem", row, { ConsistentRead: true });
      return valueOf(Item, false);
    },
    async remove(row) {
      await call("DeleteItem", row);
    },
    async acquire(row, { owner, now, until }) {
      try {
        const { Attributes } = await call("UpdateItem", row, {
          UpdateExpression: "SET #owner = :owner, #until = :until, #first = if_not_exists(#first, :now), #ttl = if_not_exists(#ttl, :ttl)",
          ConditionExpression: "attribute_not_exists(#owner) OR #until < :now",
          ExpressionAttributeNames: { "#owner": "owner", "#until": "until", "#first": "first", "#ttl": "ttl" },
          ExpressionAttributeValues: {
            ":owner": text(false, owner),
            ":until": number(false, until),
            ":now": number(false, now),
            ":ttl": number(false, row.ttl),
          },
          ReturnValues: "ALL_NEW",
        });
        return Number(Attributes.first.N);
      } catch (error) {
        if (nameOf(error) === "ConditionalCheckFailedException") return undefined;
        throw error;
      }
    },
    async release(row, owner) {
      try {
        await call("UpdateItem", row, {
          UpdateExpression: "REMOVE #owner",
          ConditionExpression: "#owner = :owner",
          ExpressionAttributeNames: { "#owner": "owner" },
          ExpressionAttributeValues: { ":owner": text(false, owner) },
        });
      } catch (error) {
        // It has run out, and another attempt has taken over.
        if (nameOf(error) !== "ConditionalCheckFailedException") throw error;
      }
    },
  };
}

module.exports = { dynamodbLog };
