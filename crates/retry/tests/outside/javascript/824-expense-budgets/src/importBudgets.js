const { S3Client, GetObjectCommand } = require("@aws-sdk/client-s3");
const { parse } = require("csv-parse/sync");
const { pool } = require("./db");

const s3 = new S3Client({});

const UPSERT = `
  INSERT INTO budgets (department, limit_cents) VALUES ($1, $2)
  ON CONFLICT (department) DO UPDATE SET limit_cents = EXCLUDED.limit_cents`;

exports.handler = async (event) => {
  for (const { s3: source } of event.Records) {
    const object = await s3.send(
      new GetObjectCommand({
        Bucket: source.bucket.name,
        Key: decodeURIComponent(source.object.key.replace(/\+/g, " ")),
      }),
    );
    const rows = parse(await object.Body.transformToString(), { columns: true, trim: true });
    for (const row of rows) {
      await pool.query(UPSERT, [row.department, Math.round(Number(row.limit) * 100)]);
    }
    console.log(`imported ${rows.length} budgets`);
  }
};
