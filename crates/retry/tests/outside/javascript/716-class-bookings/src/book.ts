import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { isDuplicate, prisma } from "./prisma";

async function createBooking(id: string, slotId: string, guest: string) {
  try {
    const [booking] = await prisma.$transaction([
      prisma.booking.create({ data: { id, slotId, guest } }),
      prisma.slot.update({ where: { id: slotId }, data: { seats: { decrement: 1 } } }),
    ]);
    return booking;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return prisma.booking.findUnique({ where: { id } });
  }
}

export const handler = async (event: APIGatewayProxyEventV2) => {
  const id = event.pathParameters!.id!;
  const { slotId, guest } = JSON.parse(event.body!);
  const booking = await createBooking(id, slotId, guest);
  return { statusCode: 200, body: JSON.stringify(booking) };
};
