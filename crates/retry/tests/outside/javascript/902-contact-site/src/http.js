const headers = {
  'Content-Type': 'application/json',
  'Access-Control-Allow-Origin': '*',
};

exports.json = (statusCode, body) => ({ statusCode, headers, body: JSON.stringify(body) });
