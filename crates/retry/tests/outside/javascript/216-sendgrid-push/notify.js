const sendgrid = require("@sendgrid/mail");
const webpush = require("web-push");
const Handlebars = require("handlebars");

sendgrid.setApiKey(process.env.SENDGRID_KEY);
webpush.setVapidDetails("mailto:shop@example.com", process.env.PUBLIC, process.env.PRIVATE);

const greeting = Handlebars.compile("Hello {{name}}");

exports.welcome = async (event) => {
  const user = JSON.parse(event.Records[0].Sns.Message);
  await sendgrid.send({ to: user.mail, from: "shop@example.com", subject: "Hi", text: greeting(user) });
};

exports.badge = async (event) => {
  const { subscription, text } = JSON.parse(event.Records[0].Sns.Message);
  await webpush.sendNotification(subscription, text);
};

exports.preview = async (event) => ({ statusCode: 200, body: greeting(JSON.parse(event.body)) });
