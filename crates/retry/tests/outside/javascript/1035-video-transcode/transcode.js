'use strict';
const { MediaConvertClient, CreateJobCommand } = require('@aws-sdk/client-mediaconvert');
const path = require('path');

const mc = new MediaConvertClient({});

const settings = (input, name) => ({
  Inputs: [{ FileInput: input, AudioSelectors: { 'Audio Selector 1': { DefaultSelection: 'DEFAULT' } } }],
  OutputGroups: [{
    Name: 'HLS',
    OutputGroupSettings: {
      Type: 'HLS_GROUP_SETTINGS',
      HlsGroupSettings: { Destination: `${process.env.OUTPUT}${name}/`, SegmentLength: 6, MinSegmentLength: 0 },
    },
  }],
});

exports.handler = async (event, context) => {
  const { bucket, object } = event.Records[0].s3;
  const key = decodeURIComponent(object.key);
  await mc.send(new CreateJobCommand({
    ClientRequestToken: context.awsRequestId,
    Role: process.env.MC_ROLE,
    UserMetadata: { videoId: path.parse(key).name },
    Settings: settings(`s3://${bucket.name}/${key}`, path.parse(key).name),
  }));
};
