import { ApiGatewayManagementApi } from "@aws-sdk/client-apigatewaymanagementapi";
import { db, TableName } from "./table.js";

export const handler = async (event) => {
  const { domainName, stage } = event.requestContext;
  const { room, text } = JSON.parse(event.body);
  const api = new ApiGatewayManagementApi({ endpoint: `https://${domainName}/${stage}` });

  const { Items } = await db.scan({
    TableName,
    FilterExpression: "room = :room",
    ExpressionAttributeValues: { ":room": room },
  });

  for (const { connectionId } of Items) {
    try {
      await api.postToConnection({ ConnectionId: connectionId, Data: JSON.stringify({ room, text }) });
    } catch (error) {
      if (error.name !== "GoneException") throw error;
      console.log(`${connectionId} is gone`);
    }
  }
  return { statusCode: 200 };
};
