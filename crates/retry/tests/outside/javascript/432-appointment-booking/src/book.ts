import type { APIGatewayProxyHandler } from "aws-lambda";
import twilio from "twilio";
import { AppointmentModel, connect } from "./appointment";

const sms = twilio(process.env.TWILIO_SID, process.env.TWILIO_TOKEN);

export const handler: APIGatewayProxyHandler = async (event) => {
  const { patient, phone, slot, note } = JSON.parse(event.body!);
  await connect();

  const appointment = await AppointmentModel.create({ patient, phone, slot: new Date(slot), note });

  await sms.messages.create({
    from: "+15005550006",
    to: phone,
    body: `Your appointment on ${appointment.slot.toISOString()} is booked.`,
  });

  return { statusCode: 201, body: JSON.stringify({ id: appointment.id }) };
};
