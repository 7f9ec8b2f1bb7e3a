const { S3Client, GetObjectCommand } = require("@aws-sdk/client-s3");

const s3 = new S3Client({});

exports.handler = async (event) => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({
      Bucket: process.env.PDF_BUCKET,
      Key: `${event.pathParameters.number}.pdf`,
    }));
    return {
      statusCode: 200,
      headers: { "content-type": "application/pdf" },
      body: await Body.transformToString("base64"),
      isBase64Encoded: true,
    };
  } catch (error) {
    if (error.name === "NoSuchKey") return { statusCode: 404, body: "" };
    throw error;
  }
};
