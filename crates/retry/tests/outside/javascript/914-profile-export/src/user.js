exports.userIdOf = (event) => event.requestContext.authorizer.jwt.claims.sub;
