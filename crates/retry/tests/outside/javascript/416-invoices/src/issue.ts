import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { Invoice, InvoiceRequest } from "./invoice";

const db = DynamoDBDocument.from(new DynamoDB({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const request = JSON.parse(event.body!) as InvoiceRequest;
  const invoice = new Invoice(request).toItem();

  await db.transactWrite({
    ClientRequestToken: request.requestId,
    TransactItems: [
      { Put: { TableName: process.env.INVOICES_TABLE, Item: invoice } },
      {
        Update: {
          TableName: process.env.CUSTOMERS_TABLE,
          Key: { customerId: request.customerId },
          UpdateExpression: "ADD openCents :total",
          ExpressionAttributeValues: { ":total": invoice.total },
        },
      },
    ],
  });

  return { statusCode: 201, body: JSON.stringify({ invoiceId: invoice.invoiceId, total: invoice.total }) };
};
