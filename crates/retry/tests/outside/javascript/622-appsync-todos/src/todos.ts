import { randomUUID } from "node:crypto";
import type { AppSyncIdentityCognito, AppSyncResolverEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.TODOS;

const ownerOf = (event: AppSyncResolverEvent<unknown>) =>
  (event.identity as AppSyncIdentityCognito).sub;

export const add = async (event: AppSyncResolverEvent<{ text: string }>) => {
  const todo = { id: randomUUID(), text: event.arguments.text.trim(), done: false };
  await db.put({ TableName, Item: { owner: ownerOf(event), ...todo } });
  return todo;
};

export const toggle = async (event: AppSyncResolverEvent<{ id: string }>) => {
  const Key = { owner: ownerOf(event), id: event.arguments.id };
  const { Item } = await db.get({ TableName, Key });
  if (!Item) return null;

  const { Attributes } = await db.update({
    TableName,
    Key,
    UpdateExpression: "SET done = :done",
    ExpressionAttributeValues: { ":done": !Item.done },
    ReturnValues: "ALL_NEW",
  });
  return Attributes;
};

export const list = async (event: AppSyncResolverEvent<{}>) => {
  const { Items = [] } = await db.query({
    TableName,
    KeyConditionExpression: "#owner = :owner",
    ExpressionAttributeNames: { "#owner": "owner" },
    ExpressionAttributeValues: { ":owner": ownerOf(event) },
  });
  return Items.sort((a, b) => Number(a.done) - Number(b.done) || a.text.localeCompare(b.text));
};
