const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");
const { S3 } = require("@aws-sdk/client-s3");

const db = DynamoDBDocument.from(new DynamoDB({}));
const s3 = new S3({});

async function lock(name) {
  try {
    await db.put({
      TableName: "locks",
      Item: { name },
      ConditionExpression: "attribute_not_exists(#name)",
      ExpressionAttributeNames: { "#name": "name" },
    });
    return true;
  } catch (e) {
    if (e.name === "ConditionalCheckFailedException") return false;
    throw e;
  }
}

const unlock = (name) => db.delete({ TableName: "locks", Key: { name } });

exports.handler = async (event) => {
  if (!(await lock("daily-report"))) {
    console.log("somebody else is at it");
    return;
  }
  const { Items } = await db.scan({ TableName: "sales" });
  const lines = Items.map((sale) => `${sale.id};${sale.amount}`).join("\n");
  await s3.putObject({ Bucket: "reports", Key: `${event.time.slice(0, 10)}.csv`, Body: lines });
  await unlock("daily-report");
};
