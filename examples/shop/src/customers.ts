import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { store } from "./store";

export const register = async (event: { customer: string; name: string }) => {
  await store.send(new PutCommand({
    TableName: process.env.CUSTOMERS,
    Item: { id: event.customer, name: event.name },
    ConditionExpression: "attribute_not_exists(id)",
  }));
};

export const changeAddress = async (event: { customer: string; address: string }) => {
  await store.send(new UpdateCommand({
    TableName: process.env.CUSTOMERS,
    Key: { id: event.customer },
    UpdateExpression: "SET address = :address",
    ExpressionAttributeValues: { ":address": event.address },
  }));
};

export const addressOf = async (event: { customer: string }) => {
  const { Item } = await store.send(new GetCommand({
    TableName: process.env.CUSTOMERS,
    Key: { id: event.customer },
  }));
  return Item?.address;
};
