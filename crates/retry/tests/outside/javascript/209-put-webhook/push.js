const axios = require("axios");

const partner = axios.create({ baseURL: "https://partner.example.com", timeout: 2000 });

exports.handler = async (event) => {
  for (const record of event.Records) {
    const product = JSON.parse(record.body);
    await partner.put(`/products/${product.id}`, product);
  }
};

exports.remove = async (event) => {
  for (const record of event.Records) {
    const { id } = JSON.parse(record.body);
    await partner.delete(`/products/${id}`);
  }
};
