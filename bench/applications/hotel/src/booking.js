import { randomUUID } from "node:crypto";
import { store } from "./store.js";

const take = (TableName, id) => store.update({
  TableName,
  Key: { id },
  UpdateExpression: "SET vacant = vacant - :one",
  ConditionExpression: "vacant >= :one",
  ExpressionAttributeValues: { ":one": 1 },
});

export const reserve = async ({ hotel, flight }) => {
  await take("rooms", hotel);
  await take("seats", flight);
  return { reserved: true };
};

export const order = async ({ user, hotel, flight }) => {
  const id = randomUUID();
  await store.put({ TableName: "orders", Item: { id, user, hotel, flight } });
  return { id };
};
