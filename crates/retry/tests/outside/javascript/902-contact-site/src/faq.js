const { S3Client, GetObjectCommand } = require('@aws-sdk/client-s3');
const { json } = require('./http');

const s3 = new S3Client({});
const LANGUAGES = ['en', 'de', 'fr'];

exports.handler = async (event) => {
  const wanted = event.pathParameters.lang;
  const lang = LANGUAGES.includes(wanted) ? wanted : 'en';
  try {
    const object = await s3.send(new GetObjectCommand({
      Bucket: process.env.CONTENT_BUCKET,
      Key: `faq/${lang}.json`,
    }));
    const entries = JSON.parse(await object.Body.transformToString());
    return json(200, { lang, entries });
  } catch (err) {
    if (err.name === 'NoSuchKey') return json(404, { error: 'No FAQ' });
    throw err;
  }
};
