import Redis from "ioredis";

export const redis = new Redis(process.env.REDIS_URL!);

export enum Board {
  BestRating = "board:best-rating",
  GamesPlayed = "board:games-played",
}
