var AWS = require("aws-sdk");

var db = new AWS.DynamoDB.DocumentClient();

function save(id, payload) {
  // the trace line: when, and what
  arguments[0] = new Date().toISOString() + " " + id;
  console.log.apply(console, arguments);

  return db
    .put({ TableName: process.env.RECORDS, Item: { id: id, payload: payload } })
    .promise();
}

exports.handler = function (event) {
  return save(event.detail.orderId, event.detail);
};
