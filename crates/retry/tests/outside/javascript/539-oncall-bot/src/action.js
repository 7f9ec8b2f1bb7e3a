const querystring = require("querystring");
const { WebClient } = require("@slack/web-api");
const { verify } = require("./verify");

const slack = new WebClient(process.env.BOT_TOKEN);

exports.handler = async (event) => {
  if (!verify(event)) return { statusCode: 401, body: "" };
  const payload = JSON.parse(querystring.parse(event.body).payload);
  const [action] = payload.actions;
  if (action.action_id === "page") {
    await slack.chat.postMessage({
      channel: action.value,
      text: `<@${payload.user.id}> needs you in <#${payload.channel.id}>`,
    });
  }
  return { statusCode: 200, body: "" };
};
