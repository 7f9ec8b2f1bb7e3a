import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { authorization, partner } from "./partner";

interface Claim {
  claimId: string;
  policy: string;
  damage: number;
}

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { claimId, policy, damage } = JSON.parse(event.body ?? "{}") as Claim;
  const { data } = await partner.post<{ reference: string }>(
    "/claims",
    { policy, damage },
    { headers: { ...(await authorization()), "Idempotency-Key": claimId } },
  );
  return { statusCode: 201, body: JSON.stringify({ reference: data.reference }) };
};
