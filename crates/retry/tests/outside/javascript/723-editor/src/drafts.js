const awsLambdaFastify = require("@fastify/aws-lambda");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");
const fastify = require("fastify");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const app = fastify();

app.put("/drafts/:id", async (request, reply) => {
  const { title, text } = request.body;
  const { Attributes } = await db.send(
    new PutCommand({
      TableName: process.env.DRAFTS,
      Item: { id: request.params.id, title, text },
      ReturnValues: "ALL_OLD",
    }),
  );
  return reply.code(Attributes ? 200 : 201).send({ id: request.params.id });
});

exports.handler = awsLambdaFastify(app);
