import type { SNSEvent } from "aws-lambda";
import { Board, redis } from "./redis";

interface Game {
  white: string;
  black: string;
}

export async function count(event: SNSEvent): Promise<void> {
  for (const { Sns } of event.Records) {
    const { white, black } = JSON.parse(Sns.Message) as Game;
    await redis.zincrby(Board.GamesPlayed, 1, white);
    await redis.zincrby(Board.GamesPlayed, 1, black);
  }
}
