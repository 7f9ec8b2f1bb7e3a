import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { append } from './ledger';

const processor = new BatchProcessor(EventType.SQS);

const postPayment = async (record: { messageId: string; body: string }) => {
  const { account, cents, memo } = JSON.parse(record.body);
  await append({ entry: record.messageId, account, cents, memo });
};

export const handler = async (event: any, context: any) =>
  processPartialResponse(event, postPayment as any, processor, { context });
