const { DynamoDB } = require("aws-sdk");
const {
  graphql, GraphQLSchema, GraphQLObjectType, GraphQLString, GraphQLNonNull,
} = require("graphql");

const table = new DynamoDB.DocumentClient();
const TableName = process.env.DYNAMODB_TABLE;

const getGreeting = (firstName) => table.get({ TableName, Key: { firstName } }).promise()
  .then(({ Item }) => (Item ? Item.nickname : firstName))
  .then((name) => `Hello, ${name}.`);

const changeNickname = (firstName, nickname) => table.update({
  TableName,
  Key: { firstName },
  UpdateExpression: "SET nickname = :nickname",
  ExpressionAttributeValues: { ":nickname": nickname },
}).promise().then(() => nickname);

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: "RootQueryType",
    fields: {
      greeting: {
        args: { firstName: { type: new GraphQLNonNull(GraphQLString) } },
        type: GraphQLString,
        resolve: (parent, { firstName }) => getGreeting(firstName),
      },
    },
  }),
  mutation: new GraphQLObjectType({
    name: "RootMutationType",
    fields: {
      changeNickname: {
        args: {
          firstName: { type: new GraphQLNonNull(GraphQLString) },
          nickname: { type: new GraphQLNonNull(GraphQLString) },
        },
        type: GraphQLString,
        resolve: (parent, { firstName, nickname }) => changeNickname(firstName, nickname),
      },
    },
  }),
});

module.exports.query = (event, context, callback) => graphql(schema, event.queryStringParameters.query)
  .then(
    (result) => callback(null, { statusCode: 200, body: JSON.stringify(result) }),
    (error) => callback(error),
  );
