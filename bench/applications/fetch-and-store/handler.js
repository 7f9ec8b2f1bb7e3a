const fetch = require("node-fetch");
const { S3 } = require("aws-sdk");

const store = new S3();

module.exports.save = (event, context, callback) => {
  fetch(event.image_url)
    .then((response) => {
      if (response.ok) return response;
      return Promise.reject(new Error(`${event.image_url}: ${response.status}`));
    })
    .then((response) => response.buffer())
    .then((buffer) => store.putObject({
      Bucket: process.env.BUCKET,
      Key: event.key,
      Body: buffer,
    }).promise())
    .then(() => callback(null, "saved"), callback);
};
