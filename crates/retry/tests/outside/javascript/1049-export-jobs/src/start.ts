import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { z } from 'zod';

const sfn = new SFNClient({});
const Request = z.object({ exportId: z.string().uuid(), format: z.enum(['csv', 'json']).default('csv') });

export const handler = async (event: any) => {
  const parsed = Request.safeParse(JSON.parse(event.body));
  if (!parsed.success) return { statusCode: 400, body: 'invalid export' };
  const { exportId, format } = parsed.data;
  await sfn.send(new StartExecutionCommand({
    stateMachineArn: process.env.MACHINE,
    name: exportId,
    input: JSON.stringify({ exportId, format }),
  }));
  return { statusCode: 202, body: JSON.stringify({ exportId }) };
};
