'use strict';
const sgMail = require('@sendgrid/mail');
const prefs = require('../lib/prefs');

sgMail.setApiKey(process.env.SENDGRID_API_KEY);

exports.handler = async (event) => {
  for (const record of event.Records) {
    const { email, name } = JSON.parse(record.Sns.Message);
    if (!(await prefs.isSubscribed(email))) {
      console.log('opted out', email);
      continue;
    }
    await sgMail.send({
      to: email,
      from: 'hello@acme.example',
      subject: `Welcome, ${name}!`,
      text: 'Good to have you with us.',
    });
  }
};
