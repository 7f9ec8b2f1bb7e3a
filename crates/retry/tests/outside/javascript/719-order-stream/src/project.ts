import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { accepted, db } from "./db";

export const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
  for (const record of event.Records) {
    if (record.eventName === "REMOVE") continue;
    const order = unmarshall(record.dynamodb!.NewImage as any);
    await accepted(
      db.send(
        new PutCommand({
          TableName: process.env.VIEW,
          Item: { id: order.id, version: order.version, state: order.state, total: order.total },
          ConditionExpression: "attribute_not_exists(id) OR version < :version",
          ExpressionAttributeValues: { ":version": order.version },
        }),
      ),
    );
  }
};
