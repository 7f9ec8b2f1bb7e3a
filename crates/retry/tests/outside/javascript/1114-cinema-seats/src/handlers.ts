import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { SeatService, SeatTaken } from "./seat-service";

const seats = new SeatService(process.env.SEATS!);

type Result = APIGatewayProxyStructuredResultV2;

const json = (statusCode: number, body: unknown): Result => ({ statusCode, body: JSON.stringify(body) });

export const hold = async (event: APIGatewayProxyEventV2): Promise<Result> => {
  const { holdId, seats: wanted } = JSON.parse(event.body!) as { holdId: string; seats: string[] };
  try {
    await seats.hold(holdId, event.pathParameters!.screening!, wanted);
    return json(201, { holdId });
  } catch (error) {
    if (error instanceof SeatTaken) return json(409, { message: error.message });
    throw error;
  }
};

export const confirm = async (event: APIGatewayProxyEventV2): Promise<Result> => {
  const { screening, seat } = event.pathParameters as { screening: string; seat: string };
  const { holdId } = JSON.parse(event.body!) as { holdId: string };
  const confirmed = await seats.confirm(holdId, screening, seat);
  return confirmed ? json(200, { seat, state: "SOLD" }) : json(403, { message: "not your seat" });
};

export const seatMap = async (event: APIGatewayProxyEventV2): Promise<Result> =>
  json(200, await seats.map(event.pathParameters!.screening!));
