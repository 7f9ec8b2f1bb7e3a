import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { z } from "zod";

const sfn = new SFNClient({});

const Request = z.object({
  bookingId: z.string().uuid(),
  seatId: z.string(),
  passenger: z.string().min(1),
});

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const parsed = Request.safeParse(JSON.parse(event.body ?? "{}"));
  if (!parsed.success) {
    return { statusCode: 400, body: JSON.stringify({ message: parsed.error.message }) };
  }
  const booking = parsed.data;

  try {
    await sfn.send(
      new StartExecutionCommand({
        stateMachineArn: process.env.STATE_MACHINE_ARN,
        name: booking.bookingId,
        input: JSON.stringify(booking),
      }),
    );
  } catch (error) {
    if ((error as Error).name !== "ExecutionAlreadyExists") throw error;
    console.info("booking was started before", booking.bookingId);
  }
  return { statusCode: 202, body: JSON.stringify({ bookingId: booking.bookingId }) };
};
