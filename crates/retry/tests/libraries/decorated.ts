// Classes whose decorators say what packages do with their instances.

import { plainToInstance, Transform } from "class-transformer";
import { IsString, validateOrReject } from "class-validator";
import { v4 as uuid } from "uuid";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

class Order {
  @IsString()
  @Transform(({ value }) => value ?? uuid())
  id!: string;
}

// unsafe: the decorator draws a key where none is given
// today unknown
export const transformed = async (event: any) => {
  const order = plainToInstance(Order, JSON.parse(event.body));
  await validateOrReject(order);
  await db.send(new PutCommand({ TableName: "orders", Item: { id: order.id } }));
};
