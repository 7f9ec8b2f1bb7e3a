const AWS = require("aws-sdk");

const documents = new AWS.DynamoDB.DocumentClient();
const bus = new AWS.EventBridge();

exports.open = async (event) => {
  const { orderId, customer, amount } = event.detail;
  try {
    await documents
      .put({
        TableName: process.env.INVOICES,
        Item: { orderId, customer, amount, opened: event.time },
        ConditionExpression: "attribute_not_exists(orderId)",
      })
      .promise();
  } catch (e) {
    if (e.code === "ConditionalCheckFailedException") {
      console.log("seen before", orderId);
      return;
    }
    throw e;
  }
};

exports.announce = async (event) => {
  const result = await bus
    .putEvents({
      Entries: [
        {
          EventBusName: process.env.BUS,
          Source: "billing",
          DetailType: "PaymentBooked",
          Detail: JSON.stringify(event.detail),
        },
      ],
    })
    .promise();
  if (result.FailedEntryCount > 0) throw new Error("could not announce");
};
