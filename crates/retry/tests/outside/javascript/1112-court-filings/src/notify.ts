import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { AssignedFiling } from "./types";

const ses = new SESv2Client({});

export const handler = async (filing: AssignedFiling): Promise<{ notified: number }> => {
  for (const party of filing.parties) {
    await ses.send(
      new SendEmailCommand({
        FromEmailAddress: process.env.SENDER,
        Destination: { ToAddresses: [party.email] },
        Content: {
          Simple: {
            Subject: { Data: `Case ${filing.caseNumber}` },
            Body: { Text: { Data: `Dear ${party.name}, your case "${filing.subject}" was filed.` } },
          },
        },
      }),
    );
  }
  return { notified: filing.parties.length };
};
