import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

export interface Profile {
  userId: string;
  displayName: string;
  bio?: string;
  links: string[];
}

export class ProfileRepository {
  private readonly client: DynamoDBDocumentClient;

  constructor(private readonly tableName: string) {
    this.client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
      marshallOptions: { removeUndefinedValues: true },
    });
  }

  async save(profile: Profile): Promise<void> {
    await this.client.send(new PutCommand({ TableName: this.tableName, Item: profile }));
  }

  async find(userId: string): Promise<Profile | undefined> {
    const { Item } = await this.client.send(
      new GetCommand({ TableName: this.tableName, Key: { userId } }),
    );
    return Item as Profile | undefined;
  }
}
