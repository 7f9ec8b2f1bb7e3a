'use strict';
const mongoose = require('mongoose');

const schema = new mongoose.Schema({
  name: { type: String, required: true },
  email: String,
  phone: String,
  company: String,
});

module.exports = mongoose.models.Contact || mongoose.model('Contact', schema);
