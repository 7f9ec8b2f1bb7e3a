import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB({}));
const TableName = process.env.SETTINGS_TABLE;

const DEFAULTS = { theme: "light", emails: { news: true, alerts: true } };

async function load(userId) {
  const { Item } = await db.get({ TableName, Key: { userId } });
  return Item ?? { userId, ...DEFAULTS };
}

async function save(settings) {
  await db.put({ TableName, Item: settings });
}

export const setTheme = async (event) => {
  const { theme } = JSON.parse(event.body);
  const settings = await load(event.pathParameters.userId);
  settings.theme = theme;
  await save(settings);
  return { statusCode: 204, body: "" };
};

export const setEmails = async (event) => {
  const { news, alerts } = JSON.parse(event.body);
  const settings = await load(event.pathParameters.userId);
  await save({ ...settings, emails: { news: !!news, alerts: !!alerts } });
  return { statusCode: 204, body: "" };
};

export const show = async (event) => ({
  statusCode: 200,
  body: JSON.stringify(await load(event.pathParameters.userId)),
});
