'use strict';
const { WebClient } = require('@slack/web-api');
const slack = new WebClient(process.env.SLACK_TOKEN);

const icon = { SUCCEEDED: ':white_check_mark:', FAILED: ':x:' };

exports.handler = async ({ detail }) => {
  if (!icon[detail.state]) return;
  await slack.chat.postMessage({
    channel: '#deployments',
    text: `${icon[detail.state]} ${detail.service} ${detail.version}: ${detail.state.toLowerCase()}`,
  });
};
