const S3 = require("aws-sdk/clients/s3");

const s3 = new S3();
const Bucket = process.env.BUCKET;

async function read(language) {
  try {
    const { Body } = await s3.getObject({ Bucket, Key: `${language}.json` }).promise();
    return JSON.parse(Body.toString("utf8"));
  } catch (err) {
    if (err.code === "NoSuchKey") return {};
    throw err;
  }
}

exports.addTerm = async (event) => {
  const { language, term } = event.pathParameters;
  const { translation } = JSON.parse(event.body);
  const terms = await read(language);
  terms[term] = translation;
  await s3
    .putObject({ Bucket, Key: `${language}.json`, Body: JSON.stringify(terms), ContentType: "application/json" })
    .promise();
  return { statusCode: 204, body: "" };
};

exports.get = async (event) => ({
  statusCode: 200,
  body: JSON.stringify(await read(event.pathParameters.language)),
});
