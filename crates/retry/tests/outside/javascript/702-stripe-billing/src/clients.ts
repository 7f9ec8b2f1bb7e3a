import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import Stripe from "stripe";

export const stripe = new Stripe(process.env.STRIPE_SECRET as string);
export const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
