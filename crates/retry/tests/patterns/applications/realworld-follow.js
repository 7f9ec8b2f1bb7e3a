// realworld.follow from followers={x}
// follow: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const follow = async ({ user, follower }) => {
  const { Item } = await db.get({ TableName: "users", Key: { user } });
  if (Item.followers && !Item.followers.includes(follower)) {
    Item.followers.push(follower);
  } else {
    Item.followers = [follower];
  }
  await db.put({ TableName: "users", Item });
};
