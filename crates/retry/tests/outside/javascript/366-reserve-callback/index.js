var AWS = require("aws-sdk");
var dynamo = new AWS.DynamoDB.DocumentClient();

function respond(callback, statusCode, payload) {
  callback(null, { statusCode: statusCode, body: JSON.stringify(payload) });
}

module.exports.reserve = function (event, context, callback) {
  var sku = event.pathParameters.sku;
  var request = JSON.parse(event.body);

  dynamo.get({ TableName: "articles", Key: { sku: sku } }, function (err, found) {
    if (err) return callback(err);
    if (!found.Item) return respond(callback, 404, { message: "unknown article" });

    var packs = Math.ceil(request.pieces / found.Item.packSize);
    dynamo.update(
      {
        TableName: "stock",
        Key: { sku: sku },
        UpdateExpression: "SET packs = packs - :packs",
        ConditionExpression: "packs >= :packs",
        ExpressionAttributeValues: { ":packs": packs },
      },
      function (error) {
        if (error && error.code === "ConditionalCheckFailedException") {
          return respond(callback, 409, { message: "out of stock" });
        }
        if (error) return callback(error);
        respond(callback, 200, { sku: sku, packs: packs });
      }
    );
  });
};
