import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

export const store = DynamoDBDocument.from(new DynamoDBClient({}));

/** Changes a number; answers whether there was enough. */
export const change = async (TableName: string, id: string, field: string, by: number) => {
  try {
    await store.update({
      TableName,
      Key: { id },
      UpdateExpression: "SET #field = #field + :by",
      ConditionExpression: "#field >= :least",
      ExpressionAttributeNames: { "#field": field },
      ExpressionAttributeValues: { ":by": by, ":least": -by },
    });
    return true;
  } catch (error: any) {
    if (error.name === "ConditionalCheckFailedException") return false;
    throw error;
  }
};
