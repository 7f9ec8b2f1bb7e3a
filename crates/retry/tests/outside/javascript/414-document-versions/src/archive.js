import { createHash } from "node:crypto";
import { S3 } from "@aws-sdk/client-s3";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";

const s3 = new S3({});
const dynamo = new DynamoDBClient({});

const digest = (text) => createHash("sha256").update(text, "utf8").digest("base64");

export const handler = async ({ detail }) => {
  const { documentId, content, signedBy } = detail;

  const stored = await s3.putObject({
    Bucket: process.env.ARCHIVE_BUCKET,
    Key: `signed/${documentId}.json`,
    Body: JSON.stringify(content),
    ContentType: "application/json",
  });

  await dynamo.send(
    new PutItemCommand({
      TableName: process.env.VERSIONS_TABLE,
      Item: marshall({
        documentId,
        versionId: stored.VersionId,
        signedBy,
        checksum: digest(JSON.stringify(content)),
      }),
    }),
  );
};
