import { Logger } from '@aws-lambda-powertools/logger';
import { decode, docs } from './shared';

const logger = new Logger({ serviceName: 'ingest' });

export const handler = async (event: { Records: any[] }) => {
  logger.info('batch', { size: event.Records.length });
  for (const record of event.Records) {
    const { deviceId, ts, temperature, humidity } = decode(record);
    await docs.put({ TableName: 'gh-readings', Item: { deviceId, ts, temperature, humidity } });
  }
};
