"use strict";

const AWS = require("aws-sdk");
const axios = require("axios");

const documents = new AWS.DynamoDB.DocumentClient();
const s3 = new AWS.S3();

async function allOrders() {
  const orders = [];
  let ExclusiveStartKey;
  do {
    const page = await documents
      .scan({ TableName: process.env.ORDERS_TABLE, ExclusiveStartKey })
      .promise();
    orders.push(...page.Items);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return orders;
}

async function rateToEuro(currency) {
  const { data } = await axios.get(`https://api.frankfurter.app/latest?from=${currency}&to=EUR`);
  return data.rates.EUR;
}

exports.handler = async (event) => {
  const day = event.time.slice(0, 10);
  const orders = await allOrders();
  const dollars = await rateToEuro("USD");

  const total = orders
    .filter((order) => order.status === "PAID")
    .reduce((sum, { currency, amount }) => sum + (currency === "USD" ? amount * dollars : amount), 0);

  await s3
    .putObject({
      Bucket: process.env.REPORTS_BUCKET,
      Key: `revenue/${day}.json`,
      Body: JSON.stringify({ day, orders: orders.length, total, rates: { USD: dollars } }),
    })
    .promise();
};
