const twilio = require('twilio');
const { notReminded, markReminded } = require('./slots');

const sms = twilio(process.env.TWILIO_SID, process.env.TWILIO_TOKEN);
const DAY = 24 * 60 * 60 * 1000;

exports.handler = async (event) => {
  const tomorrow = new Date(new Date(event.time).getTime() + DAY).toISOString().slice(0, 10);
  const slots = await notReminded(tomorrow);
  for (const slot of slots) {
    await sms.messages.create({
      from: process.env.TWILIO_FROM,
      to: slot.phone,
      body: `Reminder: your appointment is tomorrow at ${slot.time}.`,
    });
    await markReminded(slot.slotId);
  }
  console.log(`${slots.length} reminders sent`);
};
