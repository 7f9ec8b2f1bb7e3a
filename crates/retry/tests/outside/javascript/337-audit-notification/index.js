const AWS = require("aws-sdk");

const documents = new AWS.DynamoDB.DocumentClient({ apiVersion: "2012-08-10" });

exports.handler = (event, context, callback) => {
  const { Message, Subject, TopicArn } = event.Records[0].Sns;
  const topic = TopicArn.split(":").pop();

  const params = {
    TableName: process.env.AUDIT_TABLE,
    Item: {
      id: context.awsRequestId,
      topic,
      subject: Subject || "(none)",
      message: Message,
      receivedAt: Date.now(),
    },
  };

  documents.put(params, (error) => {
    if (error) {
      console.error("audit failed", error);
      callback(error);
      return;
    }
    callback(null, "stored");
  });
};
