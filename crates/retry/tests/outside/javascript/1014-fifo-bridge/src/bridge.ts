import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

const sqs = new SQSClient({});

interface Posting { account: string; cents: number; reference?: string }

export const handler = async (event: { Records: Array<{ messageId: string; body: string }> }) => {
  for (const { messageId, body } of event.Records) {
    const posting: Posting = JSON.parse(body);
    await sqs.send(new SendMessageCommand({
      QueueUrl: process.env.TARGET_QUEUE,
      MessageGroupId: posting.account,
      MessageDeduplicationId: messageId,
      MessageBody: JSON.stringify({ ...posting, source: 'inbox', sourceId: messageId }),
    }));
  }
};
