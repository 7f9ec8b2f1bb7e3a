import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import dayjs from "dayjs";
import _ from "lodash";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const s3 = new S3Client({});

async function allOrders() {
  const orders = [];
  let start;
  do {
    const page = await db.send(
      new ScanCommand({ TableName: process.env.ORDERS, ExclusiveStartKey: start }),
    );
    orders.push(...page.Items);
    start = page.LastEvaluatedKey;
  } while (start);
  return orders;
}

export const handler = async () => {
  const byCountry = _.groupBy(await allOrders(), "country");
  const lines = _.map(byCountry, (orders, country) => `${country};${_.sumBy(orders, "total")}`);
  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.REPORTS,
      Key: `sales/${dayjs().format("YYYY-MM-DDTHH-mm-ss")}.csv`,
      Body: ["country;total", ...lines].join("\n"),
    }),
  );
};
