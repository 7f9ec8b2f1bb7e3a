import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";

const sns = new SNSClient({});

export const handler = async ({ raffle, winner }: { raffle: string; winner: string }): Promise<void> => {
  await sns.send(new PublishCommand({
    TopicArn: process.env.WINNERS_TOPIC,
    Message: `${winner} has won raffle ${raffle}`,
  }));
};
