'use strict';
const { Pool } = require('pg');
const nodemailer = require('nodemailer');
const { format, parseISO } = require('date-fns');

const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const mailer = nodemailer.createTransport(process.env.SMTP_URL);

exports.handler = async (event) => {
  const week = format(parseISO(event.time), "RRRR-'W'II");
  const posts = (await pool.query('SELECT title FROM posts WHERE week = $1 ORDER BY title', [week])).rows;
  const members = (await pool.query(
    'SELECT id, email FROM members WHERE last_digest IS NULL OR last_digest <> $1', [week])).rows;
  for (const member of members) {
    await mailer.sendMail({
      from: 'digest@club.example',
      to: member.email,
      subject: `What happened in ${week}`,
      text: posts.map((p) => `* ${p.title}`).join('\n'),
    });
    await pool.query('UPDATE members SET last_digest = $1 WHERE id = $2', [week, member.id]);
  }
};
