import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";

export class AccountEraser {
  private db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  private s3 = new S3Client({});
  private cognito = new CognitoIdentityProviderClient({});

  async uploads(userId: string) {
    const Bucket = process.env.UPLOADS_BUCKET;
    const { Contents = [] } = await this.s3.send(
      new ListObjectsV2Command({ Bucket, Prefix: `${userId}/` }),
    );
    await Promise.all(
      Contents.map(({ Key }) => this.s3.send(new DeleteObjectCommand({ Bucket, Key }))),
    );
  }

  async profile(userId: string) {
    await this.db.send(
      new DeleteCommand({ TableName: process.env.PROFILE_TABLE, Key: { userId } }),
    );
  }

  async login(userId: string) {
    try {
      await this.cognito.send(
        new AdminDeleteUserCommand({ UserPoolId: process.env.USER_POOL_ID, Username: userId }),
      );
    } catch (err: any) {
      if (err.name !== "UserNotFoundException") throw err;
    }
  }
}
