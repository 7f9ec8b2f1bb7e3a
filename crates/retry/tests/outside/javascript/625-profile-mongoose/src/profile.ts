import type { APIGatewayProxyEvent } from "aws-lambda";
import { connect, Profile } from "./model";

export const save = async (event: APIGatewayProxyEvent) => {
  await connect();
  const sub: string = event.requestContext.authorizer!.claims.sub;
  const { displayName, bio } = JSON.parse(event.body!);

  const profile = await Profile.findOneAndUpdate(
    { _id: sub },
    { $set: { displayName, bio: bio ?? "", updatedAt: new Date() } },
    { new: true, upsert: true },
  );
  return {
    statusCode: 200,
    body: JSON.stringify({ displayName: profile!.displayName, bio: profile!.bio }),
  };
};
