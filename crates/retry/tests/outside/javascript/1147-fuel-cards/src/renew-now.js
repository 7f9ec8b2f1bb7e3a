const { InvokeCommand, LambdaClient } = require("@aws-sdk/client-lambda");

const lambda = new LambdaClient({});

exports.handler = async (event) => {
  await lambda.send(new InvokeCommand({
    FunctionName: process.env.RENEW_ARN,
    InvocationType: "Event",
    Payload: JSON.stringify({ card: event.pathParameters.card }),
  }));
  return { statusCode: 202 };
};
