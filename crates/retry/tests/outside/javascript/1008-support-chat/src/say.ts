import { ApiGatewayManagementApi, GoneException } from '@aws-sdk/client-apigatewaymanagementapi';
import { db, TableName } from './connection';

export const handler = async (event: any) => {
  const { connectionId, domainName, stage } = event.requestContext;
  const gateway = new ApiGatewayManagementApi({ endpoint: `https://${domainName}/${stage}` });
  const { text } = JSON.parse(event.body);
  const { Items = [] } = await db.scan({ TableName });
  const me = Items.find((c) => c.connectionId === connectionId);
  const Data = JSON.stringify({ from: me?.nick ?? 'guest', text });
  await Promise.all(Items.map(async (c) => {
    try {
      await gateway.postToConnection({ ConnectionId: c.connectionId, Data });
    } catch (err) {
      if (err instanceof GoneException) await db.delete({ TableName, Key: { connectionId: c.connectionId } });
      else throw err;
    }
  }));
  return { statusCode: 200, body: 'sent' };
};
