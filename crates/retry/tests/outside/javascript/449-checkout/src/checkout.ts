import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { CHARGES_TABLE, db, ignoreConflict, PRODUCTS_TABLE, RECEIPTS_TABLE } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { requestId, account, sku, quantity } = JSON.parse(event.body!);

  const { Item: product } = await db.get({ TableName: PRODUCTS_TABLE, Key: { sku } });
  if (!product) {
    return { statusCode: 404, body: JSON.stringify({ message: `No product ${sku}` }) };
  }
  const cents = product.cents * quantity;

  try {
    await db.put({
      TableName: CHARGES_TABLE,
      Item: { requestId, account, cents },
      ConditionExpression: "attribute_not_exists(requestId)",
    });
  } catch (error) {
    ignoreConflict(error as Error);
  }
  await db.put({ TableName: RECEIPTS_TABLE, Item: { requestId, sku, quantity, cents } });

  return { statusCode: 200, body: JSON.stringify({ requestId, cents }) };
};
