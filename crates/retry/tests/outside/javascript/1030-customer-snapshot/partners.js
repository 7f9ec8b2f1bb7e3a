'use strict';
const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocumentClient, PutCommand } = require('@aws-sdk/lib-dynamodb');
const { parseStringPromise } = require('xml2js');
const { ulid } = require('ulid');

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

exports.handler = async (event) => {
  for (const { Sns } of event.Records) {
    const { partners } = await parseStringPromise(Sns.Message, { explicitArray: false });
    for (const partner of [].concat(partners.partner)) {
      await client.send(new PutCommand({
        TableName: 'snapshot-partners',
        Item: { id: ulid(), name: partner.name, country: partner.country },
      }));
    }
  }
};
