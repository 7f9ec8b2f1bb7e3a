import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { store } from "./store";

export const restock = async (event: { article: string; pieces: number }) => {
  await store.send(new UpdateCommand({
    TableName: process.env.STOCK,
    Key: { article: event.article },
    UpdateExpression: "ADD pieces :pieces",
    ExpressionAttributeValues: { ":pieces": event.pieces },
  }));
};
