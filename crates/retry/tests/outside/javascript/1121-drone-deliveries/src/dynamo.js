const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

exports.db = DynamoDBDocument.from(new DynamoDBClient({}));
exports.isConditional = (error) => error.name === "ConditionalCheckFailedException";
