import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB({}));
const TableName = process.env.SHIPMENTS_TABLE!;

export enum Status {
  Packed = "PACKED",
  Shipped = "SHIPPED",
  Delivered = "DELIVERED",
}

export const setStatus = async (shipmentId: string, status: Status): Promise<void> => {
  await db.update({
    TableName,
    Key: { shipmentId },
    UpdateExpression: "SET #status = :status",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":status": status },
  });
};

export const getStatus = async (shipmentId: string): Promise<Status> => {
  const { Item } = await db.get({ TableName, Key: { shipmentId } });
  return Item?.status ?? Status.Packed;
};
