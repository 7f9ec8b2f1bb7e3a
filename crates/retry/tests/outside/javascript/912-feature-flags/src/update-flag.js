const { db, TableName, response } = require('./lib');

// Optimistic locking: the client says which version it has seen.
exports.handler = async (event) => {
  const { name } = event.pathParameters;
  const { enabled, rollout, version } = JSON.parse(event.body);
  if (typeof enabled !== 'boolean' || typeof version !== 'number') {
    return response(400, { message: 'enabled and version are required' });
  }
  try {
    await db.update({
      TableName,
      Key: { name },
      UpdateExpression: 'SET enabled = :enabled, rollout = :rollout, version = :next',
      ConditionExpression: 'version = :seen',
      ExpressionAttributeValues: {
        ':enabled': enabled,
        ':rollout': rollout ?? 100,
        ':seen': version,
        ':next': version + 1,
      },
    });
  } catch (err) {
    if (err.name === 'ConditionalCheckFailedException') {
      return response(409, { message: 'The flag was changed by somebody else' });
    }
    throw err;
  }
  return response(200, { name, enabled, version: version + 1 });
};
