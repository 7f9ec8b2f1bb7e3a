const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand, DeleteCommand } = require("@aws-sdk/lib-dynamodb");
const { unmarshall } = require("@aws-sdk/util-dynamodb");
const _ = require("lodash");

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.VIEW_TABLE;

const toView = (order) => ({
  ..._.pick(order, ["orderId", "status", "customerId"]),
  itemCount: order.items.length,
  total: _.sumBy(order.items, (item) => item.price * item.quantity),
});

exports.handler = async (event) => {
  for (const record of event.Records) {
    if (record.eventName === "REMOVE") {
      const { orderId } = unmarshall(record.dynamodb.Keys);
      await ddb.send(new DeleteCommand({ TableName, Key: { orderId } }));
    } else {
      const order = unmarshall(record.dynamodb.NewImage);
      await ddb.send(new PutCommand({ TableName, Item: toView(order) }));
    }
  }
};
