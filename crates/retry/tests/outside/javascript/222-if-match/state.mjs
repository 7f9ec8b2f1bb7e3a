import { S3Client, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";

const s3 = new S3Client({});

export const claim = async (event) => {
  const { game } = JSON.parse(event.body);
  const { Body, ETag } = await s3.send(new GetObjectCommand({ Bucket: "games", Key: game }));
  const state = JSON.parse(await Body.transformToString());
  state.turn += 1;
  await s3.send(
    new PutObjectCommand({ Bucket: "games", Key: game, Body: JSON.stringify(state), IfMatch: ETag }),
  );
  return { statusCode: 200, body: "ok" };
};

export const init = async (event) => {
  const { game } = JSON.parse(event.body);
  try {
    await s3.send(
      new PutObjectCommand({ Bucket: "boards", Key: game, Body: '{"turn":0}', IfNoneMatch: "*" }),
    );
  } catch (error) {
    if (error.$metadata?.httpStatusCode !== 412) throw error;
  }
  return { statusCode: 200, body: "ok" };
};
