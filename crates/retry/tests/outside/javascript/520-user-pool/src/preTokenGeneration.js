const { DynamoDBClient, GetItemCommand } = require("@aws-sdk/client-dynamodb");
const { unmarshall } = require("@aws-sdk/util-dynamodb");

const client = new DynamoDBClient({});

exports.handler = async (event) => {
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: process.env.PROFILES,
      Key: { sub: { S: event.request.userAttributes.sub } },
    }),
  );
  const role = Item ? unmarshall(Item).role : "guest";
  event.response = { claimsOverrideDetails: { claimsToAddOrOverride: { role } } };
  return event;
};
