const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, paginateScan } = require("@aws-sdk/lib-dynamodb");
const { S3Client, PutObjectCommand } = require("@aws-sdk/client-s3");

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const s3 = new S3Client({});

async function totalsByShop() {
  const totals = {};
  const pages = paginateScan({ client: ddb, pageSize: 200 }, { TableName: process.env.SALES_TABLE });
  for await (const page of pages) {
    for (const sale of page.Items ?? []) {
      totals[sale.shop] = (totals[sale.shop] ?? 0) + sale.amount;
    }
  }
  return totals;
}

module.exports.handler = async (event) => {
  const day = event.time.slice(0, 10);
  const totals = await totalsByShop();
  const csv = ["shop,total"]
    .concat(Object.keys(totals).sort().map((shop) => `${shop},${totals[shop]}`))
    .join("\n");
  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.REPORTS_BUCKET,
      Key: `daily/${day}.csv`,
      Body: csv,
      ContentType: "text/csv",
    }),
  );
  console.log(`report for ${day} written`);
};
