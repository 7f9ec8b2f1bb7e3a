import awsLambdaFastify from '@fastify/aws-lambda';
import Fastify from 'fastify';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';

const db = DynamoDBDocument.from(new DynamoDB({}));
const TableName = 'poll-votes';

const app = Fastify({ logger: true });

// The first vote counts. Later ones are accepted and have no effect.
app.post<{ Params: { pollId: string }; Body: { voterId: string; choice: string } }>(
  '/polls/:pollId/votes',
  async (request, reply) => {
    const { pollId } = request.params;
    const { voterId, choice } = request.body;
    try {
      await db.put({
        TableName,
        Item: { pollId, voterId, choice },
        ConditionExpression: 'attribute_not_exists(pollId)',
      });
    } catch (err: any) {
      if (err.name !== 'ConditionalCheckFailedException') throw err;
    }
    return reply.code(202).send({ accepted: true });
  },
);

app.get<{ Params: { pollId: string } }>('/polls/:pollId/results', async (request) => {
  const { Items = [] } = await db.query({
    TableName,
    KeyConditionExpression: 'pollId = :p',
    ExpressionAttributeValues: { ':p': request.params.pollId },
  });
  return { votes: Items.length, choices: Items.map((v) => v.choice) };
});

export const handler = awsLambdaFastify(app);
