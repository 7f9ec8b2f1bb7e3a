import { Table } from "./table.mjs";

const slots = new Table(process.env.SLOTS);

export const handler = async (event) => {
  const { slot } = event.pathParameters;
  const { visitor } = JSON.parse(event.body);
  const mine = await slots.putIf(
    { slot, visitor },
    "attribute_not_exists(slot) OR visitor = :visitor",
    { ":visitor": visitor },
  );
  if (!mine) return { statusCode: 409, body: JSON.stringify({ message: "somebody else was faster" }) };
  return { statusCode: 200, body: JSON.stringify({ slot, visitor }) };
};
