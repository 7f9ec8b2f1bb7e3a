import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event) => {
  const { postId } = event.pathParameters;
  const { author, text } = JSON.parse(event.body);
  if (!text?.trim()) {
    return { statusCode: 400, body: JSON.stringify({ error: "empty comment" }) };
  }
  const { Attributes } = await ddb.send(
    new UpdateCommand({
      TableName: process.env.POSTS_TABLE,
      Key: { postId },
      UpdateExpression:
        "SET comments = list_append(if_not_exists(comments, :none), :new) ADD commentCount :one",
      ExpressionAttributeValues: {
        ":none": [],
        ":new": [{ author, text: text.trim() }],
        ":one": 1,
      },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return { statusCode: 201, body: JSON.stringify({ postId, count: Attributes.commentCount }) };
};
