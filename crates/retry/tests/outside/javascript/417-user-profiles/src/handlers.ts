import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { Profile, ProfileRepository } from "./profile-repository";

const profiles = new ProfileRepository(process.env.PROFILES_TABLE!);

export const save = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const userId = event.pathParameters!.userId!;
  const { displayName, bio, links = [] } = JSON.parse(event.body!) as Partial<Profile>;
  if (!displayName) {
    return { statusCode: 422, body: "displayName is missing" };
  }
  await profiles.save({ userId, displayName, bio, links });
  return { statusCode: 204 };
};

export const load = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const profile = await profiles.find(event.pathParameters!.userId!);
  if (!profile) return { statusCode: 404 };
  return { statusCode: 200, body: JSON.stringify(profile) };
};
