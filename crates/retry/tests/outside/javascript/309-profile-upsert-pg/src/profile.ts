import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Pool } from "pg";

type Profile = { displayName: string; locale?: string; bio?: string };

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

const UPSERT = `
  INSERT INTO profiles (user_id, display_name, locale, bio, updated_at)
  VALUES ($1, $2, $3, $4, now())
  ON CONFLICT (user_id) DO UPDATE
     SET display_name = EXCLUDED.display_name,
         locale = EXCLUDED.locale,
         bio = EXCLUDED.bio,
         updated_at = now()`;

const normalise = (profile: Profile) => ({
  displayName: profile.displayName.trim(),
  locale: profile.locale ?? "en",
  bio: profile.bio ?? null,
});

export const save = async (event: APIGatewayProxyEventV2) => {
  const userId = event.pathParameters?.userId;
  const profile = normalise(JSON.parse(event.body!));

  await pool.query(UPSERT, [userId, profile.displayName, profile.locale, profile.bio]);

  return { statusCode: 200, body: JSON.stringify({ userId, ...profile }) };
};
