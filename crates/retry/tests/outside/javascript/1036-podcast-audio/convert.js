'use strict';
const { MediaConvertClient, CreateJobCommand } = require('@aws-sdk/client-mediaconvert');

const mc = new MediaConvertClient({});

// ClientRequestToken makes job creation idempotent.
const createJob = (token, { source, episode }) => mc.send(new CreateJobCommand({
  ClientRequestToken: token,
  Role: process.env.MC_ROLE,
  JobTemplate: process.env.TEMPLATE,
  UserMetadata: { episode },
  Settings: { Inputs: [{ FileInput: source }] },
}));

exports.handler = async (event, context) => {
  for (const record of event.Records) {
    await createJob(context.awsRequestId, JSON.parse(record.body));
  }
};
