// the first quote is kept, but a retry answers with the rate of today
// quote: unsafe alone, unsafe together

import axios from "axios";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const quote = async ({ id, currency, cents }) => {
  const { data } = await axios.get("https://rates.example/latest");
  const offer = { id, cents, rate: data.rates[currency] };
  try {
    await db.put({
      TableName: "quotes",
      Item: offer,
      ConditionExpression: "attribute_not_exists(id)",
    });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
  return offer;
};
