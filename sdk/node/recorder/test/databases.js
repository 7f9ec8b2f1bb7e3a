// A DynamoDB on this machine, with one table.
"use strict";
const AWS = require("aws-sdk");
const dynalite = require("dynalite");

/** Its address; it ends with the test. */
async function database(t) {
  const server = dynalite({ createTableMs: 0 });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const endpoint = `http://127.0.0.1:${server.address().port}`;
  await new AWS.DynamoDB({ region: "eu-west-1", endpoint, accessKeyId: "key", secretAccessKey: "secret" })
    .createTable({
      TableName: "orders",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      BillingMode: "PAY_PER_REQUEST",
    })
    .promise();
  return endpoint;
}

module.exports = { database };
