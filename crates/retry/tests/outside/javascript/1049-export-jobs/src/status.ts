import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';

const sfn = new SFNClient({});

export const handler = async (event: any) => {
  const executionArn = process.env.MACHINE!.replace(':stateMachine:', ':execution:') + `:${event.pathParameters.id}`;
  try {
    const { status } = await sfn.send(new DescribeExecutionCommand({ executionArn }));
    return { statusCode: 200, body: JSON.stringify({ status }) };
  } catch (err: any) {
    if (err.name === 'ExecutionDoesNotExist') return { statusCode: 404, body: 'unknown export' };
    throw err;
  }
};
