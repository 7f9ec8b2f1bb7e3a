const { SESClient, SendEmailCommand } = require('@aws-sdk/client-ses');
const { json } = require('./http');

const ses = new SESClient({});

const isEmail = (text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);

exports.handler = async (event) => {
  const { name, email, message, website } = JSON.parse(event.body || '{}');

  // honeypot: only bots fill in this field
  if (website) return json(200, { sent: true });

  if (!name || !message || !isEmail(email)) {
    return json(400, { error: 'name, email and message are required' });
  }

  try {
    await ses.send(new SendEmailCommand({
      Source: process.env.CONTACT_ADDRESS,
      Destination: { ToAddresses: [process.env.CONTACT_ADDRESS] },
      ReplyToAddresses: [email],
      Message: {
        Subject: { Data: `Message from ${name}` },
        Body: { Text: { Data: message } },
      },
    }));
    return json(200, { sent: true });
  } catch (err) {
    console.error('could not send', err);
    return json(502, { error: 'Please try again later' });
  }
};
