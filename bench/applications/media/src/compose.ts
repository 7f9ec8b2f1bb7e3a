import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const store = DynamoDBDocument.from(new DynamoDBClient({}));

const PARTS = 5;

interface Part {
  request: string;
  name: "reviewId" | "userId" | "movieId" | "text" | "rating";
  value: string | number;
}

const append = (TableName: string, id: string, review: string) => store.update({
  TableName,
  Key: { id },
  UpdateExpression: "SET reviews = list_append(reviews, :review)",
  ExpressionAttributeValues: { ":review": [review] },
});

const count = (TableName: string, id: string) => store.update({
  TableName,
  Key: { id },
  UpdateExpression: "ADD reviews :one",
  ExpressionAttributeValues: { ":one": 1 },
});

/** Counts the parts of a review; who brings the last one stores it. */
export const handler = async (event: Part) => {
  const { Attributes } = await store.update({
    TableName: "compositions",
    Key: { id: event.request },
    UpdateExpression: "SET #name = :value ADD arrived :one",
    ExpressionAttributeNames: { "#name": event.name },
    ExpressionAttributeValues: { ":value": event.value, ":one": 1 },
    ReturnValues: "ALL_NEW",
  });
  if (Attributes!.arrived < PARTS) return;
  const { Item: review } = await store.get({ TableName: "compositions", Key: { id: event.request } });
  const id = randomUUID();
  await store.put({ TableName: "reviews", Item: { id, text: review!.text, rating: review!.rating } });
  await append("reviewsOfUser", review!.userId, id);
  await append("reviewsOfMovie", review!.movieId, id);
  await count("users", review!.userId);
  await count("movies", review!.movieId);
  await count("statistics", "all");
};
