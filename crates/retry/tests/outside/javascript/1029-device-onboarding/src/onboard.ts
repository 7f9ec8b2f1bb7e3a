import { Logger } from '@aws-lambda-powertools/logger';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';

const log = new Logger({ serviceName: 'onboarding' });
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

interface Hello { serial: string; model: string; firmware: string }

export const handler = async ({ serial, model, firmware }: Hello) => {
  await ddb.send(new PutCommand({
    TableName: process.env.DEVICES,
    Item: { serial, model, firmware },
    ConditionExpression: 'attribute_not_exists(serial)',
  }));
  await ddb.send(new PutCommand({
    TableName: process.env.INVENTORY,
    Item: { model, serial },
  }));
  log.info('device onboarded', { serial });
};
