'use strict';
const { Octokit } = require('@octokit/rest');
const { valid } = require('./signature');

const octokit = new Octokit({ auth: process.env.GITHUB_TOKEN });

exports.handler = async (event) => {
  if (!valid(event.body, event.headers['x-hub-signature-256'] || '', process.env.WEBHOOK_SECRET)) {
    return { statusCode: 401, body: 'bad signature' };
  }
  const payload = JSON.parse(event.body);
  if (payload.action !== 'opened' || !payload.pull_request) return { statusCode: 204 };
  await octokit.rest.issues.createComment({
    owner: payload.repository.owner.login,
    repo: payload.repository.name,
    issue_number: payload.pull_request.number,
    body: `Thank you, @${payload.sender.login}! Somebody will look at this soon.`,
  });
  return { statusCode: 200, body: 'greeted' };
};
