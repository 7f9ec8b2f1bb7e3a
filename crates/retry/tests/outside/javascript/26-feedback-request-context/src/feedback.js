"use strict";
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand, ScanCommand } = require("@aws-sdk/lib-dynamodb");

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const { FEEDBACK_TABLE: TableName } = process.env;

exports.submit = async (event) => {
  const { requestId, timeEpoch } = event.requestContext;
  const { rating, comment = "" } = JSON.parse(event.body);
  if (rating < 1 || rating > 5) return { statusCode: 400, body: "rating must be 1..5" };
  await ddb.send(
    new PutCommand({
      TableName,
      Item: { feedbackId: requestId, rating, comment, receivedAt: timeEpoch },
    }),
  );
  return { statusCode: 201, body: JSON.stringify({ feedbackId: requestId }) };
};

exports.summary = async () => {
  let total = 0;
  let count = 0;
  let ExclusiveStartKey;
  do {
    const page = await ddb.send(new ScanCommand({ TableName, ExclusiveStartKey, ProjectionExpression: "rating" }));
    count += page.Count;
    for (const { rating } of page.Items) total += rating;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return { statusCode: 200, body: JSON.stringify({ count, average: count ? total / count : null }) };
};
