"use strict";

const escape = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);

exports.render = ({ firstName, plan = "free" }) =>
  `<h1>Welcome, ${escape(firstName)}!</h1><p>You are on the ${escape(plan)} plan.</p>`;
