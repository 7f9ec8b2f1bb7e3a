import type { APIGatewayProxyHandler } from "aws-lambda";
import { db, ifRefused, TableName } from "./table";

export const handler: APIGatewayProxyHandler = async (event) => {
  const tenant = event.pathParameters!.tenant!;
  const { version, theme, locale } = JSON.parse(event.body!) as {
    version: number;
    theme: string;
    locale: string;
  };

  try {
    await db.update({
      TableName,
      Key: { tenant },
      UpdateExpression: "SET #v = :version, theme = :theme, #l = :locale",
      ConditionExpression: "attribute_not_exists(tenant) OR #v < :version",
      ExpressionAttributeNames: { "#v": "version", "#l": "locale" },
      ExpressionAttributeValues: { ":version": version, ":theme": theme, ":locale": locale },
    });
  } catch (error) {
    ifRefused(error, () => console.warn(`settings of ${tenant} are newer than ${version}`));
  }

  return { statusCode: 204, body: "" };
};
